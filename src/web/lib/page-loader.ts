import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'
import { createContext, type LoaderFunctionArgs, type RouterContextProvider } from 'react-router-dom'
import { hasNoAdditions } from './api/missing-operations'

/** What loaders are given: the query client, and whether they run for a page or ahead of one that may be opened. */
export type LoaderContext = { client: QueryClient; purpose: 'render' | 'navigate' | 'preload' }

export const loaderContext = createContext<LoaderContext>()

/** A query, whatever it answers. */
export type AnyQuery = { queryKey: QueryKey; queryFn?: unknown }

/** One that a page may not need is false, or whatever its condition is instead. */
export type MaybeQuery = AnyQuery | '' | false | null | undefined

type Address = { params: Record<string, string | undefined>; search: URLSearchParams; client: QueryClient }

type Queries = {
  /** The page is not shown without these, as long as they do not take too long. */
  needs: (address: Address) => AnyQuery[]
  /** The rest of the page. The server waits for these too, and the browser only starts them. */
  also?: (address: Address) => MaybeQuery[]
}

/** How long the page before stays while the next one's data is on its way. Then the next shows skeletons. */
const patience = 300

/** A route's loader: fills the query cache, from which components read. Failures are theirs to show. */
export const pageLoader =
  ({ needs, also }: Queries) =>
  async ({ params, request, context }: LoaderFunctionArgs<Readonly<RouterContextProvider>>) => {
    const { client, purpose } = context.get(loaderContext)
    const address = { params, search: new URL(request.url).searchParams, client }
    const load = (queries: AnyQuery[]) => {
      const untried = queries.filter(({ queryKey }) => client.getQueryState(queryKey)?.status !== 'error')
      return Promise.allSettled(untried.map((one) => client.ensureQueryData(one as FetchQueryOptions)))
    }
    const others = () => also?.(address).filter((one) => !!one) ?? []
    const needed = load(needs(address))
    if (purpose === 'render') {
      await Promise.all([needed, load(others())])
      // Some queries follow from what others returned.
      await load(others())
      return null
    }
    if (purpose === 'navigate' && !hasNoAdditions()) void load(others())
    await Promise.race([needed, new Promise((resolve) => setTimeout(resolve, patience))])
    return null
  }
