import { useSearchParams } from 'react-router-dom'
import { SectionTabs } from '../ui/page/section-tabs'
import { tabs } from './tabs'

const shared = ['companyId', 'dateFrom', 'dateTo', 'period']

/** Links to the review and the pages beside it, for the same period and client. */
export const ReviewTabs = () => {
  const [search] = useSearchParams()
  const same = new URLSearchParams([...search].filter(([key]) => shared.includes(key)))
  return <SectionTabs of={tabs} hrefOf={(path) => (same.size > 0 ? `${path}?${same}` : path)} />
}
