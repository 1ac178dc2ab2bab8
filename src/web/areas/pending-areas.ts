import type { PendingArea } from './pending-page'

/** The areas that have their place in the navigation and their data on the server, but no page of their own. */
export const pendingAreas: PendingArea[] = [
  {
    title: 'Today',
    path: '/today',
    says: 'What needs somebody will be gathered here. Until then, the console opens on Companies.',
  },
]
