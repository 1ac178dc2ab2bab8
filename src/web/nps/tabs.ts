import type { Tabs } from '../section'
import { npsReview } from './sections'

export const tabs = {
  section: npsReview,
  tabs: [
    { path: '/nps/words', title: 'What they say' },
    { path: '/nps/coverage', title: 'Who doesn’t answer' },
  ],
} satisfies Tabs
