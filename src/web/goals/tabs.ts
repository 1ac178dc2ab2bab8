import type { Tabs } from '../section'
import { goals } from './sections'

export const tabs = {
  section: goals,
  tabs: [{ path: '/goals/road-map', title: 'Road map' }],
} satisfies Tabs
