/** The first of these moments, as a time; null without one. */
export const firstTime = (...moments: (string | null | undefined)[]) => {
  const times = moments.map((moment) => Date.parse(moment ?? '')).filter((time) => !Number.isNaN(time))
  return times.length > 0 ? Math.min(...times) : null
}

/** Retired devices need no warranty and are not replaced. */
export const isRetired = ({ status }: { status?: string | null }) => status?.trim().toLowerCase() === 'retired'
