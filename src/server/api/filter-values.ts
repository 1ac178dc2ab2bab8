import type { z } from 'zod/mini'
import type { FilterValues } from '../../contract/filter-values'
import { json } from '../db/json'
import { distinctValues, matchingValues, type ValueSpec } from '../db/list-engine/distinct-values'
import type { Table } from '../db/table'
import type { Context } from './implement'

type Query<F extends string> = { filter: F; search?: string | undefined; value?: string | undefined; limit: number }

/** Handles the values of a list's filters; the compiler names a missing filter. */
export const filterValuesHandler =
  <F extends string>(table: Pick<Table<never>, 'name'>, specs: Record<F, ValueSpec>) =>
  async (
    { database, lists, versions }: Pick<Context, 'database' | 'lists' | 'versions'>,
    { query: { filter, search, value, limit } }: { query: Query<F> },
  ) => {
    const known = await distinctValues({ read: database.read, cache: lists, versions }, table, specs[filter])
    const chosen = value === undefined ? known.values : known.values.filter((one) => one.value === value)
    const found = search ? matchingValues(chosen, search) : chosen
    return json<{ data: z.output<typeof FilterValues> }>({
      data: {
        values: found.slice(0, limit).map(({ text, ...shown }) => shown),
        totalCount: found.length,
        isComplete: known.isComplete,
      },
    })
  }
