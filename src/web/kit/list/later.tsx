import { type ReactNode, useEffect, useState } from 'react'

/**
 * Draws what it holds in a task of its own, which comes after the picture that answers a click. In one go, unlike what React
 * defers: in slices, with a picture between them, a slow computer would take half as long again.
 */
export const Later = ({ children }: { children: ReactNode }) => {
  const [shown, show] = useState(children)
  useEffect(() => {
    // Neither a timer, which stands still with the page's clock, nor the next picture, which a hidden page never has.
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => show(children)
    port2.postMessage(null)
    return () => port1.close()
  }, [children])
  return shown
}
