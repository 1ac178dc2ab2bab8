import { type RefObject, useEffect } from 'react'
import { useLeaveGuard } from '../lib/address'
import { UnsavedChangesDialog } from './unsaved-changes-dialog'

/** Leaving with unsaved changes asks, and so does closing the tab. */
export const UnsavedChangesGuard = ({ changes, saved }: { changes: number; saved: RefObject<boolean> }) => {
  const { leave, stay } = useLeaveGuard((to, from) => changes > 0 && !saved.current && to.pathname !== from.pathname)
  useEffect(() => {
    if (changes === 0) return
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', onUnload)
    return () => removeEventListener('beforeunload', onUnload)
  }, [changes])
  return leave && <UnsavedChangesDialog changes={changes} onLeave={leave} onStay={stay} />
}
