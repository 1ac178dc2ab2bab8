import { usePreference } from '../../lib/preferences'

/** Row height, in every table. */
export const useDensity = () => usePreference('density', 'default', { name: 'density' })
