import type { QueryKey } from '@tanstack/react-query'
import { hearTime } from './now'
import { queryClient } from './query-client'
import { sessionWorks } from './session'

/** What the server has read to draw this page stands in it, and is not asked for again while it is fresh. */
export const takeGiven = () => {
  const element = document.getElementById('given')
  if (!element) return
  element.remove()
  hearTime(element.dataset.date ?? null)
  const given: [key: QueryKey, data: unknown][] = JSON.parse(element.textContent)
  for (const [key, data] of given) queryClient.setQueryData(key, data)
  sessionWorks()
}
