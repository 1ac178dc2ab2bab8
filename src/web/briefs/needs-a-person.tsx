import { useQuery } from '@tanstack/react-query'
import { briefSchedules } from '../../contract/brief-schedules'
import { query } from '../lib/api/client'
import { NameLink } from '../record/record-link'
import { formatNumber } from '../ui/format/format'
import { Glyph } from '../ui/icon/glyph'
import { Link } from '../ui/link'
import * as notices from '../ui/notice.module.css'
import * as typography from '../ui/typography.module.css'
import { recordType as schedule } from './brief-schedule-record'
import * as styles from './needs-a-person.module.css'

const few = 3

const having = {
  failing: {
    filter: { status: 'error' },
    tone: 'bad',
    glyph: 'error',
    words: ['failing schedule', 'failing schedules'],
  },
  held: {
    filter: { lastResult: 'held' },
    tone: 'attention',
    glyph: 'pending',
    words: ['brief waits for approval', 'briefs wait for approval'],
  },
} as const

const queryOf = (kind: keyof typeof having) =>
  query(briefSchedules.list, { query: { ...having[kind].filter, limit: String(few) } })

export const queriesOfNeeds = [queryOf('failing'), queryOf('held')]

/** What needs a person comes before everything, whatever the list is sorted by: first what failed, then what waits for approval. */
export const NeedsAPerson = () => (
  <>
    <Needy kind="failing" />
    <Needy kind="held" />
  </>
)

const Needy = ({ kind }: { kind: keyof typeof having }) => {
  const { data } = useQuery(queryOf(kind))
  const total = data?.pagination.totalCount ?? 0
  if (!data || total === 0) return null
  const { filter, tone, glyph, words } = having[kind]
  return (
    <section className={notices.notice} data-tone={tone} aria-labelledby={kind}>
      <Glyph name={glyph} />
      <div>
        <h2 id={kind}>
          {formatNumber(total)} {total === 1 ? words[0] : words[1]}
        </h2>
        <ul className={styles.schedules}>
          {data.data.map((one) => (
            <li key={one.id}>
              <NameLink recordType={schedule} record={one} />
              {one.lastReason && <span>{one.lastReason}</span>}
            </li>
          ))}
        </ul>
      </div>
      {total > few && (
        <Link className={typography.more} href={`?${new URLSearchParams(filter)}`}>
          All {formatNumber(total)}
        </Link>
      )}
    </section>
  )
}
