import { type RefObject, useEffect } from 'react'
import { useBlocker } from 'react-router-dom'

/** Stops every change of the address while `isBlocking` and not yet `saved`, and has the browser ask before the tab closes. */
export const useLeaveBlocker = (isBlocking: boolean, saved?: RefObject<boolean>) => {
  const blocker = useBlocker(() => isBlocking && !saved?.current)
  useEffect(() => {
    if (!isBlocking) return
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', onUnload)
    return () => removeEventListener('beforeunload', onUnload)
  }, [isBlocking])
  return blocker
}
