import { formatDay } from './format'

/** The user’s day of an instant: "23 Nov 2026"; invalid dates are shown as they are. */
export const localDayText = (value: string | null | undefined): string => {
  const instant = new Date(value || Number.NaN)
  return Number.isNaN(instant.getTime()) ? (value ?? '') : formatDay(instant)
}
