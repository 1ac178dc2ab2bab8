import { formatNumber } from '../ui/format/format'

/** "2 h 15 min"; under a minute in seconds. */
export const formatDuration = (seconds: number) => {
  if (seconds < 60) return `${formatNumber(Math.round(seconds))}\u00a0s`
  const minutes = Math.round(seconds / 60)
  const parts = [
    minutes >= 60 && `${formatNumber(Math.floor(minutes / 60))}\u00a0h`,
    minutes % 60 && `${minutes % 60}\u00a0min`,
  ]
  return parts.filter(Boolean).join(' ')
}
