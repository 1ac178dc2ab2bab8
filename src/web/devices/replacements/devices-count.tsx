import { formatNumber } from '../../ui/format/format'
import { Link } from '../../ui/link'
import * as styles from './replacements-page.module.css'

/** A number of devices, which leads to them where a list can show them. */
export const DevicesCount = ({ count, href }: { count: number; href: string | null }) =>
  href && count > 0 ? (
    <Link className={styles.count} href={href}>
      {formatNumber(count)}
    </Link>
  ) : (
    formatNumber(count)
  )
