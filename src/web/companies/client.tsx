import { isOpenGoal } from '../../contract/figures/goal-status'
import { clientBudgetsQuery } from '../domain/budgets/client-budgets'
import { goalState } from '../domain/goal-due'
import { WaitingSection } from '../domain/nps/follow-up/waiting-section'
import { UnusualStatus } from '../domain/people/person-status'
import { companyUserBasics } from '../domain/records/company-user'
import { deviceBasics } from '../domain/records/device'
import { goalBasics } from '../domain/records/goal'
import { reportBasics } from '../domain/records/report'
import { ruleBasics } from '../domain/records/rule'
import { isInUse } from '../domain/warranty/in-use'
import { warrantyDistance, warrantyState } from '../domain/warranty/warranty'
import { useWarrantyTotals, warrantyQueries } from '../domain/warranty/warranty-totals'
import { hasNoAdditions } from '../lib/api/missing-operations'
import { useHasAdditions } from '../lib/api/scopes'
import { Related, relatedQuery } from '../record/related'
import { Day, dayOf } from '../ui/format/day'
import { DateTime, formatNumber } from '../ui/format/format'
import { Glyph } from '../ui/icon/glyph'
import { Link } from '../ui/link'
import { tip } from '../ui/overlay/tip'
import { AsyncSection } from '../ui/states/async-section'
import { Progress } from '../ui/states/progress'
import { StatusBadge } from '../ui/status-badge'
import * as badges from '../ui/status-badge.module.css'
import * as typography from '../ui/typography.module.css'
import { BudgetsSection } from './budgets-section'
import * as styles from './client.module.css'
import { Satisfaction, satisfactionQueries } from './satisfaction'

const activeRulesOf = (companyId: string) => ({ companyId, isActive: 'true' })
const goalsOf = (companyId: string) => ({ companyId, sortColumn: 'due_date', sortDesc: 'false' })

export const accountQueries = (companyId: string) => [
  ...satisfactionQueries(companyId),
  clientBudgetsQuery(companyId),
  relatedQuery(goalBasics.list, goalsOf(companyId), { isRanked: true }),
]

export const estateQueries = (companyId: string) => [
  ...[companyUserBasics, reportBasics].map(({ list }) => relatedQuery(list, { companyId })),
  ...(hasNoAdditions()
    ? [relatedQuery(deviceBasics.list, { companyId }, { isRanked: true })]
    : [relatedQuery(deviceBasics.list, inUseOf(companyId)), ...warrantyQueries(companyId)]),
  relatedQuery(ruleBasics.list, activeRulesOf(companyId)),
]

/** Satisfaction, budgets and goals. */
export const Account = ({ companyId }: { companyId: string }) => (
  <>
    <Satisfaction companyId={companyId} />
    <WaitingSection companyId={companyId} few={4} />
    <BudgetsSection companyId={companyId} />
    <Related
      title="Goals"
      recordType={goalBasics}
      having={goalsOf(companyId)}
      icon="circle-dot"
      rank={({ dueDate }) => dayOf(dueDate)?.getTime() ?? Number.POSITIVE_INFINITY}
      only={{ word: 'open', test: isOpenGoal }}
      end={(goal) => (
        <>
          <DueDate goal={goal} />
          <Progress value={goal.progressPercentage} />
        </>
      )}
    />
  </>
)

/** Contacts, devices, rules and reports. */
export const Estate = ({ companyId }: { companyId: string }) => {
  const hasAdditions = useHasAdditions()
  return (
    <>
      <Related
        title="Contacts"
        recordType={{ ...companyUserBasics, noun: ['person', 'people'] }}
        having={{ companyId }}
        icon="users-round"
        end={({ status, role }) => (
          <>
            <UnusualStatus status={status} />
            <span className={typography.dim}>{role?.name}</span>
          </>
        )}
      />
      {hasAdditions ? (
        <Related
          {...deviceLines}
          title="Devices in use"
          recordType={{ ...deviceBasics, noun: ['device in use', 'devices in use'] }}
          having={inUseOf(companyId)}
          above={<Warranties companyId={companyId} />}
        />
      ) : (
        <Related
          {...deviceLines}
          having={{ companyId }}
          rank={warrantyDistance}
          only={{ word: 'in use', test: isInUse }}
        />
      )}
      <Related title="Rules that apply" recordType={ruleBasics} having={activeRulesOf(companyId)} icon="workflow" />
      <Related
        title="Reports"
        recordType={reportBasics}
        having={{ companyId }}
        icon="file-text"
        end={({ createdAt }) => (
          <span className={typography.dim}>
            <DateTime value={createdAt} dateOnly />
          </span>
        )}
      />
    </>
  )
}

/** Due date, with the tone of one that is near or past. */
const DueDate = ({ goal }: { goal: Parameters<typeof goalState>[0] }) => {
  const state = goalState(goal)
  return (
    <span
      className={badges.badge}
      data-tone={state?.tone ?? 'calm'}
      data-loud={state?.tone === 'bad' || undefined}
      {...tip(state?.word)}
    >
      {state && <Glyph name={state.glyph} />}
      {goal.dueDate ? (
        <>
          due <Day value={goal.dueDate} />
        </>
      ) : (
        'no due date'
      )}
    </span>
  )
}

const WarrantyEnd = ({ device }: { device: Parameters<typeof warrantyState>[0] }) => {
  const state = warrantyState(device)
  return state && <StatusBadge badge={state} loud={state.tone === 'bad'} />
}

const deviceLines = {
  title: 'Devices',
  recordType: deviceBasics,
  icon: 'monitor-smartphone',
  detail: ({ model }: { model?: string | null }) => model,
  end: (device: Parameters<typeof warrantyState>[0]) => <WarrantyEnd device={device} />,
} as const

const inUseOf = (companyId: string) => ({ companyId, inUse: 'true', sortBy: 'warranty_end', sortDesc: 'false' })

/** Expired and expiring warranties of the client’s devices in use; each number links to its list. */
const Warranties = ({ companyId }: { companyId: string }) => {
  const totals = useWarrantyTotals(companyId)
  return (
    <AsyncSection read={totals} lines={1}>
      {(ending) => (
        <ul className={styles.warranties}>
          {ending
            .filter(({ count }) => count > 0)
            .map(({ tone, glyph, words, address, count }) => (
              <li key={words} className={badges.badge} data-tone={tone}>
                <Glyph name={glyph} />
                <Link href={address}>
                  {formatNumber(count)} {words}
                </Link>
              </li>
            ))}
        </ul>
      )}
    </AsyncSection>
  )
}
