import { useEffect, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type Figure, figureScopes, figures } from '../../contract/client-figures'
import { figureLabels } from '../domain/client-health/labels'
import { useHealthThresholds } from '../domain/client-health/thresholds'
import { useLacksScope } from '../lib/api/scopes'
import { listLoader } from '../list/list-loader'
import { ListPage } from '../list/list-page'
import * as buttons from '../ui/buttons.module.css'
import { Notice } from '../ui/details'
import { Icon } from '../ui/icon/icon'
import { lazyComponent } from '../ui/lazy-component'
import { Link } from '../ui/link'
import { columnsFor, linkedTo } from './columns'
import { filters } from './filters'
import { recordType as client } from './overview-type'

const FromLists = lazyComponent(async () => (await import('./from-lists')).FromLists)

export const loader = listLoader(client)

/** The limits chosen in Settings go into the address, so that a link shows a colleague the same health. */
const useOwnThresholds = () => {
  const [thresholds] = useHealthThresholds()
  const [, setSearch] = useSearchParams()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only on arrival, so that they can be taken out of the address
  useEffect(() => {
    if (!thresholds || new URLSearchParams(location.search).has('thresholds')) return
    setSearch((search) => new URLSearchParams([...search, ['thresholds', thresholds]]), { replace: true })
  }, [])
}

export const Component = () => {
  useOwnThresholds()
  const lacksScope = useLacksScope()
  const lacks = (figure: Figure) => lacksScope({ ...client.list, scope: figureScopes[figure] })
  const hidden = figures.filter(lacks)
  const left = hidden.join()
  const columns = useMemo(
    () =>
      columnsFor(
        figures.filter((figure) => !left.split(',').includes(figure)),
        linkedTo('/clients'),
      ),
    [left],
  )
  return (
    <ListPage
      recordType={client}
      columns={columns}
      filters={filters}
      panelActions={({ id }) => (
        <Link className={buttons.button} href={`/companies/${id}`}>
          Company page
        </Link>
      )}
      also={(sent) => (
        <>
          <Link className={buttons.button} data-kind="bare" data-size="small" href="/settings/client-health">
            <Icon name="settings" />
            Health limits
          </Link>
          <Link className={buttons.button} data-size="small" href={`/clients/chart?${chartQuery(sent)}`}>
            <Icon name="trending-up" />
            Chart
          </Link>
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
