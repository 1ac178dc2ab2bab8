import type { DehydratedState } from '../../contract/core/ssr-protocol'
import { queryClient } from './api/query-client'
import { syncServerClock } from './api/server-clock'
import { markSessionActive } from './api/session'
import { browserContext, setContextProvider } from './request-context'

/**
 * What the server has read to draw this page stands in it, and is not asked for again while it is fresh. Tells whether the page was
 * drawn for who reads it, so that the app can go on with that drawing.
 */
export const hydrateFromDocument = () => {
  const element = document.getElementById('given')
  if (!element) return false
  element.remove()
  const { reader, date, read }: DehydratedState = JSON.parse(element.textContent)
  syncServerClock(date)
  for (const [key, data] of read) queryClient.setQueryData(key, data)
  markSessionActive()
  const asTold = { ...browserContext, preferences: reader.preferences }
  setContextProvider(() => asTold)
  return reader.locale === browserContext.locale && reader.zone === Intl.DateTimeFormat().resolvedOptions().timeZone
}
