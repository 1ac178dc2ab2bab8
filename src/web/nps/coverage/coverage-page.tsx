import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { responseCoverage } from '../../../contract/figures/response-coverage'
import { npsResponses } from '../../../contract/nps'
import { companyUsers } from '../../../contract/users'
import { CompanyPicker } from '../../domain/company-picker'
import type { Period } from '../../domain/nps/period'
import { isMissing } from '../../lib/api/api-error'
import { query } from '../../lib/api/client'
import { pageLoader } from '../../lib/navigation/page-loader'
import { Calculated, mostRequests, useRows } from '../../list/calculated'
import { FilterBar } from '../../list/filters/filters'
import { CopyLink } from '../../ui/copy-button'
import { Notice } from '../../ui/facts/details'
import * as figures from '../../ui/figures/figure-table.module.css'
import { formatNumber, plural } from '../../ui/format/format'
import { IgnoredParams } from '../../ui/page/ignored-params'
import { Page, PageHead } from '../../ui/page/page'
import { PrintButton } from '../../ui/page/print-button'
import { ErrorState } from '../../ui/states/error-state'
import { Loading } from '../../ui/states/loading'
import * as typography from '../../ui/typography.module.css'
import { BegunPeriod, PeriodFilter } from '../period-filter'
import { readReview, readSubpageParams, useReview } from '../review/use-review'
import { ReviewTabs } from '../review-tabs'
import { ClientsTable } from './clients-table'
import { type CoverageClient, type CoveragePeople, type CoverageTotal, coverageOf, peopleOf } from './coverage'
import { OneClient } from './one-client'

const filters = { companyId: { label: 'Company', control: CompanyPicker, always: true } }

const clientsQuery = (period: Period, companyId: string | undefined) =>
  query(responseCoverage.clients, { query: { ...period, ...(companyId && { companyId }) } })
const peopleQuery = (period: Period, companyId: string) =>
  query(responseCoverage.people, { query: { ...period, companyId, limit: '1000' } })

export const loader = pageLoader({
  needs: ({ search }) => {
    const review = readReview(search)
    const { period, isAhead, companyId } = readSubpageParams(review, ['companyId'])
    if (review.reversed || isAhead) return []
    return [clientsQuery(period, companyId), ...(companyId ? [peopleQuery(period, companyId)] : [])]
  },
})

/** People without a response in the period, matched by email address. */
export const Component = () => {
  const review = useReview()
  const { period, isAhead, companyId, ignored } = readSubpageParams(review, ['companyId'])
  const title = 'Who doesn’t answer'
  return (
    <Page title={title} crumbs={[{ label: 'Experience' }, { label: 'NPS review', to: '/nps/review' }]}>
      <PageHead title={title}>
        <CopyLink small />
        <PrintButton />
      </PageHead>
      <ReviewTabs />
      <p className={typography.lede}>
        Active people who were there for the whole period, and whether a response came from their email address. Who was
        invited isn’t in the data, and a response without an address, or with another one, can’t be matched, so someone
        counted as not answering may have answered.
      </p>
      <div className={figures.filters}>
        <PeriodFilter {...review} />
        <FilterBar filters={filters} sent={companyId ? { companyId } : {}} change={review.change} />
      </div>
      <IgnoredParams {...ignored} />
      <BegunPeriod {...{ review, period, isAhead }}>
        <Coverage period={period} companyId={companyId} />
      </BegunPeriod>
    </Page>
  )
}

type Props = { period: Period; companyId: string | undefined }

