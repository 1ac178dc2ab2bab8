import { createStore } from './store'

const isThere = createStore(false)

/**
 * Compares the script that the server's pages name now with the one that runs here. Resolves to whether the server still has this
 * version; null when it cannot be reached.
 */
export const checkForNewVersion = async () => {
  const running = document.querySelector('script[src^="/assets/"]')?.getAttribute('src')
  const response = await fetch('/', { headers: { accept: 'text/html' }, cache: 'no-store' }).catch(() => null)
  const page = response?.ok ? await response.text() : ''
  if (!running || !page) return null
  const isSame = page.includes(running)
  if (!isSame) isThere.set(true)
  return isSame
}

export const useNewVersion = isThere.use
