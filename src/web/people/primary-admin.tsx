import { Icon } from '../ui/icon/icon'
import styles from './primary-admin.module.css'

/** The one who answers for the whole account. */
export const PrimaryAdmin = () => (
  <span className={styles.mark}>
    <Icon name="ship-wheel" small />
    Primary admin
  </span>
)
