import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { ItemOf, ListEndpoint } from '../../../contract/kit'
import { isMissing, query } from '../api'
import { formatNumber } from '../format'
import type { Lenient } from '../lenient'
import { Icon, type IconName } from '../ui/icon'
import { Section } from './parts'
import styles from './related.module.css'
import { hrefOf, nameOf, type ReadById, type RecordOf, type RecordView } from './view'

const few = 6

type Props<G extends ReadById, L extends ListEndpoint> = {
  title: string
  view: RecordView<G, L>
  /** The filter that the others share, and the sort, as the API takes them. */
  having: Record<string, string>
  /** The record whose page this is: it is counted and not listed. */
  except: string
  icon: IconName
  /** What sets each apart from the others, where its name says also what they share. */
  name?: (record: Lenient<ItemOf<L>> & { id: string }) => string | null | undefined
  /** What is told of each at the end of its line. */
  end?: (record: Lenient<ItemOf<L>> & { id: string }) => ReactNode
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
}: Props<G, L>) => {
  const list = useQuery(query<ListEndpoint>(view.list, { query: { ...having, limit: String(few) } }))
  if (isMissing(list.error)) return null
  const total = list.data?.pagination.totalCount
  const rows = (list.data?.data ?? []) as (Lenient<ItemOf<L>> & { id: string })[]
  const others = rows.filter(({ id }) => id !== except).slice(0, few - 1)
  return (
    <Section
      title={title}
      {...(total !== undefined && { total: formatNumber(total) })}
      more={
        <Link className={styles.more} to={`${view.path}?${new URLSearchParams(having)}`}>
          All {view.noun[1]}
        </Link>
      }
    >
      {list.error ? (
        <p className="dim">{list.error.message}</p>
      ) : !list.data ? (
        <p className="dim">Loading</p>
      ) : others.length === 0 ? (
        <p className="dim">There is no other.</p>
      ) : (
        <ul className={`lines ${styles.lines}`}>
          {others.map((other) => {
            const full = nameOf(view, other as RecordOf<G>)
            return (
              <li key={other.id}>
                <Icon name={icon} />
                <Link to={hrefOf(view, other)} title={full}>
                  {name?.(other) || full}
                </Link>
                {end?.(other)}
              </li>
            )
          })}
        </ul>
      )}
    </Section>
  )
}
