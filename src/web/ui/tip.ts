import { createContext, useContext } from 'react'

/** Shown beside the element on hover, focus and touch, unless the element shows this text itself. */
export const tip = (text: string | null | undefined) => (text ? { 'data-tip': text } : undefined)

/** A tip that says more than a name or a whole text: screen readers describe the element with it. */
export const explanation = (text: string | null | undefined) =>
  text ? { 'data-tip': text, 'aria-description': text } : undefined

/** True where text that isn’t a control can take the focus to show its explanation: in facts, but not in every row. */
export const TipStops = createContext(false)

export const useTipStop = () => (useContext(TipStops) ? { tabIndex: 0 } : undefined)

/** A button that does nothing while something is missing, but takes the focus and says what. */
export const unless = (lack: string | null | undefined, onClick: () => void) => ({
  'aria-disabled': Boolean(lack),
  ...explanation(lack),
  onClick: lack ? undefined : onClick,
})
