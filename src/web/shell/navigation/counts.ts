import { createStore } from '../../lib/store'

/** How many records of a page need attention. */
export type Count = {
  text: string
  /** What the number counts, for screen readers. */
  words: string
  tone: 'attention' | 'bad'
}

/** By path of the page. Empty on the server and until the first page is idle. */
export const counts = createStore<Record<string, Count | undefined>>({})
