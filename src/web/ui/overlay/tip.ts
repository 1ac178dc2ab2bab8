import { createContext, useContext } from 'react'

/** A tooltip whose text screen readers have elsewhere: a name, or the whole of a text that is cut off. */
export const tip = (text: string | null | undefined) => (text ? { 'data-tip': text } : undefined)

/** A tooltip whose text is nowhere else, so it is the accessible description too. */
export const explanation = (text: string | null | undefined) =>
  text ? { 'data-tip': text, 'aria-description': text } : undefined

/** True in the facts of a record: plain text with a tip can be focused there. In rows that would be too many stops. */
export const TipStops = createContext(false)

export const useTipStop = () => (useContext(TipStops) ? { tabIndex: 0 } : undefined)

/** A button that does nothing while something is missing, but takes the focus and says what. */
export const disabledBecause = (lack: string | null | undefined, onClick: () => void) => ({
  'aria-disabled': Boolean(lack),
  ...explanation(lack),
  onClick: lack ? undefined : onClick,
})
