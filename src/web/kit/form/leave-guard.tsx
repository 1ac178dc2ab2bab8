import { type RefObject, useEffect } from 'react'
import { useBlocker } from 'react-router-dom'
import { Dialog } from '../ui/dialog'

/** Leaving with unsaved changes asks, and so does closing the tab. */
export const LeaveGuard = ({ changes, saved }: { changes: number; saved: RefObject<boolean> }) => {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      changes > 0 && !saved.current && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (changes === 0) return
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', onUnload)
    return () => removeEventListener('beforeunload', onUnload)
  }, [changes])
  if (blocker.state !== 'blocked') return null
  const title = `Leave with ${changes === 1 ? '1 unsaved change' : `${changes} unsaved changes`}?`
  return (
    <Dialog className="dialog" title={title} onClose={() => blocker.reset()} alert>
      <header>
        <h2>{title}</h2>
        <p>What you typed has not been sent. Leaving throws it away.</p>
      </header>
      <footer>
        <button type="button" className="button" data-kind="danger" onClick={() => blocker.proceed()}>
          Discard and leave
        </button>
        <button type="button" className="button" data-kind="primary" onClick={() => blocker.reset()}>
          Keep editing
        </button>
      </footer>
    </Dialog>
  )
}
