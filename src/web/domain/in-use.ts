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

/** Devices in use whose warranty ends in these days of UTC, the last not included. Of two ends the earlier counts. */
export const endingIn = <D extends Warranty & Used>(
  devices: D[],
  { dateFrom, dateTo }: { dateFrom?: string; dateTo: string },
) =>
  devices.filter((device) => {
    const end = firstTime(device.warrantyEnd, device.warrantyExpires)
    return isInUse(device) && end !== null && end < Date.parse(dateTo) && !(dateFrom && end < Date.parse(dateFrom))
  })
