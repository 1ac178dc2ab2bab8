import type { Write } from '../cache/invalidation'

/** Messages between tabs: a write, a sign-in, perhaps of someone else, a page that has a session, or a sign-out. */
type News = { type: 'written'; write: Write } | { type: 'signed in' | 'has session' | 'signed out' }

/** Null during server rendering. A browser that blocks storage may block this too. */
const open = () => {
  try {
    return typeof document === 'undefined' ? null : new BroadcastChannel('quarterdeck')
  } catch {
    return null
  }
}

const channel = open()

export const notifyTabs = (news: News) => channel?.postMessage(news)

export const onTabMessage = <T extends News['type']>(type: T, act: (news: Extract<News, { type: T }>) => void) =>
  channel?.addEventListener('message', ({ data }) => {
    if (data.type === type) act(data)
  })
