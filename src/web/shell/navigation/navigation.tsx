import {
  type ComponentProps,
  type ComponentType,
  type MouseEvent,
  memo,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { onIdle } from '../../lib/browser/on-idle'
import { usePreference } from '../../lib/preferences'
import { sections } from '../../registry'
import type { Section } from '../../section'
import { IconButton } from '../../ui/button'
import { Icon } from '../../ui/icon/icon'
import * as icons from '../../ui/icon/icon.module.css'
import { Mark } from '../../ui/icon/mark'
import { Link } from '../../ui/link'
import { showOverlay } from '../../ui/overlay/page-overlay'
import { tip } from '../../ui/overlay/tip'
import { useFoldedNavigation } from '../../ui/page/top-bar-buttons'
import { signOut } from '../sign-out'
import { counts } from './counts'
import * as styles from './navigation.module.css'
import { Theme } from './theme'
import { WhoAmI } from './who-am-i'

/** The page of the navigation that this one is, or is within. */
type Here = { here: string | undefined }

const all: Section[] = Object.values(sections)
const main = all.filter(({ isLast }) => !isLast)

export const hereOf = (pathname: string) =>
  all.find(({ path, pages }) => pathname in pages || pathname.startsWith(`${path}/`))?.path

/** A link to a page, with the number of its records that need attention. The number describes it: its name stays. */
const PageLink = ({ href, here, children, ...props }: ComponentProps<typeof Link> & Here) => {
  const id = useId()
  const count = counts.usePart((all) => all[href])
  return (
    <Link
      {...props}
      href={href}
      aria-current={here === href ? 'page' : undefined}
      aria-describedby={count ? id : undefined}
    >
      {children}
      {count && (
        <span id={id} className={styles.count} data-tone={count.tone} aria-hidden="true">
          {count.text}
          <span className="visually-hidden"> {count.words}</span>
        </span>
      )}
    </Link>
  )
}

/** Loaded when the browser is idle: no page waits for a count, and without them the navigation still works. */
export const Counts = () => {
  const [Read, setRead] = useState<ComponentType | null>(null)
  useEffect(
    () =>
      onIdle(async () => {
        const { ReadCounts } = await import('./read-counts')
        setRead(() => ReadCounts)
      }),
    [],
  )
  return Read && <Read />
}

/** Memoised: opening a record or form doesn’t change it. */
export const Navigation = memo(({ here }: Here) => {
  const pages = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is marked
  useEffect(() => {
    // What it returns, a promise in newer browsers, is no clean-up.
    pages.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [here])
  return (
    <nav className={styles.nav} aria-label="Pages">
      <div>
        <Link className={styles.brand} href="/today">
          <Mark />
          <span>Quarterdeck</span>
        </Link>
        <div className={styles.pages} ref={pages}>
          <ul>
            {main.map((section) => {
              if (!section.area) return <Leaf key={section.path} section={section} here={here} />
              const group = main.filter(({ area }) => area === section.area)
              return group[0] === section && <Group key={section.area} label={section.area} group={group} here={here} />
            })}
          </ul>
        </div>
        <div className={styles.last}>
          <ul>{all.map((section) => section.isLast && <Leaf key={section.path} section={section} here={here} />)}</ul>
          <div className={styles.whoami}>
            <WhoAmI />
            <IconButton icon="log-out" label="Sign out" onClick={signOut} />
            <Theme />
          </div>
        </div>
      </div>
    </nav>
  )
})

const Leaf = ({ section: { title, path, icon }, here }: Here & { section: Section }) => (
  <li>
    <PageLink href={path} here={here} {...tip(title)}>
      <Icon name={icon} />
      <span>{title}</span>
    </PageLink>
  </li>
)

/** Sections of one area, with the icon of the first. */
const Group = ({ label, group, here }: Here & { label: string; group: Section[] }) => {
  const isHere = group.some(({ path }) => path === here)
  const [open, setOpen] = usePreference(`nav ${label}`, 'open')
  const { folded, toggle } = useFoldedNavigation()
  const unfold = (event: MouseEvent) => {
    if (!folded || !matchMedia('(width >= 48rem)').matches) return
    event.preventDefault()
    toggle()
  }
  return (
    <li>
      <details
        open={open === 'open' || isHere}
        onToggle={(event) => setOpen(event.currentTarget.open ? 'open' : 'closed')}
      >
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button */}
        <summary {...tip(label)} onClick={unfold}>
          <Icon name={group[0]?.icon ?? 'file-text'} />
          <span>{label}</span>
          <svg className={`${icons.icon} ${styles.chevron}`} viewBox="0 0 24 24" aria-hidden="true">
            <path d="m6 9 6 6 6-6" />
          </svg>
        </summary>
        <ul>
          {group.map(({ title, path }) => (
            <li key={path}>
              <PageLink href={path} here={here}>
                {title}
              </PageLink>
            </li>
          ))}
        </ul>
      </details>
    </li>
  )
}

/** Bottom bar on phones; the menu has the remaining pages. */
export const TabBar = memo(({ here, menu, onMenu }: Here & { menu: boolean; onMenu: () => void }) => (
  <nav className={styles.tabbar} aria-label="Main pages">
    <PageLink href="/today" here={here}>
      <Icon name="ship-wheel" />
      <span>Today</span>
    </PageLink>
    <PageLink href="/companies" here={here}>
      <Icon name="building-2" />
      <span>Companies</span>
    </PageLink>
    <PageLink href="/automation" here={here}>
      <Icon name="workflow" />
      <span>Rules</span>
    </PageLink>
    <button type="button" onClick={() => showOverlay('palette')}>
      <Icon name="search" />
      <span>Search</span>
    </button>
    <button type="button" id="menu" aria-expanded={menu} onClick={onMenu}>
      <Icon name="menu" />
      <span>Menu</span>
    </button>
  </nav>
))
