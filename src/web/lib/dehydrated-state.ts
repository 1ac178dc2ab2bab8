import { type DehydratedState, hydrate, type QueryClient } from '@tanstack/react-query'
import type { HydrationState } from 'react-router-dom'
import { type RequestContext, stateId } from '../../contract/core/ssr-protocol'
import { syncServerClock } from './api/server-clock'
import { markSessionActive } from './api/session/session'
import { withoutBase } from './base-path'
import { browserContext, browserDefaults, setContextProvider } from './request-context'

/** Query data the server rendered the page from. */
export type PageState = {
  context: RequestContext
  /** Server time of rendering. */
  date: string
  queries: DehydratedState
  router: HydrationState
}

/** Hydrates the query cache; null if the server did not render the page. */
export const hydrateFromDocument = (client: QueryClient) => {
  const element = document.getElementById(stateId)
  if (!element) return null
  const { context, date, queries, router }: PageState = JSON.parse(element.textContent)
  element.remove()
  syncServerClock(date)
  const isOurZone = context.zone === browserDefaults.zone
  // Data age uses this computer’s clock, which may differ from the server’s. What was read for another time zone’s days is read again.
  for (const { state } of queries.queries) state.dataUpdatedAt = isOurZone ? Date.now() : 0
  hydrate(client, queries)
  if (queries.queries.length > 0 && withoutBase(location.pathname) !== '/sign-in') markSessionActive()
  const contextHere = { ...browserContext, preferences: context.preferences }
  setContextProvider(() => contextHere)
  return { router, isForThisBrowser: context.locale === browserDefaults.locale && isOurZone }
}
