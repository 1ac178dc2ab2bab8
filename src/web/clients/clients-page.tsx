import { useMemo } from 'react'
import { type Figure, figureScopes, figures } from '../../contract/figures/client-figures'
import { figureLabels } from '../domain/client-health/labels'
import { useLacksScope } from '../lib/api/scopes'
import { listLoader } from '../list/list-loader'
import { ListPage } from '../list/list-page'
import { ButtonLink } from '../ui/button'
import { Notice } from '../ui/facts/details'
import { lazyComponent } from '../ui/lazy-component'
import { columnsFor, linkedTo } from './columns'
import { comparisonOf } from './compared'
import { useOwnLimits } from './figures/limits'
import { filters } from './filters'
import { recordType as client } from './overview-type'

const FromLists = lazyComponent(async () => (await import('./from-lists')).FromLists)

export const loader = listLoader(client)

export const Component = () => {
  const limits = useOwnLimits()
  const lacksScope = useLacksScope()
  const lacks = (figure: Figure) => lacksScope({ ...client.list, scope: figureScopes[figure] })
  const hidden = figures.filter(lacks)
  const left = hidden.join()
  const linked = useMemo(
    () => linkedTo('/clients', limits && `?${new URLSearchParams({ thresholds: limits })}`),
    [limits],
  )
  const columns = useMemo(
    () =>
      columnsFor(
        figures.filter((figure) => !left.split(',').includes(figure)),
        linked,
      ),
    [left, linked],
  )
  return (
    <ListPage
      recordType={linked}
      columns={columns}
      filters={filters}
      selectedLink={(rows) => comparisonOf(rows, limits)}
      panelActions={({ id }) => <ButtonLink href={`/companies/${id}`}>Company page</ButtonLink>}
      headLink={(sent) => (
        <>
          <ButtonLink icon="settings" kind="bare" small href="/settings/client-health">
            Health limits
          </ButtonLink>
          <ButtonLink icon="trending-up" small href={`/clients/chart?${chartQuery(sent)}`}>
            Chart
          </ButtonLink>
        </>
      )}
      notice={hidden.length > 0 && <LeftOut hidden={hidden} />}
      withoutServer={<FromLists />}
      origin="Clients are the companies in the portal. They’ll appear in this list."
    />
  )
}

const LeftOut = ({ hidden }: { hidden: Figure[] }) => (
  <Notice>
    <b>Left out: {hidden.map((figure) => figureLabels[figure].label.toLowerCase()).join(', ')}.</b> Your access is
    missing {[...new Set(hidden.map((figure) => figureScopes[figure]))].join(', ')}, so health is judged without them.
  </Notice>
)

/** The filters that the chart has too. */
const chartQuery = ({
  page: _,
  limit: __,
  sortColumn: ___,
  sortDesc: ____,
  peers: _____,
  ...sent
}: Record<string, string>) => new URLSearchParams(sent)
