import type { Given } from '../../contract/drawing'
import { hearTime } from './now'
import { queryClient } from './query-client'
import { here, readFor } from './reader'
import { sessionWorks } from './session'

/**
 * What the server has read to draw this page stands in it, and is not asked for again while it is fresh. Tells whether the page was
 * drawn for who reads it, so that the app can go on with that drawing.
 */
export const takeGiven = () => {
  const element = document.getElementById('given')
  if (!element) return false
  element.remove()
  const { reader, date, read }: Given = JSON.parse(element.textContent)
  hearTime(date)
  for (const [key, data] of read) queryClient.setQueryData(key, data)
  sessionWorks()
  const asTold = { ...here, told: reader.told }
  readFor(() => asTold)
  return reader.locale === here.locale && reader.zone === Intl.DateTimeFormat().resolvedOptions().timeZone
}
