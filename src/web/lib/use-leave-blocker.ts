import { type RefObject, useEffect } from 'react'
import { useBlocker } from 'react-router-dom'
import { isForbidden, queryClient, unsaved } from './api/query-client'

/** Stops every change of the address while `isBlocking` and not yet `saved`, and has the browser ask before the tab closes. */
export const useLeaveBlocker = (isBlocking: boolean, saved?: RefObject<boolean>) => {
  const blocker = useBlocker(() => isBlocking && !saved?.current)
  useEffect(() => {
    if (!isBlocking) return
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', onUnload)
    unsaved.add(onUnload)
    return () => {
      removeEventListener('beforeunload', onUnload)
      unsaved.delete(onUnload)
      // What stayed because of it.
      void queryClient.refetchQueries({ predicate: ({ state }) => !!state.data && isForbidden(state.error) })
    }
  }, [isBlocking])
  return blocker
}
