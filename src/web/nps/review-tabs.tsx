import { useSearchParams } from 'react-router-dom'
import { SectionTabs } from '../ui/page/section-tabs'
import { isUnderstoodBeside } from './review/use-review'
import { npsReview } from './sections'

/** Links to the review and the pages beside it, for the same period and client. */
export const ReviewTabs = () => {
  const [search] = useSearchParams()
  const same = new URLSearchParams([...search].filter(([key]) => isUnderstoodBeside(key)))
  return <SectionTabs section={npsReview} hrefOf={(path) => (same.size > 0 ? `${path}?${same}` : path)} />
}
