import { useQuery } from '@tanstack/react-query'
import { answersOf, type Counts, fewest, npsCategories, npsOf } from '../../contract/nps'
import { budgetStatus } from '../domain/budgets/budget-labels'
import { clientBudgetsQuery, leadingBudget } from '../domain/budgets/client-budgets'
import { WaitingSection } from '../domain/nps/follow-up/waiting-section'
import { categoryBadges, categoryTabs, marginText } from '../domain/nps/labels'
import { lastDays } from '../domain/nps/period'
import { useStatistics } from '../domain/nps/queries'
import { npsText } from '../domain/nps-text'
import { isMissing } from '../lib/api/api-error'
import { RecordLink } from '../record/record-link'
import { formatNumber, plural } from '../ui/format/format'
import { Money } from '../ui/format/money'
import { Glyph } from '../ui/icon/glyph'
import { Link } from '../ui/link'
import { tip } from '../ui/overlay/tip'
import { Section } from '../ui/page/section'
import { AsyncSection } from '../ui/states/async-section'
import { StatusBadge } from '../ui/status-badge'
import * as typography from '../ui/typography.module.css'
import * as styles from './panel-brief.module.css'

const days = 90

type Props = { companyId: string }

/** In the side panel of the list: score, who is waiting, and the budget. */
export const PanelBrief = ({ companyId }: Props) => (
  <div className={styles.brief}>
    <Score companyId={companyId} />
    <WaitingSection companyId={companyId} few={3} compact />
    <LeadingBudget companyId={companyId} />
  </div>
)

const Score = ({ companyId }: Props) => {
  const period = lastDays(days)
  const statistics = useStatistics({ companyId, ...period })
  const answers = statistics.data && answersOf(statistics.data.counts)
  return (
    <Section
      title={`Satisfaction, last ${days} days`}
      more={
        answers !== undefined &&
        answers > 0 && (
          <Link className={typography.more} href={`/nps/review?${new URLSearchParams({ companyId })}`}>
            {plural(answers, 'response', 'responses')}
          </Link>
        )
      }
    >
      <AsyncSection read={statistics} lines={2}>
        {({ counts }) => <Split counts={counts} />}
      </AsyncSection>
    </Section>
  )
}

const Split = ({ counts }: { counts: Counts }) => {
  const nps = npsOf(counts)
  if (nps === null) return <p className={typography.dim}>No responses in this period, so there is no score.</p>
  return (
    <div className={styles.score} data-few={answersOf(counts) < fewest || undefined}>
      <p>
        <b>{npsText(nps)}</b> {marginText(counts)}
      </p>
      <div className={styles.bar} aria-hidden="true">
        {npsCategories.map((category) => (
          <i key={category} data-tone={categoryBadges[category].tone} style={{ '--n': counts[category] }} />
        ))}
      </div>
      <ul>
        {npsCategories.map((category) => (
          <li key={category} data-tone={categoryBadges[category].tone} {...tip(categoryTabs[category])}>
            <Glyph name={categoryBadges[category].glyph} />
            {formatNumber(counts[category])}
            <span className="visually-hidden"> {categoryTabs[category].toLowerCase()}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

const LeadingBudget = ({ companyId }: Props) => {
  const list = useQuery(clientBudgetsQuery(companyId))
  const budget = list.data && leadingBudget(list.data.data)
  if (isMissing(list.error)) return null
  return (
    <Section
      title="Budget"
      more={
        budget && (
          <span className={typography.more}>
            <RecordLink
              to="/budgets"
              id={budget.id}
              name={budget.fiscalYear ? `FY ${budget.fiscalYear}` : budget.title}
            />
          </span>
        )
      }
    >
      <AsyncSection read={list} lines={1}>
        {() =>
          budget ? (
            <p className={styles.budget}>
              <b>
                <Money value={budget.totals?.grandTotal} currency={budget.currency} />
              </b>
              {budget.status && <StatusBadge badge={budgetStatus.badge(budget.status)} />}
            </p>
          ) : (
            <p className={typography.dim}>No current budget.</p>
          )
        }
      </AsyncSection>
    </Section>
  )
}
