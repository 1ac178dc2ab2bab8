import type { RawBuilder } from 'kysely'
import type { z } from 'zod/mini'
import type { Endpoint } from '../../contract/core/endpoint'
import { json, type LazyResponse } from '../db/json'
import type { InMemory } from '../db/list-engine/read-in-steps'
import { combinedState, type Versions } from '../db/table-versions'
import { etagOf } from './conditional-requests'
import type { Context } from './implement'

type Versioned = {
  /** Everything that the response depends on besides the state of the tables. */
  key: string
  tables: string[]
  /** Changes when the same rows are answered differently. */
  schema: unknown
  /** The body, and the versions that it was read in. The same state may be answered better later if it is a part. */
  build: () => Promise<{ versions: Versions; body: string; isPart?: boolean }>
}

/**
 * A response whose ETag follows from the state of its tables, so that it is known before the response is built; one for the
 * same key and state comes from the cache.
 */
export const versionedResponse = <T>(
  { versions, lists }: Pick<Context, 'versions' | 'lists'>,
  { key, tables, schema, build }: Versioned,
): LazyResponse<T> => {
  const tagOf = (state: string) => etagOf(JSON.stringify([key, state, schema]))
  const state = combinedState(versions, tables)
  const buildAndStore = async () => {
    const { body, versions: found, isPart = false } = await build()
    const now = combinedState(found, tables)
    const stored = { state: now, etag: isPart ? etagOf(body) : tagOf(now), body: new TextEncoder().encode(body) }
    if (!isPart) lists.answers.set(key, stored)
    return stored
  }
  const stored = lists.answers.get(key)
  if (stored?.state === state) return { etag: stored.etag, build: async () => stored }
  return { etag: tagOf(state), build: () => lists.once(`${key} ${state}`, buildAndStore) }
}

/** A response that is worked out from what is held in memory, and from what `select` asks for in their state. */
export const responseFrom = <C, E extends Endpoint, A = null>(
  copy: InMemory<C>,
  { database, versions, lists }: Pick<Context, 'database' | 'versions' | 'lists'>,
  o: {
    endpoint: E
    query: unknown
    schema: unknown
    make: (copy: C, selected: A) => z.output<E['response']>
    select?: RawBuilder<A>
  },
) =>
  versionedResponse<z.output<E['response']>>(
    { versions, lists },
    {
      key: JSON.stringify([o.endpoint.path, o.query]),
      tables: copy.names,
      schema: o.schema,
      build: async () => {
        const { value, versions: found } = await copy.read(
          { read: database.read, cache: lists, versions },
          o.make,
          o.select,
        )
        return { body: json(value), versions: found }
      },
    },
  )
