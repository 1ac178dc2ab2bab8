import { type RefObject, useEffect } from 'react'
import { useLeaving } from '../address'
import { Dialog } from '../ui/dialog'

/** Leaving with unsaved changes asks, and so does closing the tab. */
export const LeaveGuard = ({ changes, saved }: { changes: number; saved: RefObject<boolean> }) => {
  const { leave, stay } = useLeaving((to, from) => changes > 0 && !saved.current && to.pathname !== from.pathname)
  useEffect(() => {
    if (changes === 0) return
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', onUnload)
    return () => removeEventListener('beforeunload', onUnload)
  }, [changes])
  if (!leave) return null
  const title = `Leave with ${changes === 1 ? '1 unsaved change' : `${changes} unsaved changes`}?`
  return (
    <Dialog className="dialog" title={title} onClose={stay} alert>
      <header>
        <h2>{title}</h2>
        <p>What you typed has not been sent. Leaving throws it away.</p>
      </header>
      <footer>
        <button type="button" className="button" data-kind="danger" onClick={leave}>
          Discard and leave
        </button>
        <button type="button" className="button" data-kind="primary" onClick={stay}>
          Keep editing
        </button>
      </footer>
    </Dialog>
  )
}
