import { type DehydratedState, hydrate, type QueryClient } from '@tanstack/react-query'
import type { HydrationState } from 'react-router-dom'
import { type RequestContext, stateId } from '../../contract/core/ssr-protocol'
import { syncServerClock } from './api/server-clock'
import { markSessionActive } from './api/session'
import { browserContext, setContextProvider } from './request-context'

/** What the server rendered a page from. */
export type PageState = {
  context: RequestContext
  /** When, by the server's clock. */
  date: string
  queries: DehydratedState
  router: HydrationState
}

/** Fills the query cache with what the server rendered this page from; null for a page that it did not render. */
export const hydrateFromDocument = (client: QueryClient) => {
  const element = document.getElementById(stateId)
  if (!element) return null
  const { context, date, queries, router }: PageState = JSON.parse(element.textContent)
  element.remove()
  syncServerClock(date)
  // Their age is counted by this computer's clock, which may be another than the server's.
  for (const { state } of queries.queries) state.dataUpdatedAt = Date.now()
  hydrate(client, queries)
  if (queries.queries.length > 0) markSessionActive()
  setContextProvider(() => ({ ...browserContext, preferences: context.preferences }))
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return { router, isForThisBrowser: context.locale === browserContext.locale && context.zone === timeZone }
}
