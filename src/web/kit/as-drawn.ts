import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Whether the page is to be as the server draws it: there, and while the app goes on from its drawing. */
export const useAsDrawn = () =>
  useSyncExternalStore(
    never,
    () => false,
    () => true,
  )
