import type { ReactNode } from 'react'
import * as styles from './name-cell.module.css'

type Props = { children: ReactNode; detail?: string | null | undefined }

/** A name, whole, with a line below it where there is room. */
export const NameCell = ({ children, detail }: Props) => (
  <span className={styles.name} title={detail ?? undefined}>
    {children}
    {detail && <small>{detail}</small>}
  </span>
)
