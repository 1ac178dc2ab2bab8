import type { Tabs } from '../section'
import { devices } from './sections'

export const tabs = {
  section: devices,
  tabs: [{ path: '/replacements', title: 'Replacement plan' }],
} satisfies Tabs
