import { useEffect, useRef, useState } from 'react'
import { useLeaveBlocker } from '../lib/navigation/use-leave-blocker'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog'

type Options = {
  /** For what `close` closes. */
  onClose?: () => void
  /** While true, leaving waits for the save instead of asking. */
  isSaving?: boolean
}

/** Asks before unsaved changes are lost: by `close`, by any change of the address, or by closing the tab. */
export const useUnsavedChanges = (changes: number, { onClose = () => {}, isSaving = false }: Options = {}) => {
  const [isClosing, setClosing] = useState(false)
  const saved = useRef(false)
  const blocker = useLeaveBlocker(changes > 0, saved)
  const latest = useRef(blocker)
  latest.current = blocker
  const isLeaving = isClosing || blocker.state === 'blocked'
  const onStay = () => {
    setClosing(false)
    latest.current.reset?.()
  }
  const onLeave = () => {
    setClosing(false)
    blocker.proceed?.()
    onClose()
  }
  /** Call after a successful save. Resumes a blocked navigation and returns whether there was one. */
  const proceed = () => {
    saved.current = true
    latest.current.proceed?.()
    return latest.current.state === 'blocked'
  }
  // The save failed: cancel leaving, so that the user sees why.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when a save has ended
  useEffect(() => {
    if (!isSaving && !saved.current) onStay()
  }, [isSaving])
  return {
    close: () => (changes > 0 ? setClosing(true) : onClose()),
    proceed,
    isWaiting: isLeaving && isSaving,
    question: isLeaving && !isSaving && !saved.current && (
      <ConfirmDialog
        title={`Leave with ${changes === 1 ? '1 unsaved change' : `${changes} unsaved changes`}?`}
        text="Your changes will be lost."
        yes="Discard and leave"
        no="Keep editing"
        onYes={onLeave}
        onNo={onStay}
      />
    ),
  }
}
