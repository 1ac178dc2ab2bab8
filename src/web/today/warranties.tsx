import { useQueries } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { devices } from '../../contract/devices'
import { isMissing, query } from '../kit/api'
import { formatNumber } from '../kit/format'
import { Section } from '../kit/record/parts'
import { Glyph } from '../kit/ui/glyph'
import styles from './today.module.css'

const dayLong = 24 * 60 * 60 * 1000
const inDays = (days: number) => new Date(Date.now() + days * dayLong).toISOString().slice(0, 10)

/** Warranties that ended, and that end soon: each number is the difference of two exact totals, and leads to its list. */
export const Warranties = () => {
  const ends = [-1, 30, 90].map(inDays)
  const { totals, error } = useQueries({
    queries: ends.map((warrantyBefore) => query(devices.list, { query: { warrantyBefore, limit: '1' } })),
    combine: (lists) => ({
      totals: lists.map(({ data }) => data?.pagination.totalCount),
      error: lists.find((list) => list.error)?.error ?? null,
    }),
  })
  if (isMissing(error)) return null
  const [ended, in30, in90] = totals
  const [today, month, quarter] = ends
  const isRead = ended !== undefined && in30 !== undefined && in90 !== undefined
  return (
    <Section
      title="Warranties"
      more={
        <span className={styles.more}>
          <Link to="/devices">All devices</Link>
        </span>
      }
    >
      {isRead ? (
        <ul className="lines">
          {(
            [
              ['bad', 'gone', 'ended', ended, today],
              ['attention', 'soon', 'end within 30 days', in30 - ended, month],
              ['calm', 'soon', 'end within 90 days', in90 - in30, quarter],
            ] as const
          ).map(([tone, glyph, words, count, warrantyBefore]) => (
            <li key={words} data-tone={tone}>
              <Glyph name={glyph} />
              <span>
                <Link to={`/devices?warrantyBefore=${warrantyBefore}`}>
                  {formatNumber(count)} {words}
                </Link>
              </span>
            </li>
          ))}
        </ul>
      ) : error ? (
        <p className="dim">{error.message}</p>
      ) : (
        <p className="dim">Loading</p>
      )}
    </Section>
  )
}
