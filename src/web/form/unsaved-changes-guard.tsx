import { type RefObject, useEffect } from 'react'
import { type Location, useBlocker } from 'react-router-dom'
import { UnsavedChangesDialog } from './unsaved-changes-dialog'

const pathShown = ({ mask, pathname }: Location) => (mask ?? { pathname }).pathname

/** Confirms before leaving or closing the tab with unsaved changes. */
export const UnsavedChangesGuard = ({ changes, saved }: { changes: number; saved: RefObject<boolean> }) => {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      changes > 0 && !saved.current && pathShown(currentLocation) !== pathShown(nextLocation),
  )
  useEffect(() => {
    if (changes === 0) return
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', onUnload)
    return () => removeEventListener('beforeunload', onUnload)
  }, [changes])
  if (blocker.state !== 'blocked') return null
  return <UnsavedChangesDialog changes={changes} onLeave={blocker.proceed} onStay={blocker.reset} />
}
