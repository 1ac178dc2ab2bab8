import type { z } from 'zod/mini'
import type { Endpoint } from '../../contract/kit'
import type { Kept as KeptList } from '../database/keeper'
import type { ListMemory } from '../database/memory'
import type { Database } from '../database/open'
import type { Versions } from '../database/versions'
import type { Caller } from '../keys'
import type { Json, Kept } from './json'

/** What a handler may use beside its input. */
export type Context = {
  database: Database
  caller: Caller
  /** Of all tables, read after the request came in. */
  versions: Versions
  lists: ListMemory
  /** As in the contract: "PUT /companies/:id". */
  operation: string
  resource: string
  /** Throws 412 when the caller's `If-Match` does not name this answer. */
  precondition: (current: string) => void
}

/** What of a request reaches a handler, parsed and typed by the contract. */
type Input<E extends Endpoint> = (E['params'] extends z.ZodMiniObject ? z.output<E['params']> : object) &
  (E['query'] extends z.ZodMiniObject ? { query: z.output<E['query']> } : object) &
  (E['body'] extends z.ZodMiniObject ? { body: z.output<E['body']> } : object)

export type Handlers<C extends Record<string, Endpoint>> = {
  [K in keyof C]: (
    context: Context,
    input: Input<C[K]>,
  ) => Promise<Json<z.output<C[K]['response']>> | Kept<z.output<C[K]['response']>>>
}

/** An operation and its answer, with their types left behind: what the router needs. */
export type Route = {
  endpoint: Endpoint
  handle: ((context: Context, input: never) => Promise<string | Kept<unknown>>) & { kept?: KeptList[] }
}

/** Pairs a resource's operations with their answers; a missing or ill-typed answer does not compile. */
export const implement = <C extends Record<string, Endpoint>>(contract: C, handlers: Handlers<C>): Route[] =>
  Object.entries(contract).map(([name, endpoint]) => ({ endpoint, handle: handlers[name as keyof C] }))
