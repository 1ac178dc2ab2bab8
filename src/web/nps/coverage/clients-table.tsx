import { answersOf, fewest, npsOf } from '../../../contract/nps'
import type { Period } from '../../domain/nps/period'
import { npsText } from '../../domain/nps-text'
import { CsvButton } from '../../list/export/csv-button'
import { FigureTable } from '../../ui/figures/figure-table'
import { formatNumber, plural } from '../../ui/format/format'
import { formatPercentTenths } from '../../ui/format/percent'
import * as layout from '../../ui/layout.module.css'
import { Link } from '../../ui/link'
import { tip } from '../../ui/overlay/tip'
import { Section } from '../../ui/page/section'
import * as typography from '../../ui/typography.module.css'
import { type CoverageClient, type CoverageTotal, shareOf } from './coverage'

type Props = {
  period: Period
  clients: CoverageClient[]
  total: CoverageTotal
}

export const shareText = (share: number | null) => (share === null ? '' : formatPercentTenths(share))

/** A score of few says little, so it is pale. */
export const ScoreText = ({ counts }: Pick<CoverageClient, 'counts'>) => {
  const nps = npsOf(counts)
  if (nps === null) return <span className={typography.dim}>no responses</span>
  const text = `${npsText(nps)}, n ${formatNumber(answersOf(counts))}`
  return answersOf(counts) < fewest ? <span className={typography.dim}>{text}</span> : text
}

/** The clients with most people who did not answer, beside the score that these are missing from. */
export const ClientsTable = ({ period, clients, total }: Props) => (
  <Section
    title="By client"
    total={`${formatNumber(total.answered)} of ${plural(total.people, 'person', 'people')} answered, ${shareText(shareOf(total))}`}
    more={
      <span className={layout.actions}>
        <CsvButton
          title={`Who does not answer ${period.dateFrom} ${period.dateTo}`}
          part={
            total.clients > clients.length &&
            `the ${formatNumber(clients.length)} of ${plural(total.clients, 'client', 'clients')} with most people who didn’t answer.`
          }
          table={() => ({
            columns: [
              { header: 'Client', kind: 'text' },
              ...['People', 'Answered', 'Did not', 'Share in percent', 'Score', 'Responses', 'Not matched'].map(
                (header) => ({
                  header,
                  kind: 'number' as const,
                }),
              ),
              { header: 'Client ID', kind: 'text' },
            ],
            rows: clients.map((client) => [
              client.companyName ?? client.companyId ?? 'No company',
              client.people,
              client.answered,
              client.people - client.answered,
              Math.round(10 * (shareOf(client) ?? 0)) / 10,
              npsOf(client.counts),
              answersOf(client.counts),
              client.unmatched,
              client.companyId,
            ]),
          })}
        />
      </span>
    }
  >
    <FigureTable
      caption="Clients by people who did not answer"
      head={['Client', 'People', 'Answered', 'Didn’t', 'Share', 'Score', 'Not matched']}
      rows={clients.map((client) => ({
        key: client.companyId ?? '',
        name: client.companyId ? (
          <Link
            href={`/nps/coverage?${new URLSearchParams({ companyId: client.companyId, ...period })}`}
            {...tip(client.companyName)}
          >
            {client.companyName ?? client.companyId}
          </Link>
        ) : (
          'No company'
        ),
        cells: [
          formatNumber(client.people),
          formatNumber(client.answered),
          <b key="silent">{formatNumber(client.people - client.answered)}</b>,
          shareText(shareOf(client)),
          <ScoreText key="score" counts={client.counts} />,
          formatNumber(client.unmatched),
        ],
      }))}
    />
    {total.clients === 1 && (
      <p className={typography.dim}>
        No other client has anyone who was there for the whole period, so there is nothing to compare with.
      </p>
    )}
    {total.clients > clients.length && (
      <p className={typography.dim}>
        The {formatNumber(clients.length)} of {plural(total.clients, 'client', 'clients')} with most people who didn’t
        answer; filter by company for any other.
      </p>
    )}
    <p className={typography.dim}>
      Not matched: responses of the client without an address, or with one that none of its active people has.
    </p>
  </Section>
)
