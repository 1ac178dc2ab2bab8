import type { Ref } from 'react'
import * as styles from './skeleton.module.css'

/** Bar in place of text that is still loading. */
export const Skeleton = ({ width, ref }: { width: string | undefined; ref?: Ref<HTMLElement> }) => (
  <span className={styles.skeleton} ref={ref} style={{ '--w': width }} data-loading />
)