const Coverage = ({ period, companyId }: Props) => {
  const clients = useQuery(clientsQuery(period, companyId))
  const people = useQuery({ ...peopleQuery(period, companyId ?? ''), enabled: companyId !== undefined })
  if (isMissing(clients.error)) return <FromLists period={period} companyId={companyId} />
  const error = clients.error ?? people.error
  const retry = () => {
    for (const read of [clients, people]) if (read.error) void read.refetch()
  }
  if (error && (!clients.data || (companyId && !people.data)))
    return <ErrorState error={error} what="These figures" onRetry={retry} />
  if (!clients.data || (companyId && !people.data)) return <Loading lines={12} />
  const data = clients.data.data
  const list = (data.clients ?? []).map(
    (client): CoverageClient => ({
      companyId: client.companyId ?? null,
      companyName: client.companyName ?? null,
      people: client.people ?? 0,
      answered: client.answered ?? 0,
      counts: {
        promoter: client.promotersCount ?? 0,
        passive: client.passivesCount ?? 0,
        detractor: client.detractorsCount ?? 0,
      },
      unmatched: client.unmatched ?? 0,
    }),
  )
  const own = people.data?.data
  return (
    <Shown
      {...{ period, companyId }}
      clients={list}
      total={{
        people: data.people ?? 0,
        answered: data.answered ?? 0,
        clients: data.totalCount ?? 0,
        responses: data.responses ?? null,
        withoutAddress: data.withoutAddress ?? null,
      }}
      people={
        own && {
          roles: (own.roles ?? []).map(({ role, people, answered }) => ({
            role: role ?? null,
            people: people ?? 0,
            answered: answered ?? 0,
          })),
          silent: (own.silent ?? []).map(({ id, fullName, email, role, lastLogin }) => ({
            id,
            fullName: fullName ?? id,
            email: email ?? '',
            role: role ?? null,
            lastLogin: lastLogin ?? null,
          })),
          totalCount: own.totalCount ?? 0,
        }
      }
    />
  )
}

/** In front of a server that does not count them. Both lists together stay below the most that a page may ask. */
const FromLists = ({ period, companyId }: Props) => {
  const whose: Record<string, string> = companyId ? { companyId } : {}
  const half = { maxRequests: mostRequests / 2 }
  const people = useRows(companyUsers.list, { ...whose, status: 'active' }, half)
  const answers = useRows(npsResponses.list, { ...whose, ...period }, half)
  return (
    <Calculated rows={people} noun="people">
      {(persons) => (
        <Calculated rows={answers} noun="responses">
          {(responses): ReactNode => {
            const { clients, ...total } = coverageOf(persons, responses, period)
            return (
              <Shown
                {...{ period, companyId }}
                clients={clients.slice(0, 25)}
                total={{ ...total, clients: clients.length }}
                people={companyId ? peopleOf(persons, responses, period) : undefined}
              />
            )
          }}
        </Calculated>
      )}
    </Calculated>
  )
}

type ShownProps = {
  period: Period
  companyId: string | undefined
  clients: CoverageClient[]
  total: CoverageTotal
  people: CoveragePeople | undefined
}

/** Says why nothing can be matched, instead of listing everyone as silent. */
const Shown = ({ period, companyId, clients, total, people }: ShownProps) => {
  const { responses, withoutAddress } = total
  const whose = companyId ? ' from this company' : ''
  const others = companyId ? ' or another company' : ''
  if (total.people === 0)
    return (
      <p className={typography.dim}>
        No active people{whose} were there for the whole period. Choose a later start{others}.
      </p>
    )
  if (responses === 0)
    return (
      <Notice>
        <b>No one{whose} responded in this period.</b> {peopleText(total.people)} there for all of it. Choose another
        period{others}.
      </Notice>
    )
  if (responses !== null && withoutAddress === responses)
    return (
      <Notice>
        <b>
          No response{whose} in this period has an email address ({formatNumber(responses)} without), so no one can be
          matched.
        </b>{' '}
        {peopleText(total.people)} there for all of it.
      </Notice>
    )
  return (
    <>
      {responses !== null && withoutAddress !== null && withoutAddress > 0 && (
        <p className={typography.dim}>
          {formatNumber(withoutAddress)} of {plural(responses, 'response', 'responses')} in the period{' '}
          {withoutAddress === 1 ? 'has' : 'have'} no address, so people below may have given them.
        </p>
      )}
      {companyId && people ? (
        <OneClient period={period} client={clients[0]} people={people} />
      ) : (
        <ClientsTable period={period} clients={clients} total={total} />
      )}
    </>
  )
}

const peopleText = (count: number) => plural(count, 'person was', 'people were')
