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

/** Devices in use whose warranty ends in these days of UTC, the last not included. */
export const endingIn = <D extends Warranty & Used>(devices: D[], { dateFrom, dateTo }: Days) =>
  devices.filter((device) => {
    const end = warrantyEndOf(device)
    return isInUse(device) && end !== null && end < Date.parse(dateTo) && !(dateFrom && end < Date.parse(dateFrom))
  })
