import { type RefObject, useEffect, useState } from 'react'
import { useBlocker } from 'react-router-dom'
import { UnsavedChangesDialog } from './unsaved-changes-dialog'

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

type Options = {
  /** For what `close` closes. */
  onClose?: () => void
  /** For what closes by its address. */
  saved?: RefObject<boolean>
}

/** Asks before unsaved changes are lost: by `close`, by any change of the address, or by closing the tab. */
export const useUnsavedChanges = (changes: number, { onClose = () => {}, saved }: Options = {}) => {
  const [isClosing, setClosing] = useState(false)
  const blocker = useLeaveBlocker(changes > 0, saved)
  const onStay = () => {
    setClosing(false)
    blocker.reset?.()
  }
  const onLeave = () => {
    setClosing(false)
    blocker.proceed?.()
    onClose()
  }
  return {
    close: () => (changes > 0 ? setClosing(true) : onClose()),
    question: (isClosing || blocker.state === 'blocked') && (
      <UnsavedChangesDialog changes={changes} onLeave={onLeave} onStay={onStay} />
    ),
  }
}
