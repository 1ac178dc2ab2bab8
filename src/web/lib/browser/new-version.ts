import { withBase } from '../base-path'
import { createStore } from '../store'

const isThere = createStore(false)

/**
 * Compares the server’s current script with the running one. Resolves to true if they match, null if the server is
 * unreachable.
 */
export const checkForNewVersion = async () => {
  const running = document.querySelector('script[src*="/assets/"]')?.getAttribute('src')
  const response = await fetch(withBase('/'), { headers: { accept: 'text/html' }, cache: 'no-store' }).catch(() => null)
  const page = response?.ok ? await response.text() : ''
  if (!running || !page) return null
  const isSame = page.includes(running)
  if (!isSame) isThere.set(true)
  return isSame
}

export const useNewVersion = isThere.use
