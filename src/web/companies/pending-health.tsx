import * as styles from './health.module.css'

/** As wide as the badge that is to come, so that nothing moves. */
export const PendingHealth = () => (
  <span className={`${styles.health} ${styles.pending}`} aria-hidden="true">
    ◆ Watch
  </span>
)
