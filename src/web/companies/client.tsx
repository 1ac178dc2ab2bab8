import { budgetBasics } from '../domain/records/budget'
import { companyUserBasics } from '../domain/records/company-user'
import { deviceBasics } from '../domain/records/device'
import { goalBasics } from '../domain/records/goal'
import { reportBasics } from '../domain/records/report'
import { ruleBasics } from '../domain/records/rule'
import { useWarrantyTotals, warrantyQueries } from '../domain/warranty-totals'
import { Related, relatedQuery } from '../record/related'
import { Loading } from '../ui/details'
import { Day } from '../ui/format/day'
import { DateTime, formatNumber } from '../ui/format/format'
import { Money } from '../ui/format/money'
import { Glyph } from '../ui/icon/glyph'
import { Progress } from '../ui/progress'
import { switchLook } from '../ui/status-badge'
import styles from './client.module.css'
import { Satisfaction, satisfactionQueries, WaitingHere } from './satisfaction'

const budgetsOf = (companyId: string) => ({ companyId, sortColumn: 'fiscal_year', sortDesc: 'true' })
const goalsOf = (companyId: string) => ({ companyId, sortColumn: 'due_date', sortDesc: 'false' })
const estate = [companyUserBasics, deviceBasics, ruleBasics, reportBasics]

export const accountQueries = (companyId: string) => [
  ...satisfactionQueries(companyId),
  relatedQuery(budgetBasics.list, budgetsOf(companyId)),
  relatedQuery(goalBasics.list, goalsOf(companyId)),
]

export const estateQueries = (companyId: string) => [
  ...warrantyQueries(companyId),
  ...estate.map(({ list }) => relatedQuery(list, { companyId })),
]

/** Satisfaction, budgets and goals. */
export const Account = ({ companyId }: { companyId: string }) => (
  <>
    <Satisfaction companyId={companyId} />
    <WaitingHere companyId={companyId} />
    <Related
      title="Budgets"
      recordType={budgetBasics}
      having={budgetsOf(companyId)}
      icon="chart-no-axes-gantt"
      end={({ totals, currency }) => <Money value={totals?.grandTotal} currency={currency} />}
    />
    <Related
      title="Goals"
      recordType={goalBasics}
      having={goalsOf(companyId)}
      icon="circle-dot"
      end={({ progressPercentage, dueDate }) => (
        <span className="dim">
          <Progress value={progressPercentage} /> <Day value={dueDate} />
        </span>
      )}
    />
  </>
)

/** Contacts, devices, rules and reports. */
export const Estate = ({ companyId }: { companyId: string }) => (
  <>
    <Related
      title="Contacts"
      recordType={{ ...companyUserBasics, noun: ['person', 'people'] }}
      having={{ companyId }}
      icon="users-round"
      end={({ role }) => <span className="dim">{role?.name}</span>}
    />
    <Related
      title="Devices"
      recordType={deviceBasics}
      having={{ companyId }}
      icon="monitor-smartphone"
      end={({ model }) => <span className="dim">{model}</span>}
      above={<Warranties companyId={companyId} />}
    />
    <Related
      title="Rules that apply"
      recordType={ruleBasics}
      having={{ companyId }}
      icon="workflow"
      end={({ isActive }) => <span className="dim">{switchLook(isActive).word}</span>}
    />
    <Related
      title="Reports"
      recordType={reportBasics}
      having={{ companyId }}
      icon="file-text"
      end={({ createdAt }) => (
        <span className="dim">
          <DateTime value={createdAt} dateOnly />
        </span>
      )}
    />
  </>
)

/** Expired and expiring warranties of the client; each number links to its list. */
const Warranties = ({ companyId }: { companyId: string }) => {
  const { data: totals, error, isOffered } = useWarrantyTotals(companyId)
  if (!totals) return isOffered && !error && <Loading lines={1} />
  return (
    <ul className={styles.warranties}>
      {totals
        .filter(({ count }) => count > 0)
        .map(({ tone, glyph, words, count, address }) => (
          <li key={words} className="state" data-tone={tone}>
            <Glyph name={glyph} />
            <a href={address}>
              {formatNumber(count)} {words}
            </a>
          </li>
        ))}
    </ul>
  )
}
