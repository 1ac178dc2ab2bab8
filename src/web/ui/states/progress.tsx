import { Missing } from '../format/format'
import { formatPercent } from '../format/percent'
import * as styles from './progress.module.css'

/** A line that fills, and its number: "64%". */
export const Progress = ({ value }: { value: number | null | undefined }) => {
  if (value === null || value === undefined) return <Missing />
  return (
    <span className={styles.progress} data-done={value >= 100 || undefined}>
      <span className={styles.line} style={{ '--part': Math.min(Math.max(value, 0), 100) }} aria-hidden="true" />
      <span className={styles.number}>{formatPercent(Math.round(value))}</span>
    </span>
  )
}
