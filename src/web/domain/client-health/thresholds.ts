import { usePreference } from '../../lib/preferences'

/** The limits chosen in Settings, as the API takes them; empty for the default. Kept on this computer. */
export const useHealthThresholds = () => usePreference('client-health', '')
