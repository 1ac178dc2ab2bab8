import { type RefObject, useEffect } from 'react'
import { useBlocker } from 'react-router-dom'
import { hideWithdrawn, leaveBlockers } from '../api/cache/query-client'

/** Stops every change of the address while `isBlocking` and not yet `saved`, and has the browser ask before the tab closes. */
export const useLeaveBlocker = (isBlocking: boolean, saved?: RefObject<boolean>) => {
  const blocker = useBlocker(() => isBlocking && !saved?.current)
  useEffect(() => {
    if (!isBlocking) return
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', onUnload)
    const token = Symbol()
    leaveBlockers.add(token)
    return () => {
      removeEventListener('beforeunload', onUnload)
      leaveBlockers.delete(token)
      hideWithdrawn()
    }
  }, [isBlocking])
  return blocker
}
