import type { clientOverview } from '../../contract/figures/client-overview'
import { sizes } from '../../contract/figures/client-percentile'
import { healthStatus } from '../domain/client-health/labels'
import type { Filters } from '../list/filters/filters'

const health = { ...healthStatus.labels, unknown: 'Unknown' }

const shared = {
  size: { label: 'Employees', words: Object.fromEntries(sizes.map((size) => [size, size.replace('-', '–')])) },
  industry: { label: 'Industry' },
  status: { label: 'Status', words: { active: 'Active', pending: 'Pending', inactive: 'Inactive' } },
  thresholds: { label: 'Health limits', linked: true, control: () => <>Own health limits</> },
}

export const filters = {
  search: { label: 'Name or domain' },
  health: { label: 'Health', words: health, tabs: true },
  peers: {
    label: 'Percentile among',
    words: { size: 'the same size', industry: 'the same industry', all: 'all clients' },
  },
  ...shared,
} satisfies Filters<typeof clientOverview.list>

export const chartFilters = {
  health: { label: 'Health', words: health },
  ...shared,
  search: { label: 'Name or domain' },
}
