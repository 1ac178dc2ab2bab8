import type { Warranty } from './warranty'

/** The first of these moments, as a time; null without one. */
export const firstTime = (...moments: (string | null | undefined)[]) => {
  const times = moments.map((moment) => Date.parse(moment ?? '')).filter((time) => !Number.isNaN(time))
  return times.length > 0 ? Math.min(...times) : null
}

type Used = { status?: string | null }

/** Retired devices need no warranty and are not replaced. */
export const isRetired = ({ status }: Used) => status?.trim().toLowerCase() === 'retired'

export const isInUse = (device: Used) => !isRetired(device)

/** When the warranty ends, as a time. Of two ends the earlier counts. */
export const warrantyEndOf = ({ warrantyEnd, warrantyExpires }: Warranty) => firstTime(warrantyEnd, warrantyExpires)

type Days = { dateFrom?: string; dateTo: string }

/** Whether the warranty ends in these days of UTC, the last not included. */
export const endsIn = (device: Warranty, { dateFrom, dateTo }: Days) => {
  const end = warrantyEndOf(device)
  return end !== null && end < Date.parse(dateTo) && !(dateFrom && end < Date.parse(dateFrom))
}

/** Devices in use whose warranty ends in these days. */
export const endingIn = <D extends Warranty & Used>(devices: D[], days: Days) =>
  devices.filter((device) => isInUse(device) && endsIn(device, days))
