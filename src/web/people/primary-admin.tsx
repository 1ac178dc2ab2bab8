import { Icon } from '../ui/icon/icon'
import * as styles from './primary-admin.module.css'

/** Marks the primary admin of the account. */
export const PrimaryAdmin = () => (
  <span className={styles.mark}>
    <Icon name="ship-wheel" small />
    Primary admin
  </span>
)
