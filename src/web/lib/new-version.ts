import { createStore } from './store'

const isThere = createStore(false)

/** Asked when a file of this version is gone: the server's page names another script then than the one that runs here. */
export const checkForNewVersion = async () => {
  const script = document.querySelector('#app, script[src^="/assets/"]')
  const running = script?.getAttribute('href') ?? script?.getAttribute('src')
  const response = await fetch('/', { headers: { accept: 'text/html' }, cache: 'no-store' }).catch(() => null)
  const page = response?.ok ? await response.text() : ''
  if (!running || !page || page.includes(running)) return
  isThere.set(true)
}

export const useNewVersion = isThere.use
