import { useSyncExternalStore } from 'react'

let isThere = false
const listeners = new Set<() => void>()

/** Asked when a file of this version is gone: the server's page names another script then than the one that runs here. */
export const lookForNewVersion = async () => {
  const running = document.querySelector<HTMLScriptElement>('script[type="module"][src]')
  const response = await fetch('/', { headers: { accept: 'text/html' }, cache: 'no-store' }).catch(() => null)
  const page = response?.ok ? await response.text() : ''
  if (!running || !page || page.includes(new URL(running.src).pathname)) return
  isThere = true
  for (const listener of listeners) listener()
}

export const useNewVersion = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isThere,
    () => false,
  )
