import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { companies } from '../../contract/companies'
import { largestPage } from '../../contract/core/list-query'
import { isMissing } from '../lib/api/api-error'
import { call, type QueryContext } from '../lib/api/client'
import { RecordLink } from '../record/record-link'

type Names = Map<string, string | null | undefined>

const size = largestPage(companies.list)

const readTogether = async (ids: string[], context: QueryContext): Promise<Names> => {
  const parts = Array.from({ length: Math.ceil(ids.length / size) }, (_, at) => ids.slice(at * size, (at + 1) * size))
  const read = parts.map((part) =>
    call(companies.list, { query: { ids: part.join(','), limit: String(size) } }, context),
  )
  return new Map((await Promise.all(read)).flatMap(({ data }) => data.map(({ id, name }) => [id, name])))
}

/** What is asked for at the moment: queries that begin, or are repeated, together go in one request. */
const batches = new WeakMap<QueryClient, { ids: Set<string>; names: Promise<Names> }>()

const namesWith = (id: string, client: QueryClient) => {
  const known = batches.get(client)
  const ids = known?.ids ?? new Set<string>()
  ids.add(id)
  if (known) return known.names
  // A timer, because repeated queries come from timers of their own.
  const names = new Promise((resolve) => setTimeout(resolve)).then(() => {
    batches.delete(client)
    return readTogether([...ids], { client, signal: new AbortController().signal })
  })
  batches.set(client, { ids, names })
  return names
}

/** A company’s name; null without one. */
export const companyNameQuery = (id: string) =>
  queryOptions({
    queryKey: [companies.list.path, 'name', id],
    queryFn: async (context) => {
      try {
        return (await namesWith(id, context.client)).get(id) ?? null
      } catch (error) {
        if (!isMissing(error)) throw error
        return (await call(companies.get, { id }, context)).data.name ?? null
      }
    },
  })

/** Links to one of several companies by its name; by ID if it has none or cannot be loaded. */
export const CompanyName = ({ id }: { id: string }) => {
  const { data, isPending } = useQuery(companyNameQuery(id))
  return <RecordLink to="/companies" id={id} name={data} isPending={isPending} />
}
