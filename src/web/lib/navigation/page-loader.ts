import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'
import { createContext, type LoaderFunctionArgs, type RouterContextProvider } from 'react-router-dom'
import { hasNoAdditions } from '../api/missing-operations'

/** Loader context: the query client, and whether this is a prefetch. */
export type LoaderContext = { client: QueryClient; purpose: 'render' | 'navigate' | 'preload' }

export const loaderContext = createContext<LoaderContext>()

/** Any query. */
export type AnyQuery = { queryKey: QueryKey; queryFn?: unknown }

/** A query that is skipped may be false or another falsy condition. */
export type MaybeQuery = AnyQuery | '' | false | null | undefined

type Address = { params: Record<string, string | undefined>; search: URLSearchParams; client: QueryClient }

type Queries = {
  /** Queries the page waits for, up to a limit. */
  needs: (address: Address) => AnyQuery[]
  /** Other queries. The server waits for these too; the browser starts them without waiting, if it has to wait for `needs`. */
  prefetch?: (address: Address) => MaybeQuery[]
}

/** How long the old page stays before the next one shows skeletons. */
const patience = 300

/** Route loader: fills the query cache. Components show the failures. */
export const pageLoader =
  ({ needs, prefetch }: Queries) =>
  async ({ params, request, context }: LoaderFunctionArgs<Readonly<RouterContextProvider>>) => {
    const { client, purpose } = context.get(loaderContext)
    const address = { params, search: new URL(request.url).searchParams, client }
    const load = (queries: AnyQuery[]) => {
      const untried = queries.filter(({ queryKey }) => client.getQueryState(queryKey)?.status !== 'error')
      return Promise.allSettled(untried.map((one) => client.ensureQueryData(one as FetchQueryOptions)))
    }
    const others = () => prefetch?.(address).filter((one) => !!one) ?? []
    const wanted = needs(address)
    // Sending requests would delay the page; its components send them once it is there.
    if (purpose !== 'render' && wanted.every(({ queryKey }) => client.getQueryData(queryKey) !== undefined)) return null
    const needed = load(wanted)
    if (purpose === 'render') {
      await Promise.all([needed, load(others())])
      // Some queries depend on earlier results.
      await load(others())
      return null
    }
    if (purpose === 'navigate' && !hasNoAdditions()) void load(others())
    await Promise.race([needed, new Promise((resolve) => setTimeout(resolve, patience))])
    return null
  }
