import type { ReactNode } from 'react'
import * as styles from './number.module.css'

/** Keeps a number with its sign and unit on one line, even where long words may break. */
export const NumberText = ({ children }: { children: ReactNode }) => <span className={styles.number}>{children}</span>
