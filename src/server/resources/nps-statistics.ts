import { type Category, npsCategories } from '../../contract/nps'

/** Whether a response is of a category, as SQL. */
export const isOf = { promoter: 'score >= 9', passive: 'score between 7 and 8', detractor: 'score <= 6' }

/** How many responses are of a category, as SQL. */
export const countOf = (category: Category, condition = 'true') =>
  `(count(*) filter (where ${isOf[category]} and ${condition}))::int`

/** The statistics of responses, as columns of SQL. */
export const statistics = `
  count(*)::int as "totalResponses",
  ${npsCategories.map((category) => `${countOf(category)} as "${category}sCount"`).join(', ')},
  round(100.0 * (${countOf('promoter')} - ${countOf('detractor')}) / nullif(count(*), 0), 1) as "npsScore",
  round(avg(score), 2) as "averageScore"`
