import type { MouseEvent } from 'react'
import { explanation } from './tip'

/** A box that can’t be ticked, but takes the focus and says why. */
export const refusedBecause = (lack: string) => ({
  'aria-disabled': true,
  readOnly: true,
  onClick: (event: MouseEvent) => event.preventDefault(),
  ...explanation(lack),
})
