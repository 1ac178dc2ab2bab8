import type { Tabs } from '../section'
import { settings } from './sections'

export const tabs = {
  section: settings,
  tabs: [
    { path: '/settings/api-access', title: 'API Access' },
    { path: '/settings/people', title: 'People and sessions' },
    { path: '/settings/brand', title: 'Brand' },
    { path: '/settings/client-health', title: 'Client health' },
  ],
} satisfies Tabs
