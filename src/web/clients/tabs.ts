import type { Tabs } from '../section'
import { clientOverview } from './sections'

export const tabs = {
  section: clientOverview,
  tabs: [{ path: '/clients/chart', title: 'Clients in a chart' }],
} satisfies Tabs
