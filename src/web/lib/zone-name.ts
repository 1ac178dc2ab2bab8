import { isTimeZone } from '../../contract/core/time-zone'
import { currentTimeZone } from './request-context'

/** The user’s time zone by its name. A browser that doesn’t know its own says Etc/Unknown, which is none. */
export const zoneName = () => {
  const zone = currentTimeZone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  return isTimeZone(zone) ? zone : 'UTC'
}
