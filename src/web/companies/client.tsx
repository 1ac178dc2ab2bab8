import { automation } from '../../contract/automation'
import { budgets } from '../../contract/budgets'
import { devices } from '../../contract/devices'
import { goals } from '../../contract/goals'
import { reports } from '../../contract/reports'
import { companyUsers } from '../../contract/users'
import { useWarrantyTotals } from '../domain/warranty-totals'
import { Related, type RelatedRecordType } from '../record/related'
import { Loading } from '../ui/details'
import { Day } from '../ui/format/day'
import { DateTime, formatNumber } from '../ui/format/format'
import { Money } from '../ui/format/money'
import { Glyph } from '../ui/icon/glyph'
import { Progress } from '../ui/progress'
import { switchLook } from '../ui/status-badge'
import styles from './client.module.css'
import { Satisfaction, WaitingHere } from './satisfaction'

/* What is told here of records whose own views belong to other resources. */

const budgetView: RelatedRecordType<typeof budgets.get, typeof budgets.list> = {
  list: budgets.list,
  path: '/budgets',
  noun: ['budget', 'budgets'],
  name: ({ title }) => title,
}
const goalView: RelatedRecordType<typeof goals.get, typeof goals.list> = {
  list: goals.list,
  path: '/goals',
  noun: ['goal', 'goals'],
  name: ({ title }) => title,
}
const people: RelatedRecordType<typeof companyUsers.get, typeof companyUsers.list> = {
  list: companyUsers.list,
  path: '/company-users',
  noun: ['person', 'people'],
  name: ({ fullName, email }) => fullName || email,
}
const deviceView: RelatedRecordType<typeof devices.get, typeof devices.list> = {
  list: devices.list,
  path: '/devices',
  noun: ['device', 'devices'],
  name: ({ name }) => name,
}
const rules: RelatedRecordType<typeof automation.get, typeof automation.list> = {
  list: automation.list,
  path: '/automation',
  noun: ['rule', 'rules'],
  name: ({ name }) => name,
}
const reportView: RelatedRecordType<typeof reports.get, typeof reports.list> = {
  list: reports.list,
  path: '/reports',
  noun: ['report', 'reports'],
  name: ({ title }) => title,
}

/** What the client says, costs and aims at. */
export const Account = ({ companyId }: { companyId: string }) => (
  <>
    <Satisfaction companyId={companyId} />
    <WaitingHere companyId={companyId} />
    <Related
      title="Budgets"
      recordType={budgetView}
      having={{ companyId, sortColumn: 'fiscal_year', sortDesc: 'true' }}
      icon="chart-no-axes-gantt"
      end={({ totals, currency }) => <Money value={totals?.grandTotal} currency={currency} />}
    />
    <Related
      title="Goals"
      recordType={goalView}
      having={{ companyId, sortColumn: 'due_date', sortDesc: 'false' }}
      icon="circle-dot"
      end={({ progressPercentage, dueDate }) => (
        <span className="dim">
          <Progress value={progressPercentage} /> <Day value={dueDate} />
        </span>
      )}
    />
  </>
)

/** Whom and what the client has. */
export const Estate = ({ companyId }: { companyId: string }) => (
  <>
    <Related
      title="People"
      recordType={people}
      having={{ companyId }}
      icon="users-round"
      end={({ role }) => <span className="dim">{role?.name}</span>}
    />
    <Related
      title="Devices"
      recordType={deviceView}
      having={{ companyId }}
      icon="monitor-smartphone"
      end={({ model }) => <span className="dim">{model}</span>}
      above={<Warranties companyId={companyId} />}
    />
    <Related
      title="Rules that apply"
      recordType={rules}
      having={{ companyId }}
      icon="workflow"
      end={({ isActive }) => <span className="dim">{switchLook(isActive).word}</span>}
    />
    <Related
      title="Reports"
      recordType={reportView}
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

/** How many of the client's warranties ended or end soon, each leading to its list. */
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
