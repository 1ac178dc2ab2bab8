import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router-dom'

const subscribe = () => () => {}

/** `rendered` on the server and while React hydrates what it rendered, then `value`. The component renders again only if they differ. */
export const useOnceHydrated = <T>(value: T, rendered: T) =>
  useSyncExternalStore(
    subscribe,
    () => value,
    () => rendered,
  )

/** The hash of the address. The server isn’t sent it. */
export const useHash = () => useOnceHydrated(useLocation().hash, '')
