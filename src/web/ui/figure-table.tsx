import type { ReactNode } from 'react'
import * as styles from './figure-table.module.css'

export type FigureRow = { key: string; name: ReactNode; cells: ReactNode[]; isCurrent?: boolean }

type Props = {
  caption: string
  /** The first is that of the names; one that begins with a space is of text. */
  head: string[]
  rows: FigureRow[]
  foot?: FigureRow | undefined
}

/** Figures by name. What is wider than the page scrolls, also by keyboard. */
export const FigureTable = ({ caption, head, rows, foot }: Props) => {
  const isText = (at: number) => head[at]?.startsWith(' ') || undefined
  const line = ({ key, name, cells, isCurrent }: FigureRow) => (
    <tr key={key} data-current={isCurrent || undefined}>
      <th scope="row">{name}</th>
      {cells.map((cell, at) => (
        <td key={head[at + 1]} data-text={isText(at + 1)}>
          {cell}
        </td>
      ))}
    </tr>
  )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={styles.scroll} aria-label={caption} tabIndex={0}>
      <table className={styles.figures}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {head.map((word, at) => (
              <th key={word} scope="col" data-text={isText(at)}>
                {word.trim()}
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

/** As the `ref` of the first new item, where the button that asked for more has gone with the last of them. */
export const focusLink = (item: HTMLElement | null) => {
  item?.querySelector('a')?.focus({ preventScroll: true })
}
