/** What tabs of one browser tell each other: something was written, or somebody signed in or out. */
type News = 'written' | 'signed in' | 'signed out'

/** Where storage is forbidden, a browser may forbid this too; then each tab learns of it when it next reads. */
const open = () => {
  // The build draws the frame without a browser.
  if (!('document' in globalThis)) return null
  try {
    return new BroadcastChannel('quarterdeck')
  } catch {
    return null
  }
}

const channel = open()

export const tellTabs = (news: News) => channel?.postMessage(news)

export const onNews = (news: News, act: () => void) =>
  channel?.addEventListener('message', ({ data }) => {
    if (data === news) act()
  })
