import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { elapsedSinceInput } from '../lib/elapsed-since-input'
import { inNextTask } from '../lib/next-task'

/** Milliseconds, a frame of the display: twenty rows take about three times as long as what comes before them, and are there by the fifth. */
const quick = 16

/**
 * Draws rows in the picture that answers a click, where this computer was quick with the rest of it; else in a task of their own after
 * it. In one go, unlike what React defers: in slices, with a picture between them, a slow computer would take half as long again.
 */
export const DeferredRows = ({ rows, children }: { rows: number; children: ReactNode }) => {
  const [shown, show] = useState(children)
  useLayoutEffect(() => {
    if ((elapsedSinceInput() * Math.max(rows, 20)) / 20 < quick) show(children)
  }, [rows, children])
  useEffect(() => inNextTask(() => show(children)), [children])
  return shown
}
