import { queryOptions, useQuery } from '@tanstack/react-query'
import { answersOf, fewest, npsResponses } from '../../contract/nps'
import { type ClientScore, groupByCompany, rankClients } from '../domain/nps/counts/by-company'
import { readCountsByCompany } from '../domain/nps/counts/read-counts'
import { lastDays, type Period, periodBefore } from '../domain/nps/period'
import { countsQuery } from '../domain/nps/queries'
import { changeOf } from '../domain/nps/score'
import { npsText } from '../domain/nps-text'
import { call, type QueryContext } from '../lib/api/client'
import { readAll } from '../lib/api/read-all'
import { RecordLink } from '../record/record-link'
import { formatNumber, plural } from '../ui/format/format'
import { Glyph } from '../ui/icon/glyph'
import { Link } from '../ui/link'
import { Section } from '../ui/page/section'
import { AsyncSection } from '../ui/states/async-section'
import * as badges from '../ui/status-badge.module.css'
import * as typography from '../ui/typography.module.css'
import * as styles from './today.module.css'

const days = 90
const few = 5
/** Limit on the responses loaded for this page. */
const most = 2000

/** Null if a server that doesn’t count responses by company has too many of them. */
const readClients = async (period: Period, context: QueryContext) => {
  const counted = await readCountsByCompany(periodBefore(period), period, context)
  if (counted)
    return {
      clients: counted.filter(({ companyStatus }) => companyStatus !== 'inactive'),
      areActive: counted.every(({ companyStatus }) => companyStatus),
    }
  const { totalCount } = (await call(npsResponses.list, { query: { ...period, limit: '1' } }, context)).pagination
  if (totalCount > most) return null
  return { clients: groupByCompany((await readAll(npsResponses.list, period, context)).rows), areActive: false }
}

const clientsQuery = (period: Period) =>
  queryOptions({
    queryKey: [npsResponses.list.path, 'least happy', period],
    queryFn: async (context) => {
      const read = await readClients(period, context)
      if (read === null) return null
      const { ranked, anecdotal } = rankClients(read.clients)
      return { ranked: groupOf(ranked), anecdotal: groupOf(anecdotal), areActive: read.areActive }
    },
  })

type Group = { least: ClientScore[]; count: number; belowZero: number }

const groupOf = (clients: ClientScore[]): Group => ({
  least: clients.slice(0, few),
  count: clients.length,
  belowZero: clients.filter(({ nps }) => nps < 0).length,
})

export const leastHappyQueries = () => [clientsQuery(lastDays(days))]

export const LeastHappy = () => {
  const period = lastDays(days)
  const clients = useQuery(clientsQuery(period))
  return (
    <Section
      title="Least happy clients"
      total={
        clients.data && `of ${formatNumber(clients.data.ranked.count + clients.data.anecdotal.count)} with responses`
      }
    >
      <AsyncSection read={clients} lines={2 * few + 3}>
        {(data) =>
          data === null ? (
            <p className={typography.dim}>
              More than {formatNumber(most)} responses in the last {days} days, too many to rank here.{' '}
              <Link href="/clients?sortColumn=score&sortDesc=false">Clients side by side</Link> can calculate the
              scores.
            </p>
          ) : data.ranked.count + data.anecdotal.count === 0 ? (
            <p className={typography.dim}>
              No responses{data.areActive && ' of active clients'} in the last {days} days.
            </p>
          ) : (
            <>
              {groupsOf(data).map(({ title, clients }) => (
                <Ranking key={title} title={title} clients={clients} period={period} />
              ))}
              <p className={typography.dim}>
                Lowest score first. Change against the {days} days before.
                {data.areActive && ' Inactive clients are left out.'}
              </p>
            </>
          )
        }
      </AsyncSection>
    </Section>
  )
}

/** Listed where no client is unhappy. */
const fewHappy = 3

const unhappyOf = ({ least }: Group) => least.filter(({ nps }) => nps < 0)

/** Apart, because one person can decide a score of few responses; of those only the unhappy, unless there are no others. */
const groupsOf = ({ ranked, anecdotal }: Record<'ranked' | 'anecdotal', Group>) => {
  const clientsIn = ({ count }: Group) => plural(count, 'client', 'clients')
  return [
    ranked.belowZero > 0
      ? {
          title: `Ten responses or more (${clientsIn(ranked)}, ${formatNumber(ranked.belowZero)} below zero)`,
          clients: ranked.least,
        }
      : {
          title: `No client with ten or more responses is below zero (${clientsIn(ranked)})`,
          clients: ranked.least.slice(0, fewHappy),
        },
    anecdotal.belowZero > 0
      ? {
          title: `Below zero, from fewer than ten responses (${formatNumber(anecdotal.belowZero)} of ${clientsIn(anecdotal)})`,
          clients: unhappyOf(anecdotal),
        }
      : {
          title: `Fewer than ten responses (${clientsIn(anecdotal)}, none below zero)`,
          clients: ranked.count > 0 ? [] : anecdotal.least.slice(0, fewHappy),
        },
  ].filter(({ clients }) => clients.length > 0)
}

const Ranking = ({ title, clients, period }: { title: string; clients: ClientScore[]; period: Period }) => (
  <table className={styles.clients}>
    <caption>{title}</caption>
    <thead className="visually-hidden">
      <tr>
        <th scope="col">Score</th>
        <th scope="col">Company</th>
        <th scope="col">Change</th>
        <th scope="col">Responses</th>
      </tr>
    </thead>
    <tbody>
      {clients.map((client) => (
        <Line key={client.companyId} client={client} period={period} />
      ))}
    </tbody>
  </table>
)

const Line = ({ client, period }: { client: ClientScore; period: Period }) => {
  const { companyId, companyName, counts, nps, before } = client
  const past = useQuery({ ...countsQuery({ companyId, ...periodBefore(period) }), enabled: before === null })
  const earlier = before ?? past.data
  const by = (earlier && changeOf(counts, earlier)?.by) ?? 0
  return (
    <tr data-few={answersOf(counts) < fewest || undefined}>
      <td>{npsText(nps)}</td>
      <th scope="row">
        <RecordLink to="/companies" id={companyId} name={companyName} />
      </th>
      <td>
        {by !== 0 && (
          <span className={badges.badge} data-tone={by > 0 ? 'good' : 'bad'}>
            <Glyph name={by > 0 ? 'up' : 'down'} />
            {formatNumber(Math.abs(by))}
            <span className="visually-hidden"> {by > 0 ? 'up' : 'down'}</span>
          </span>
        )}
      </td>
      <td>
        <Link href={`/nps/responses?${new URLSearchParams({ companyId, ...period })}`}>
          n {formatNumber(answersOf(counts))}
        </Link>
      </td>
    </tr>
  )
}
