import * as styles from './mark.module.css'
/** The logo: a quadrant. */
export const Mark = () => (
  <svg className={styles.mark} viewBox="0 0 24 24" aria-hidden="true">
    <path d="M4 20V3.5A16.5 16.5 0 0 1 20.5 20Z M7.6 12.2A8.6 8.6 0 0 1 11.8 16.4" />
    <path className={styles.needle} d="M4 20 16.2 7.8" />
    <circle cx="4" cy="20" r="2.1" />
  </svg>
)
