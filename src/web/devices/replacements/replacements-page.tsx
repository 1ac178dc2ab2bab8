import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { devices } from '../../../contract/devices'
import { clientBudgetsQuery } from '../../domain/client-budgets'
import { CompanyPicker } from '../../domain/company-picker'
import { isMissing } from '../../lib/api/api-error'
import { pageLoader } from '../../lib/page-loader'
import { useShortcuts } from '../../lib/shortcuts'
import { Calculated, useRows } from '../../list/calculated'
import { FilterBar } from '../../list/filters/filters'
import type { Changes } from '../../list/list-query'
import { searchWith } from '../../list/list-query'
import { useSearchChange } from '../../list/use-search-change'
import { CopyLink } from '../../ui/copy-button'
import * as figures from '../../ui/figure-table.module.css'
import { formatNumber, plural } from '../../ui/format/format'
import { placesOf } from '../../ui/format/money'
import { IgnoredParams } from '../../ui/ignored-params'
import * as layout from '../../ui/layout.module.css'
import { Page, PageHead } from '../../ui/page/page'
import { PrintButton } from '../../ui/print-button'
import { ErrorState } from '../../ui/states/error-state'
import { Loading } from '../../ui/states/loading'
import * as typography from '../../ui/typography.module.css'
import { readAddress, type Shared } from './address'
import { AssumptionsSection } from './assumptions-section'
import { BudgetsOf } from './budgets-of'
import { ClientsSection, ClientsTable } from './clients-section'
import { clientsOf, type Plan, planOf, yearsOf } from './plan'
import { clientsQuery, planQuery } from './queries'
import * as styles from './replacements-page.module.css'
import { spanKey } from './span'
import { YearsSection } from './years-section'

const filters = { companyId: { label: 'Company', control: CompanyPicker, always: true } }

export const loader = pageLoader({
  needs: ({ search }) => [planQuery(readAddress(search).companyId)],
  also: ({ search }) => {
    const { companyId, span, assumptions } = readAddress(search)
    return [companyId ? clientBudgetsQuery(companyId) : clientsQuery(span, assumptions.lives)]
  },
})

/** Devices by the year in which they have to be replaced, and what that costs under assumptions in the address. */
export const Component = () => {
  const [search] = useSearchParams()
  const address = readAddress(search)
  const { companyId, span, ignored } = address
  const hrefOf = (changes: Changes) => `?${searchWith(search, changes)}`
  const change = useSearchChange({ replace: true, preventScrollReset: true })
  const turn = (by: number) =>
    change((now) => {
      const { spans, span } = readAddress(now)
      const next = spans[spans.indexOf(span) + by]
      return next ? { year: spanKey(next) } : {}
    })
  useShortcuts({ '[': () => turn(-1), ']': () => turn(1) })

  const plan = useQuery(planQuery(companyId))
  const isLacking = isMissing(plan.error)
  const rows = useRows(devices.list, isLacking ? (companyId ? { companyId } : {}) : null)
  const shared = { address, hrefOf, change }
  return (
    <Page title="Replacement plan" crumbs={[{ label: 'Devices', to: '/devices' }]}>
      <PageHead title="Replacement plan">
        <CopyLink small />
        <PrintButton />
      </PageHead>
      <p className={typography.lede}>
        When devices have to be replaced: the year in which their warranty ends, or in which their type has reached the
        age that you assume. Assumptions are kept in the link.
      </p>
      <div className={figures.filters}>
        <FilterBar filters={filters} sent={companyId ? { companyId } : {}} change={change} />
      </div>
      <IgnoredParams {...ignored} />
      {isLacking ? (
        <Calculated rows={rows} noun="devices">
          {(all) => (
            <Figures plan={planOf(all)} {...shared}>
              {companyId ? (
                <BudgetsOf companyId={companyId} address={address} plan={planOf(all)} />
              ) : (
                <ClientsTable {...shared} {...topOf(clientsOf(all, address.assumptions.lives, span))} />
              )}
            </Figures>
          )}
        </Calculated>
      ) : plan.data ? (
        <Figures plan={{ groups: plan.data.data.groups ?? [], retired: plan.data.data.retired ?? 0 }} {...shared}>
          {companyId ? (
            <BudgetsOf
              companyId={companyId}
              address={address}
              plan={{ groups: plan.data.data.groups ?? [], retired: 0 }}
            />
          ) : (
            <ClientsSection {...shared} />
          )}
        </Figures>
      ) : plan.error ? (
        <ErrorState error={plan.error} what="The replacement plan" onRetry={() => void plan.refetch()} />
      ) : (
        <Loading lines={12} />
      )}
    </Page>
  )
}

const fewClients = 25
const topOf = <C,>(clients: C[]) => ({ clients: clients.slice(0, fewClients), totalCount: clients.length })

const Figures = ({ plan, children, ...shared }: Shared & { plan: Plan; children: React.ReactNode }) => {
  const { assumptions, thisYear, currency } = shared.address
  const { years, undated } = yearsOf(plan.groups, assumptions, thisYear, placesOf(currency))
  const total = years.reduce((sum, { devices }) => sum + devices, 0) + undated.devices
  if (total === 0)
    return (
      <p className={typography.dim}>
        No devices{plan.retired > 0 && ` in use; ${plural(plan.retired, 'is', 'are')} retired`}.
      </p>
    )
  return (
    <div className={`${layout.columns} ${styles.plan}`} style={{ '--aside': '24rem' }}>
      <div>
        <YearsSection years={years} {...shared} />
        <p className={typography.dim}>
          {plural(total, 'device', 'devices')} in use.
          {undated.devices > 0 &&
            ` ${plural(undated.devices, 'has', 'have')} no date, so ${undated.devices === 1 ? 'it is' : 'they are'} in no year.`}
          {plan.retired > 0 &&
            ` ${formatNumber(plan.retired)} more ${plan.retired === 1 ? 'is' : 'are'} retired and not counted.`}
        </p>
        {children}
      </div>
      <div>
        <AssumptionsSection plan={plan} {...shared} />
      </div>
    </div>
  )
}
