import { useLocation } from 'react-router-dom'
import type { Tabs } from '../../section'
import { Link } from '../link'
import * as styles from './section-tabs.module.css'
import * as tabLists from './tab-list.module.css'

type Props = {
  of: Tabs
  /** Where a tab leads, if what the page shows goes with it. */
  hrefOf?: (path: string) => string
}

/** Links to the pages of a section, above each of them. */
export const SectionTabs = ({ of: { section, tabs }, hrefOf = (path) => path }: Props) => {
  const { pathname } = useLocation()
  const { title, path, pages } = section
  return (
    <nav className={`${tabLists.tabs} ${styles.tabs}`} aria-label={title}>
      {[...(path in pages ? [{ path, title }] : []), ...tabs].map((tab) => (
        <Link key={tab.path} href={hrefOf(tab.path)} aria-current={tab.path === pathname ? 'page' : undefined}>
          {tab.title}
        </Link>
      ))}
    </nav>
  )
}
