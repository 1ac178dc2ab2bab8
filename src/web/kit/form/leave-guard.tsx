import { type RefObject, useEffect } from 'react'
import { useLeaving } from '../address'
import { Leaving } from './leaving'

/** Leaving with unsaved changes asks, and so does closing the tab. */
export const LeaveGuard = ({ changes, saved }: { changes: number; saved: RefObject<boolean> }) => {
  const { leave, stay } = useLeaving((to, from) => changes > 0 && !saved.current && to.pathname !== from.pathname)
  useEffect(() => {
    if (changes === 0) return
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', onUnload)
    return () => removeEventListener('beforeunload', onUnload)
  }, [changes])
  return leave && <Leaving changes={changes} onLeave={leave} onStay={stay} />
}
