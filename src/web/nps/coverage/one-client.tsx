import type { Period } from '../../domain/nps/period'
import { Incomplete } from '../../list/calculated'
import { CsvButton } from '../../list/export/csv-button'
import { FigureTable } from '../../ui/figures/figure-table'
import { DateTime, formatNumber, MailLink, plural } from '../../ui/format/format'
import * as layout from '../../ui/layout.module.css'
import { Link } from '../../ui/link'
import { Section } from '../../ui/page/section'
import * as typography from '../../ui/typography.module.css'
import { ScoreText, shareText } from './clients-table'
import { type CoverageClient, type CoveragePeople, shareOf } from './coverage'

type Props = { period: Period; client: CoverageClient | undefined; people: CoveragePeople }

/** By role, and who they are. */
export const OneClient = ({ period, client, people: { roles, silent, totalCount } }: Props) => {
  const sum = (of: (role: (typeof roles)[number]) => number) => roles.reduce((all, role) => all + of(role), 0)
  const total = { people: sum(({ people }) => people), answered: sum(({ answered }) => answered) }
  const part = `the first ${formatNumber(silent.length)} of ${formatNumber(totalCount)} by name.`
  return (
    <>
      <Section
        title="By role"
        total={`${formatNumber(total.answered)} of ${plural(total.people, 'person', 'people')} answered, ${shareText(shareOf(total))}`}
      >
        {client && (
          <p>
            Score of all responses in the period: <ScoreText counts={client.counts} />.
            {client.unmatched > 0 &&
              ` ${plural(client.unmatched, 'response has', 'responses have')} no address that matches a person.`}
          </p>
        )}
        <FigureTable
          caption="Share of answers by role"
          head={['Role', 'People', 'Answered', 'Didn’t', 'Share']}
          rows={roles.map(({ role, people, answered }) => ({
            key: role ?? '',
            name: role ?? 'No role',
            cells: [
              formatNumber(people),
              formatNumber(answered),
              formatNumber(people - answered),
              shareText(shareOf({ people, answered })),
            ],
          }))}
        />
      </Section>
      <Section
        title="Without a response"
        total={formatNumber(totalCount)}
        more={
          <span className={layout.actions}>
            <CsvButton
              title={`Without a response ${period.dateFrom} ${period.dateTo}`}
              part={totalCount > silent.length && part}
              table={() => ({
                columns: ['Name', 'Role', 'Email', 'Last login', 'ID'].map((header) => ({
                  header,
                  kind: header === 'Last login' ? 'localDay' : 'text',
                })),
                rows: silent.map(({ id, fullName, email, role, lastLogin }) => [fullName, role, email, lastLogin, id]),
              })}
            />
          </span>
        }
      >
        {totalCount === 0 ? (
          <p className={typography.dim}>Everyone who was there for the whole period answered.</p>
        ) : (
          <FigureTable
            caption="People without a response"
            head={['Name', 'Role', 'Email', 'Last login']}
            textHeads={['Role', 'Email']}
            rows={silent.map(({ id, fullName, email, role, lastLogin }) => ({
              key: id,
              name: <Link href={`/company-users/${id}`}>{fullName}</Link>,
              cells: [
                role,
                <MailLink key="email" address={email} />,
                lastLogin ? <DateTime key="login" value={lastLogin} dateOnly /> : 'Never',
              ],
            }))}
          />
        )}
        {totalCount > silent.length && <Incomplete>{part}</Incomplete>}
      </Section>
    </>
  )
}
