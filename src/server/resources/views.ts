import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { Endpoint } from '../../contract/core/endpoint'
import { contract } from '../../contract/index'
import { type View, viewedLists, views } from '../../contract/views'
import { type Context, implement } from '../api/implement'
import { type Caller, keyOrRole } from '../api/keys'
import { listHandler } from '../api/list-handler'
import { notAllowed, Problem } from '../api/problem'
import { equals } from '../db/list-engine/conditions'
import { sortKey } from '../db/list-engine/search-text'
import { createRecord, getHandler, mergeChanges, removeRecord, updateRecord } from '../db/repository'
import { defineTable, instant, text, uuid } from '../db/table'

type Shared = z.output<typeof View>

const viewsTable = defineTable<Shared>()({
  name: 'shared_views',
  fields: {
    id: uuid,
    list: text,
    name: text,
    query: text,
    sharedBy: text,
    createdAt: instant,
    updatedAt: instant,
  },
  derived: { name_sort: { type: 'text', from: ({ name }) => sortKey(name) } },
})

/** The scope that each list needs, by its path. */
const scopes = Object.values<Record<string, Endpoint>>(contract).flatMap(({ list }) =>
  list ? [[list.path as string, list.scope] as const] : [],
)
const readableLists = (caller: Caller) =>
  scopes.flatMap(([path, scope]) => (scope === null || caller.scopes.includes(scope) ? [path] : []))

/** Changes of views tell filters of any list, so their history is for those who can read all. */
export const readsEveryList = (caller: Caller) => {
  const lists = readableLists(caller)
  return viewedLists.every((list) => lists.includes(list))
}

const find = getHandler(viewsTable, 'shared view')

export const viewRoutes = implement(views, {
  list: listHandler(views.list, viewsTable, {
    sorts: { name: 't.name_sort', created_at: 't.created_at' },
    filters: { list: equals('t.list') },
    visible: (caller) => sql`t.list = any (${readableLists(caller)})`,
  }),
  get: async (context, input) => {
    const found = await find(context, input)
    requireList(context.caller, viewIn(found).list)
    return found
  },
  create: (context, { body }) => {
    requireList(context.caller, body.list)
    const now = new Date().toISOString()
    const made: Shared = { ...body, id: randomUUID(), sharedBy: context.caller.name, createdAt: now, updatedAt: now }
    return withFreeName(body.name, () => createRecord(context, viewsTable, made))
  },
  update: (context, { id, body }) =>
    withFreeName(body.name, () =>
      updateRecord(ofReadableList(context), viewsTable, 'shared view', id, (view) => mergeChanges(view, body)),
    ),
  remove: (context, { id }) => removeRecord(ofReadableList(context), viewsTable, 'shared view', id),
})

const viewIn = (found: string) => (JSON.parse(found) as { data: Shared }).data

const requireList = (caller: Caller, list: string) => {
  if (readableLists(caller).includes(list)) return
  throw notAllowed(
    `The view is of the list ${list}, which your ${keyOrRole(caller)} cannot read. Use a ${keyOrRole(caller)} that can.`,
  )
}

/** Refuses a write to a view of a list that the caller cannot read, before the view is compared and shown. */
const ofReadableList = (context: Context): Context => ({
  ...context,
  precondition: (current) => {
    requireList(context.caller, viewIn(current).list)
    context.precondition(current)
  },
})

/** Names are unique in their list, so that each tab says which view it is. */
const withFreeName = async <T>(name: string | undefined, write: () => Promise<T>): Promise<T> => {
  try {
    return await write()
  } catch (error) {
    if (!(error instanceof Error && 'constraint' in error && error.constraint === 'shared_views_by_name')) throw error
    throw new Problem(
      409,
      'Name is taken',
      `A shared view of this list is already called “${name}”. Choose another name, or replace that view. Nothing was changed.`,
    )
  }
}
