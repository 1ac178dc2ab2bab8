import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router-dom'

const subscribe = () => () => {}

/** True on the server, and in the browser while React hydrates what the server rendered. */
export const useIsHydrating = () =>
  useSyncExternalStore(
    subscribe,
    () => false,
    () => true,
  )

/** The hash of the address once the page is hydrated: the server, which isn’t sent it, rendered the page without. */
export const useHash = () => {
  const { hash } = useLocation()
  return useIsHydrating() ? '' : hash
}
