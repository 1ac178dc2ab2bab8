import { useLocation } from 'react-router-dom'
import { Link } from '../ui/link'
import * as tabLists from '../ui/tab-list.module.css'
import { settings } from './sections'
import * as styles from './settings-tabs.module.css'

/** Links to the pages of Settings, above each of them. */
export const SettingsTabs = () => {
  const { pathname } = useLocation()
  return (
    <nav className={`${tabLists.tabs} ${styles.tabs}`} aria-label="Settings">
      {settings.tabs.map(({ path, title }) => (
        <Link key={path} href={path} aria-current={path === pathname ? 'page' : undefined}>
          {title}
        </Link>
      ))}
    </nav>
  )
}
