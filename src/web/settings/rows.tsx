import type { ReactNode } from 'react'
import * as tables from '../list/table/list-table.module.css'
import { Button } from '../ui/button'
import { formatInstant } from '../ui/format/format'
import { disabledBecause } from '../ui/overlay/tip'
import * as styles from './api-access.module.css'

type Props = { label: string; heads: [name: string, ...string[]]; children: ReactNode }

/** Settings table; the last column holds the actions. */
export const Rows = ({ label, heads, children }: Props) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
  <section className={styles.scroll} aria-label={label} tabIndex={0}>
    <table className={`${tables.table} ${styles.rows}`}>
      <thead>
        <tr>
          {heads.map((head, at) => (
            <th key={head} scope="col" className={at === 0 ? tables.name : undefined}>
              {head}
            </th>
          ))}
          <th scope="col">
            <span className="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </section>
)

type ButtonProps = { label: string; of?: string | null; lack?: string | undefined; onClick: () => void }

/** `of` names the row for screen readers; `lack` says why the button does nothing. */
export const RowButton = ({ label, of, lack, onClick }: ButtonProps) => (
  <Button kind="bare" small {...disabledBecause(lack, onClick)}>
    {label}
    {of && <span className="visually-hidden"> {of}</span>}
  </Button>
)

/** Tells sessions in the same browser, or of the same person, apart. */
export const sessionName = (name: string | null | undefined, beganAt: string | null | undefined) =>
  `${name ?? ''}${beganAt ? ` since ${formatInstant(new Date(beganAt))}` : ''}`
