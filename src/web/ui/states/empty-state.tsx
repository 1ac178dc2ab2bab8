import type { ReactNode } from 'react'
import * as styles from './empty-state.module.css'

/** Empty state: icon, reason and next step. */
export const EmptyState = ({
  title,
  found,
  children,
  actions,
  below,
}: {
  title: string
  found?: boolean
  children?: ReactNode
  actions?: ReactNode
  /** Larger content, such as a form. */
  below?: ReactNode
}) => (
  <div className={styles.empty}>
    <svg className={styles.art} viewBox="0 0 64 64" aria-hidden="true">
      <path d="M8 56V6A50 50 0 0 1 58 56Z M58 56H52 M56.3 43.1 50.5 44.6 M51.3 31 46.1 34 M43.4 20.6 39.1 24.9 M33 12.7 30 17.9 M20.9 7.7 19.4 13.5 M8 6V12" />
      <path className={styles.needle} d={found ? 'M8 56H58' : 'M8 56 51.3 31'} />
    </svg>
    <h2>{title}</h2>
    {children && <p>{children}</p>}
    {actions && <div className={styles.actions}>{actions}</div>}
    {below}
  </div>
)
