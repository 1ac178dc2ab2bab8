import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ItemOf, ListEndpoint } from '../../contract/core/endpoint'
import { largestPage } from '../../contract/core/list-query'
import { isMissing, query } from '../lib/api/client'
import type { Lenient } from '../lib/api/lenient'
import { useSupportsFilter } from '../lib/api/scopes'
import { AsyncSection } from '../ui/async-section'
import { Section } from '../ui/details'
import { formatNumber } from '../ui/format/format'
import { Icon, type IconName } from '../ui/icon/icon'
import { hrefOf, nameOf, type ReadById, type RecordOf, type RecordType } from './record-type'
import styles from './related.module.css'

const few = 6

type Having = Record<string, string>

/** What a list of related records shows: the first few, or as many as there can be where they are to be ranked. */
export const relatedQuery = (list: ListEndpoint, having: Having, o: { isRanked?: boolean } = {}) =>
  query(list, { query: { ...having, limit: String(o.isRanked ? largestPage(list) : few) } })

type Listed<L extends ListEndpoint> = Lenient<ItemOf<L>> & { id: string }

/** What is told of records of a kind whose own view belongs to another resource. */
export type RelatedRecordType<G extends ReadById, L extends ListEndpoint> = Pick<
  RecordType<G, L>,
  'list' | 'path' | 'noun' | 'name'
>

type Props<G extends ReadById, L extends ListEndpoint> = {
  title: string
  recordType: RelatedRecordType<G, L>
  /** The filter that the others share, and the sort, as the API takes them. */
  having: Record<string, string>
  /** The record whose page this is: it is counted and not listed. */
  except?: string
  icon: IconName | ((record: Listed<L>) => IconName)
  /** What sets each apart from the others, where its name says also what they share. */
  name?: (record: Listed<L>) => string | null | undefined
  /** What is told of each at the end of its line. */
  end?: (record: Listed<L>) => ReactNode
  /** What is told of all of them, above the few. */
  above?: ReactNode
  /** The smallest first, where the API has no such sort; it can only be told of as many as it lists at once. */
  rank?: (record: Listed<L>) => number
}

/** A few records beside one, with how many there are and the way to all of them. It loads and fails alone. */
export const Related = <G extends ReadById, L extends ListEndpoint>({
  title,
  recordType,
  having,
  except,
  icon,
  name,
  end,
  above,
  rank,
}: Props<G, L>) => {
  const supportsFilter = useSupportsFilter(recordType.list)
  const isOffered = Object.keys(having).every(supportsFilter)
  const list = useQuery({
    ...relatedQuery(recordType.list, having, { isRanked: rank !== undefined }),
    enabled: isOffered,
  })
  if (!isOffered || isMissing(list.error)) return null
  const total = list.data?.pagination.totalCount
  const rows = (list.data?.data ?? []) as Listed<L>[]
  const ranked = rank ? rows.toSorted((a, b) => rank(a) - rank(b)) : rows
  const others = ranked.filter(({ id }) => id !== except).slice(0, few - 1)
  return (
    <Section
      title={title}
      {...(total !== undefined && { total: formatNumber(total) })}
      more={
        <a className="more" href={`${recordType.path}?${new URLSearchParams(having)}`}>
          All {recordType.noun[1]}
        </a>
      }
    >
      {above}
      <AsyncSection read={list} lines={few - 1}>
        {() =>
          others.length === 0 ? (
            <p className="dim">{except ? 'No others.' : 'None.'}</p>
          ) : (
            <ul className={`item-list ${styles.lines}`}>
              {others.map((other) => {
                const full = nameOf(recordType, other as RecordOf<G>)
                return (
                  <li key={other.id}>
                    <Icon name={typeof icon === 'function' ? icon(other) : icon} />
                    <a href={hrefOf(recordType, other)} title={full}>
                      {name?.(other) || full}
                    </a>
                    {end?.(other)}
                  </li>
                )
              })}
            </ul>
          )
        }
      </AsyncSection>
      {rank && total !== undefined && total > rows.length && (
        <p className="dim">From the first {formatNumber(rows.length)} in the list.</p>
      )}
    </Section>
  )
}
