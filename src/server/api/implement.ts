import type { z } from 'zod/mini'
import type { Endpoint } from '../../contract/core/endpoint'
import type { Author } from '../db/audit-log'
import type { Database } from '../db/database'
import type { Json, LazyResponse } from '../db/json'
import type { ListCache } from '../db/list-engine/list-cache'
import type { TrackedList } from '../db/list-engine/stats-refresher'
import type { Versions } from '../db/table-versions'
import type { Caller } from './keys'
import type { Passed } from './passed'

/** What a handler gets besides its input. */
export type Context = {
  database: Database
  caller: Caller
  /** Versions of all tables, read after the request arrived. */
  versions: Versions
  lists: ListCache
  /** As in the contract: "PUT /companies/:id". */
  operation: string
  resource: string
  /** Throws 412 if the caller's `If-Match` or `If-None-Match` rules out a write to this record. */
  precondition: (current: string) => void
}

/** The parsed request, typed by the contract. */
type Input<E extends Endpoint> = (E['params'] extends z.ZodMiniObject ? z.output<E['params']> : object) &
  (E['query'] extends z.ZodMiniObject ? { query: z.output<E['query']> } : object) &
  (E['body'] extends z.ZodMiniObject ? { body: z.output<E['body']> } : object)

export type Handlers<C extends Record<string, Endpoint>> = {
  [K in keyof C]: (
    context: Context,
    input: Input<C[K]>,
  ) => Promise<Json<z.output<C[K]['response']>> | LazyResponse<z.output<C[K]['response']>>>
}

type Handle = ((context: Context, input: never) => Promise<string | LazyResponse<unknown>>) & {
  trackedLists?: TrackedList[]
}

/** Who sends a request: the caller in full, and what the audit log notes. */
export type Requester = Author & { caller: Caller }

/** For files and other responses of unbounded duration: calls the API itself, so it holds no database slot and has no deadline. */
type Respond = (request: Request, input: never, passed: Passed, author: Requester) => Promise<Response>

/** An operation and its handler without their types, as the router needs them. */
export type Route = { endpoint: Endpoint } & ({ handle: Handle } | { respond: Respond })

/** Pairs a resource's operations with their handlers; a missing or wrongly typed handler does not compile. */
export const implement = <C extends Record<string, Endpoint>>(contract: C, handlers: Handlers<C>): Route[] =>
  Object.entries(contract).map(([name, endpoint]) => ({ endpoint, handle: handlers[name as keyof C] }))
