import { useSyncExternalStore } from 'react'

const subscribe = () => () => {}

/** True on the server, and in the browser while React hydrates what the server rendered. */
export const useIsHydrating = () =>
  useSyncExternalStore(
    subscribe,
    () => false,
    () => true,
  )
