import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ItemOf, ListEndpoint } from '../../../contract/kit'
import { isMissing, query } from '../api'
import { formatNumber } from '../format'
import type { Lenient } from '../lenient'
import { largestPage } from '../list/list-query'
import { Part } from '../page-part'
import { useOffers } from '../scopes'
import { Icon, type IconName } from '../ui/icon'
import { Section } from './parts'
import styles from './related.module.css'
import { hrefOf, nameOf, type ReadById, type RecordOf, type RecordView } from './view'

const few = 6

type Listed<L extends ListEndpoint> = Lenient<ItemOf<L>> & { id: string }

/** What is told of records of a kind whose own view belongs to another resource. */
export type RelatedView<G extends ReadById, L extends ListEndpoint> = Pick<
  RecordView<G, L>,
  'list' | 'path' | 'noun' | 'name'
>

type Props<G extends ReadById, L extends ListEndpoint> = {
  title: string
  view: RelatedView<G, L>
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
  view,
  having,
  except,
  icon,
  name,
  end,
  above,
  rank,
}: Props<G, L>) => {
  const offers = useOffers(view.list)
  const isOffered = Object.keys(having).every(offers)
  const list = useQuery({
    ...query<ListEndpoint>(view.list, { query: { ...having, limit: String(rank ? largestPage(view.list) : few) } }),
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
        <a className="more" href={`${view.path}?${new URLSearchParams(having)}`}>
          All {view.noun[1]}
        </a>
      }
    >
      {above}
      <Part read={list} lines={few - 1}>
        {() =>
          others.length === 0 ? (
            <p className="dim">{except ? 'Only this one.' : 'There are none.'}</p>
          ) : (
            <ul className={`lines ${styles.lines}`}>
              {others.map((other) => {
                const full = nameOf(view, other as RecordOf<G>)
                return (
                  <li key={other.id}>
                    <Icon name={typeof icon === 'function' ? icon(other) : icon} />
                    <a href={hrefOf(view, other)} title={full}>
                      {name?.(other) || full}
                    </a>
                    {end?.(other)}
                  </li>
                )
              })}
            </ul>
          )
        }
      </Part>
      {rank && total !== undefined && total > rows.length && (
        <p className="dim">Out of the {formatNumber(rows.length)} that the list begins with.</p>
      )}
    </Section>
  )
}
