import * as styles from './loading-bar.module.css'

/** Line at the top of what is loading: a list, or the whole page. */
export const LoadingBar = ({ page }: { page?: boolean }) => (
  <div className={styles.bar} data-page={page} aria-hidden="true" />
)
