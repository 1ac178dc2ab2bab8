import { useQueries } from '@tanstack/react-query'
import { Fragment } from 'react'
import { useSearchParams } from 'react-router-dom'
import { figures } from '../../contract/figures/client-figures'
import { clientOverview } from '../../contract/figures/client-overview'
import { figureLabels, healthBadge } from '../domain/client-health/labels'
import { pageLoader } from '../lib/navigation/page-loader'
import { NameLink } from '../record/record-link'
import { recordQuery } from '../record/record-type'
import { ButtonLink } from '../ui/button'
import { CopyLink } from '../ui/copy-button'
import { Notice } from '../ui/facts/details'
import { Missing, plural } from '../ui/format/format'
import { Page, PageHead } from '../ui/page/page'
import { PrintButton } from '../ui/page/print-button'
import { EmptyState } from '../ui/states/empty-state'
import { ErrorState } from '../ui/states/error-state'
import { Loading } from '../ui/states/loading'
import { StatusBadge } from '../ui/status-badge'
import * as typography from '../ui/typography.module.css'
import * as styles from './clients.module.css'
import { linkedTo } from './columns'
import { mostCompared } from './compared'
import { LevelSign } from './figures/level-sign'
import { useJudge, useOwnLimits } from './figures/limits'
import { basisText, type Client, figureText, isFew, peersText, percentileName } from './figures/sentences'
import { clientOverview as section } from './sections'

const idsOf = (search: URLSearchParams) => [...new Set(search.get('ids')?.split(',').filter(Boolean) ?? [])]

const queriesOf = (search: URLSearchParams) =>
  idsOf(search)
    .slice(0, mostCompared)
    .map((id) => recordQuery(clientOverview.get, id))

export const loader = pageLoader({ needs: ({ search }) => queriesOf(search) })

const title = 'Compare clients'

/** A column for each of a few clients, and a row for each figure. */
export const Component = () => {
  const limits = useOwnLimits()
  const [search] = useSearchParams()
  const judge = useJudge()
  const read = useQueries({ queries: queriesOf(search) })
  const clients = read.flatMap(({ data }) => (data ? [judge(data.data as Client)] : []))
  const failed = read.filter(({ error, data }) => error && !data)
  const left = idsOf(search).length - read.length
  return (
    <Page title={title} crumbs={[{ label: section.area }, { label: section.title, to: section.path }]}>
      <PageHead title={title} total={clients.length > 0 && plural(clients.length, 'client', 'clients')}>
        <CopyLink small />
        <PrintButton />
      </PageHead>
      {left > 0 && (
        <Notice>
          <b>The first {mostCompared} clients are compared.</b> {left} more {left === 1 ? 'is' : 'are'} in the link.
        </Notice>
      )}
      {failed[0] && (
        <ErrorState
          error={failed[0].error as Error}
          what={failed.length === 1 ? 'A client' : `${failed.length} clients`}
          onRetry={() => Promise.all(failed.map(({ refetch }) => refetch()))}
        />
      )}
      {read.length === 0 ? (
        <EmptyState
          title="No clients to compare"
          actions={<ButtonLink href={section.path}>Clients side by side</ButtonLink>}
        >
          Select two to four clients in the list, then Compare.
        </EmptyState>
      ) : read.some(({ isPending }) => isPending) ? (
        <Loading lines={12} />
      ) : (
        clients.length > 0 && (
          <Compared
            clients={clients}
            linked={linkedTo('/clients', limits && `?${new URLSearchParams({ thresholds: limits })}`)}
          />
        )
      )}
    </Page>
  )
}

const Compared = ({ clients, linked }: { clients: Client[]; linked: ReturnType<typeof linkedTo> }) => (
  <>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls sideways on a phone, also by keyboard */}
    <section className={styles.compared} aria-label="Figures" tabIndex={0}>
      <table style={{ '--clients': clients.length }}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Figure</span>
            </th>
            {clients.map((client) => (
              <th key={client.id} scope="col">
                <NameLink recordType={linked} record={client} />
                <StatusBadge badge={healthBadge(client.health)} />
                <small>{peersText(client, 'size')}</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {figures
            .filter((figure) => clients.some((client) => client[figure] !== undefined))
            .map((figure) => (
              <tr key={figure}>
                <th scope="row">{figureLabels[figure].label}</th>
                {clients.map((client) => {
                  const [value, rank] = [figureText(client, figure), client.percentiles?.[figure]]
                  return (
                    <td key={client.id} data-few={isFew(figure, client) || undefined}>
                      <LevelSign client={client} figure={figure} />
                      {value ?? <Missing />}
                      <small>
                        {[typeof rank === 'number' && percentileName(rank), basisText(client, figure)]
                          .filter((part) => part !== false)
                          .map((part, at) => (
                            <Fragment key={part}>
                              {at > 0 && <br />}
                              {part}
                            </Fragment>
                          ))}
                      </small>
                    </td>
                  )
                })}
              </tr>
            ))}
        </tbody>
      </table>
    </section>
    <p className={typography.dim}>
      A percentile compares a client with those of the same size, and is the share of them with a lower value, plus half
      of those with the same value.
    </p>
  </>
)
