import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { devices } from '../../../contract/devices'
import { clientBudgetsQuery } from '../../domain/budgets/client-budgets'
import { CompanyPicker } from '../../domain/company-picker'
import { isMissing } from '../../lib/api/api-error'
import { pageLoader } from '../../lib/navigation/page-loader'
import { useShortcuts } from '../../lib/shortcuts'
import { Calculated, useRows } from '../../list/calculated'
import { FilterBar } from '../../list/filters/filters'
import type { Changes } from '../../list/query/list-query'
import { searchWith } from '../../list/query/list-query'
import { useSearchChange } from '../../list/query/use-search-change'
import { CopyLink } from '../../ui/copy-button'
import * as figures from '../../ui/figures/figure-table.module.css'
import { formatNumber, plural } from '../../ui/format/format'
import { placesOf } from '../../ui/format/money'
import * as layout from '../../ui/layout.module.css'
import { IgnoredParams } from '../../ui/page/ignored-params'
import { Page, PageHead } from '../../ui/page/page'
import { PrintButton } from '../../ui/page/print-button'
import { ErrorState } from '../../ui/states/error-state'
import { Loading } from '../../ui/states/loading'
import * as typography from '../../ui/typography.module.css'
import { readAddress, type Shared, withSpan } from './address'
import { AssumptionsSection } from './assumptions-section'
import { BudgetsOf } from './budgets-of'
import { ClientsSection, ClientsTable } from './clients-section'
import { DevicesSection } from './devices-section'
import { clientsOf, hasPrices, type Plan, planOf, yearsOf } from './plan'
import { clientsQuery, planQuery } from './queries'
import * as styles from './replacements-page.module.css'
import { spanKey } from './span'
import { YearsSection } from './years-section'

const filters = { companyId: { label: 'Company', control: CompanyPicker, always: true } }

export const loader = pageLoader({
  needs: ({ search }) => [planQuery(readAddress(search).companyId)],
  prefetch: ({ search, client }) => {
    const address = readAddress(search)
    const { companyId, assumptions } = address
    if (companyId) return [clientBudgetsQuery(companyId)]
    const groups = client.getQueryData(planQuery(undefined).queryKey)?.data.groups
    const span = groups ? withSpan(address, groups).span : address.span
    return [span && clientsQuery(span, assumptions.lives)]
  },
})

/** Devices by the year in which they have to be replaced, and what that costs under assumptions in the address. */
export const Component = () => {
  const [search] = useSearchParams()
  const address = readAddress(search)
  const { companyId, ignored } = address
  const hrefOf = (changes: Changes) => `?${searchWith(search, changes)}`
  const change = useSearchChange({ replace: true, preventScrollReset: true })
  const plan = useQuery(planQuery(companyId))
  const isLacking = isMissing(plan.error)
  const rows = useRows(devices.list, companyId ? { companyId } : isLacking ? {} : null)
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
              {(own) =>
                companyId ? (
                  <DevicesSection address={own.address} devices={all} />
                ) : (
                  <ClientsTable {...own} {...topOf(clientsOf(all, own.address.assumptions.lives, own.address.span))} />
                )
              }
            </Figures>
          )}
        </Calculated>
      ) : plan.data ? (
        <Figures plan={{ groups: plan.data.data.groups ?? [], retired: plan.data.data.retired ?? 0 }} {...shared}>
          {(own) =>
            companyId ? (
              <Calculated rows={rows} noun="devices">
                {(all) => <DevicesSection address={own.address} devices={all} />}
              </Calculated>
            ) : (
              <ClientsSection {...own} />
            )
          }
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

type FiguresProps = Omit<Shared, 'address'> & {
  address: ReturnType<typeof readAddress>
  plan: Plan
  /** What stands below the years: of one client its devices, or else the clients. */
  children: (shared: Shared) => ReactNode
}

const Figures = ({ plan, children, address: read, hrefOf, change }: FiguresProps) => {
  const address = withSpan(read, plan.groups)
  const { assumptions, thisYear, currency, companyId } = address
  const turn = (by: number) =>
    change((now) => {
      const { spans, span } = withSpan(readAddress(now), plan.groups)
      const next = spans[spans.findIndex((one) => spanKey(one) === spanKey(span)) + by]
      return next ? { year: spanKey(next) } : {}
    })
  useShortcuts({ '[': () => turn(-1), ']': () => turn(1) })
  const { years, undated } = yearsOf(plan.groups, assumptions, thisYear, placesOf(currency))
  const total = years.reduce((sum, { devices }) => sum + devices, 0) + undated.devices
  if (total === 0)
    return (
      <p className={typography.dim}>
        No devices{plan.retired > 0 && ` in use; ${plural(plan.retired, 'is', 'are')} retired`}.
      </p>
    )
  const shared = { address, hrefOf, change }
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
          {!hasPrices(assumptions) && ' Enter prices to see the cost.'}
        </p>
        {companyId && <BudgetsOf companyId={companyId} address={address} plan={plan} />}
        {children(shared)}
      </div>
      <div>
        <AssumptionsSection plan={plan} {...shared} />
      </div>
    </div>
  )
}
