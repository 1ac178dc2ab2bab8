import { useQuery } from '@tanstack/react-query'
import { clientBudgetsQuery } from '../domain/client-budgets'
import { dueState } from '../domain/goal-due'
import { isInUse } from '../domain/in-use'
import { companyUserBasics } from '../domain/records/company-user'
import { deviceBasics } from '../domain/records/device'
import { goalBasics } from '../domain/records/goal'
import { reportBasics } from '../domain/records/report'
import { ruleBasics } from '../domain/records/rule'
import { warrantyDistance, warrantyState } from '../domain/warranty'
import { warrantyBadges } from '../domain/warranty-totals'
import { hasNoAdditions } from '../lib/api/missing-operations'
import { useHasAdditions } from '../lib/api/scopes'
import { Related, relatedQuery } from '../record/related'
import { Loading } from '../ui/details'
import { Day, dayOf } from '../ui/format/day'
import { DateTime, formatNumber, plural } from '../ui/format/format'
import { Glyph } from '../ui/icon/glyph'
import { Link } from '../ui/link'
import { tip } from '../ui/overlay/tip'
import { Progress } from '../ui/states/progress'
import { StatusBadge } from '../ui/status-badge'
import * as badges from '../ui/status-badge.module.css'
import * as typography from '../ui/typography.module.css'
import { BudgetsSection } from './budgets-section'
import * as styles from './client.module.css'
import { byWarrantyEnd, devicesInUseQuery } from './devices-in-use'
import { Satisfaction, satisfactionQueries, WaitingHere } from './satisfaction'

const activeRulesOf = (companyId: string) => ({ companyId, isActive: 'true' })
const goalsOf = (companyId: string) => ({ companyId, sortColumn: 'due_date', sortDesc: 'false' })

export const accountQueries = (companyId: string) => [
  ...satisfactionQueries(companyId),
  clientBudgetsQuery(companyId),
  relatedQuery(goalBasics.list, goalsOf(companyId), { isRanked: true }),
]

export const estateQueries = (companyId: string) => [
  ...[companyUserBasics, reportBasics].map(({ list }) => relatedQuery(list, { companyId })),
  hasNoAdditions() ? relatedQuery(deviceBasics.list, { companyId }, { isRanked: true }) : devicesInUseQuery(companyId),
  relatedQuery(ruleBasics.list, activeRulesOf(companyId)),
]

/** Satisfaction, budgets and goals. */
export const Account = ({ companyId }: { companyId: string }) => (
  <>
    <Satisfaction companyId={companyId} />
    <WaitingHere companyId={companyId} />
    <BudgetsSection companyId={companyId} />
    <Related
      title="Goals"
      recordType={goalBasics}
      having={goalsOf(companyId)}
      icon="circle-dot"
      rank={({ dueDate }) => dayOf(dueDate)?.getTime() ?? Number.POSITIVE_INFINITY}
      only={{ word: 'open', test: ({ progressPercentage }) => (progressPercentage ?? 0) < 100 }}
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
  const isSortedByServer = useHasAdditions()
  return (
    <>
      <Related
        title="Contacts"
        recordType={{ ...companyUserBasics, noun: ['person', 'people'] }}
        having={{ companyId }}
        icon="users-round"
        end={({ role }) => <span className={typography.dim}>{role?.name}</span>}
      />
      <Related
        title="Devices"
        recordType={deviceBasics}
        having={isSortedByServer ? byWarrantyEnd(companyId) : { companyId }}
        icon="monitor-smartphone"
        {...(isSortedByServer && {
          listQuery: devicesInUseQuery(companyId),
          above: <Warranties companyId={companyId} />,
        })}
        {...(!isSortedByServer && { rank: warrantyDistance, only: { word: 'in use', test: isInUse } })}
        detail={({ model }) => model}
        end={(device) => <WarrantyEnd device={device} />}
      />
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
const DueDate = ({ goal }: { goal: Parameters<typeof dueState>[0] }) => {
  const state = dueState(goal)
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

/** Expired and expiring warranties of the client’s devices in use; each number links to its list. */
const Warranties = ({ companyId }: { companyId: string }) => {
  const { data, error } = useQuery(devicesInUseQuery(companyId))
  if (!data) return !error && <Loading lines={1} />
  const { counts, retired } = data
  return (
    <>
      <ul className={styles.warranties}>
        {warrantyBadges().map(({ tone, glyph, words, filter }, at) => {
          const count = counts[at] ?? 0
          return (
            count > 0 && (
              <li key={words} className={badges.badge} data-tone={tone}>
                <Glyph name={glyph} />
                <Link href={`/devices?${new URLSearchParams({ companyId, ...filter })}`}>
                  {formatNumber(count)} {words}
                </Link>
              </li>
            )
          )
        })}
      </ul>
      {/* No filter of the lists leaves them out. */}
      {retired > 0 && (
        <p className={typography.dim}>
          {plural(retired, 'retired device is', 'retired devices are')} in these lists and not counted.
        </p>
      )}
    </>
  )
}
