import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ItemOf, ListEndpoint } from '../../contract/core/endpoint'
import { largestPage } from '../../contract/core/list-query'
import { isMissing } from '../lib/api/api-error'
import { query } from '../lib/api/client'
import type { Lenient } from '../lib/api/lenient'
import { useSupportsFilter } from '../lib/api/scopes'
import { formatNumber } from '../ui/format/format'
import { Icon, type IconName } from '../ui/icon/icon'
import { Link } from '../ui/link'
import * as lists from '../ui/lists.module.css'
import { tip } from '../ui/overlay/tip'
import { Section } from '../ui/page/section'
import { AsyncSection } from '../ui/states/async-section'
import * as typography from '../ui/typography.module.css'
import { hrefOf, nameOf, type ReadById, type RecordOf, type RecordType } from './record-type'
import * as styles from './related.module.css'

/** How many of them a page asks for. */
const few = 6

type Having = Record<string, string>

/** Query of the related records: the first few, or a full page when they are ranked. */
export const relatedQuery = (list: ListEndpoint, having: Having, o: { isRanked?: boolean } = {}) =>
  query(list, { query: { ...having, limit: String(o.isRanked ? largestPage(list) : few) } })

type Listed<L extends ListEndpoint> = Lenient<ItemOf<L>> & { id: string }

/** Shown for records whose type belongs to another resource. */
export type RelatedRecordType<G extends ReadById, L extends ListEndpoint> = Pick<
  RecordType<G, L>,
  'list' | 'path' | 'noun' | 'name'
>

type Props<G extends ReadById, L extends ListEndpoint> = {
  title: string
  recordType: RelatedRecordType<G, L>
  /** Filter and sort shared by the related records, as API parameters. */
  having: Record<string, string>
  /** The current record: neither counted nor listed, and without others there is no section. */
  except?: string
  icon?: IconName | ((record: Listed<L>) => IconName)
  /** Renders the whole list instead; its skeleton is twice as high. */
  renderList?: (records: Listed<L>[]) => ReactNode
  /** Replaces the name, where all names are alike. */
  name?: (record: Listed<L>) => string | null | undefined
  /** Shown beside the name. */
  detail?: (record: Listed<L>) => ReactNode
  /** Shown at the end of each line. */
  end?: (record: Listed<L>) => ReactNode
  /** Shown above the lines. */
  above?: ReactNode
  /** Sorts ascending in the browser, among the rows of one page, since the API has no such sort. */
  rank?: (record: Listed<L>) => number
  /** Lists only these, as in "2 open of 5", among the rows of one page. */
  only?: { word: string; test: (record: Listed<L>) => boolean }
}

/** Related records with total and a link to all. Loads and fails independently. */
export const Related = <G extends ReadById, L extends ListEndpoint>({
  title,
  recordType,
  having,
  except,
  icon,
  renderList,
  name,
  detail,
  end,
  above,
  rank,
  only,
}: Props<G, L>) => {
  const supportsFilter = useSupportsFilter(recordType.list)
  const isOffered = Object.keys(having).every(supportsFilter)
  const list = useQuery({
    ...relatedQuery(recordType.list, having, { isRanked: rank !== undefined || only !== undefined }),
    enabled: isOffered,
  })
  if (!isOffered || isMissing(list.error)) return null
  const count = list.data?.pagination.totalCount
  const rows = (list.data?.data ?? []) as Listed<L>[]
  const isWhole = count !== undefined && count <= rows.length
  // A filter may leave the current record out of its own list.
  const isIn = except !== undefined && (!isWhole || rows.some(({ id }) => id === except))
  const total = count !== undefined && isIn ? count - 1 : count
  if (except && total === 0) return null
  const ranked = rank ? rows.toSorted((a, b) => rank(a) - rank(b)) : rows
  const listed = ranked.filter((record) => record.id !== except && (!only || only.test(record)))
  const others = listed.slice(0, few - 1)
  const more = (only || isWhole ? listed.length : (total ?? 0)) - others.length
  return (
    <Section
      title={title}
      total={
        total !== undefined &&
        (only && isWhole && listed.length < total
          ? `${formatNumber(listed.length)} ${only.word} of ${formatNumber(total)}`
          : formatNumber(total))
      }
      more={
        <Link className={typography.more} href={`${recordType.path}?${new URLSearchParams(having)}`}>
          All {recordType.noun[1]}
        </Link>
      }
    >
      {above}
      <AsyncSection read={list} lines={(renderList ? 2 : 1) * (few - 1)}>
        {() =>
          others.length === 0 ? (
            <p className={typography.dim}>{only && total ? `None ${only.word}.` : 'None.'}</p>
          ) : (
            <>
              {renderList?.(others) ?? (
                <ul className={`${lists.items} ${styles.lines}`} data-icons={icon !== undefined || undefined}>
                  {others.map((other) => {
                    const full = nameOf(recordType, other as RecordOf<G>)
                    const link = (
                      <Link href={hrefOf(recordType, other)} {...tip(full)}>
                        {name?.(other) || full}
                      </Link>
                    )
                    return (
                      <li key={other.id}>
                        {icon && <Icon name={typeof icon === 'function' ? icon(other) : icon} />}
                        {detail ? (
                          <span>
                            {link} <small>{detail(other)}</small>
                          </span>
                        ) : (
                          link
                        )}
                        {end?.(other)}
                      </li>
                    )
                  })}
                </ul>
              )}
              {more > 0 && <p className={typography.onPaper}>and {formatNumber(more)} more</p>}
            </>
          )
        }
      </AsyncSection>
      {(rank || only) && count !== undefined && count > rows.length && (
        <p className={typography.dim}>From the first {formatNumber(rows.length)} in the list.</p>
      )}
    </Section>
  )
}
