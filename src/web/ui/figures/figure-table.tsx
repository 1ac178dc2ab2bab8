import type { ReactNode } from 'react'
import * as styles from './figure-table.module.css'

type FigureRow = { key: string; name: ReactNode; cells: ReactNode[]; isCurrent?: boolean }

type Props = {
  caption: string
  /** The first heads the names. */
  head: string[]
  /** Heads of columns that hold text, not figures. */
  textHeads?: string[]
  rows: FigureRow[]
  foot?: FigureRow | undefined
  className?: string
}

/** Figures by name. What is wider than the page scrolls, also by keyboard. */
export const FigureTable = ({ caption, head, textHeads = [], rows, foot, className = '' }: Props) => {
  const isText = (name = '') => textHeads.includes(name) || undefined
  const line = ({ key, name, cells, isCurrent }: FigureRow) => (
    <tr key={key} data-current={isCurrent || undefined}>
      <th scope="row">{name}</th>
      {cells.map((cell, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns have an order, and two may have the same head
        <td key={at} data-text={isText(head[at + 1])}>
          {cell}
        </td>
      ))}
    </tr>
  )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={styles.scroll} aria-label={caption} tabIndex={0}>
      <table className={`${styles.figures} ${className}`}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {head.map((name, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as of the cells
              <th key={at} scope="col" data-text={isText(name)}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{rows.map(line)}</tbody>
        {foot && <tfoot>{line(foot)}</tfoot>}
      </table>
    </section>
  )
}
