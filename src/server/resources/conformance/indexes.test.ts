import { CompiledQuery } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sortQuery } from '../../../contract/core/endpoint'
import type { Database } from '../../db/database'
import { makeSample } from '../../demo/make'
import { createTestApi, engines, type TestApi } from '../../testing/server'
import { lists } from './model'
import { nothingLeftOut } from './walk'

type Node = { 'Node Type': string; 'Subplan Name'?: string; Plans?: Node[] }
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

const sorts = lists.flatMap(({ path, list }) =>
  list.sort.keys.flatMap((key) => [false, true].map((descending) => ({ path, list, key, descending }))),
)

describe.each(engines)('Every sort on $engine', ({ open }) => {
  let database: Database
  let testApi: TestApi
  beforeAll(async () => {
    database = await open()
    testApi = await createTestApi(database)
    await makeSample(database, { scale: 0.02, now: new Date('2026-11-21T05:00:00.000Z') })
  })
  afterAll(() => database.close())

  /** The plan of the statement that read the page, where sorting is the last resort. */
  const planOf = async (path: string) => {
    const query = vi.spyOn(pg.Client.prototype, 'query')
    const { status } = await testApi.ask(path)
    const sent = query.mock.calls.map(([config]) => config as unknown as { text?: string; values: unknown[] })
    query.mockRestore()
    expect(status).toBe(200)
    const { text, values } = sent.findLast(({ text }) => text?.includes('page as materialized')) as (typeof sent)[0]
    return database.sql.connection().execute(async (executor) => {
      const run = (statement: string, parameters: unknown[] = []) =>
        executor.executeQuery<{ 'QUERY PLAN': [{ Plan: Node }] }>(CompiledQuery.raw(statement, parameters))
      await run('set enable_seqscan = off')
      await run('set enable_sort = off')
      const { rows } = await run(`explain (format json) ${text}`, values)
      await run('reset all')
      return rows[0]?.['QUERY PLAN'][0]?.Plan as Node
    })
  }

  it.each(sorts)(
    '$path by $key, descending $descending, is the order of an index',
    async ({ path, list, key, descending }) => {
      const plan = await planOf(
        `${path}?${new URLSearchParams({ ...nothingLeftOut(list), ...sortQuery(list, key, descending) })}`,
      )
      const page = nodesOf(plan).find((node) => node['Subplan Name'] === 'CTE page') as Node
      expect(nodesOf(page).filter((node) => /Sort/.test(node['Node Type']))).toEqual([])
    },
  )
})
