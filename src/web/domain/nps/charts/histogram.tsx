import { type Category, npsCategories } from '../../../../contract/nps'
import { ChartTable } from '../../../ui/figures/chart-table'
import { formatNumber } from '../../../ui/format/format'
import { formatPercentTenths } from '../../../ui/format/percent'
import { Glyph } from '../../../ui/icon/glyph'
import { categoryBadges, categoryTabs } from '../labels'
import { categoryOf } from '../score'
import * as styles from './pulse.module.css'

const scores = Array.from({ length: 11 }, (_, score) => score)
const widths: Record<Category, number> = { detractor: 7, passive: 2, promoter: 2 }

/** Responses per score from 0 to 10. */
export const Histogram = ({ counts }: { counts: Record<number, number> }) => {
  const of = (score: number) => counts[score] ?? 0
  const most = Math.max(1, ...scores.map(of))
  const all = scores.reduce((sum, score) => sum + of(score), 0)
  const share = (count: number) => formatPercentTenths(all > 0 ? (100 * count) / all : 0)
  return (
    <figure>
      <div className={styles.histogram} style={{ '--most': most }} aria-hidden="true">
        {scores.map((score) => (
          <div key={score} data-tone={categoryBadges[categoryOf(score) ?? 'passive'].tone} style={{ '--n': of(score) }}>
            <b>{formatNumber(of(score))}</b>
            <i />
            <span>{score}</span>
          </div>
        ))}
      </div>
      <ul className={styles.key}>
        {npsCategories.toReversed().map((category) => {
          const count = scores.reduce((sum, score) => sum + (categoryOf(score) === category ? of(score) : 0), 0)
          return (
            <li key={category} data-tone={categoryBadges[category].tone} style={{ '--span': widths[category] }}>
              <span>
                <Glyph name={categoryBadges[category].glyph} />
                <b>{formatNumber(count)}</b>
              </span>
              {categoryTabs[category].toLowerCase()}
              {category === 'detractor' && `, ${share(count)}`}
            </li>
          )
        })}
      </ul>
      <ChartTable
        caption="Responses by score"
        head={['Score', 'Responses', 'Share']}
        rows={scores.map((score) => [String(score), formatNumber(of(score)), share(of(score))])}
      />
    </figure>
  )
}
