import type { ReactNode } from 'react'
import { tip } from '../../ui/overlay/tip'
import * as styles from './name-cell.module.css'

type Props = { children: ReactNode; detail?: string | null | undefined }

/** A name, whole, with a line below it where there is room. */
export const NameCell = ({ children, detail }: Props) => (
  <span className={styles.name} {...tip(detail)}>
    {children}
    {detail && <small>{detail}</small>}
  </span>
)
