import { type MouseEvent, memo } from 'react'
import { usePreference } from '../lib/preferences'
import { Icon } from '../ui/icon/icon'
import { Mark } from '../ui/icon/mark'
import { showOverlay, useFoldedNavigation } from '../ui/page/top-bar-buttons'
import { type Area, type AreaGroup, areas, lastAreas } from './areas'
import { signOut } from './sign-out'
import { Theme } from './theme'
import { WhoAmI } from './who-am-i'

/** The page of the navigation that this one is, or is within. */
type Here = { here: string | undefined }

const paths = [...areas, ...lastAreas].flatMap((area) => (area.pages ?? [area]).map(({ path }) => path))

export const hereOf = (pathname: string) => paths.find((path) => pathname === path || pathname.startsWith(`${path}/`))

const current = (here: string | undefined, path: string) => (here === path ? 'page' : undefined)

/** Memoised: opening a record or form doesn’t change it. */
export const Navigation = memo(({ here }: Here) => (
  <nav className="nav" aria-label="Pages">
    <div>
      <a className="brand" href="/today">
        <Mark />
        <span>Quarterdeck</span>
      </a>
      <div className="pages">
        <ul>
          {areas.map((area) =>
            area.pages ? (
              <Group key={area.label} area={area} here={here} />
            ) : (
              <Leaf key={area.path} area={area} here={here} />
            ),
          )}
        </ul>
      </div>
      <div className="last">
        <ul>
          {lastAreas.map((area) => (
            <Leaf key={area.path} area={area} here={here} />
          ))}
        </ul>
        <div className="whoami">
          <WhoAmI />
          <button type="button" className="icon-button" aria-label="Sign out" title="Sign out" onClick={signOut}>
            <Icon name="log-out" />
          </button>
          <Theme />
        </div>
      </div>
    </div>
  </nav>
))

const Leaf = ({ area: { label, path, icon }, here }: Here & { area: Area }) => (
  <li>
    <a href={path} title={label} aria-current={current(here, path)}>
      <Icon name={icon} />
      <span>{label}</span>
    </a>
  </li>
)

const Group = ({ area: { label, icon, pages }, here }: Here & { area: AreaGroup }) => {
  const isHere = pages.some(({ path }) => path === here)
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
        <summary title={label} onClick={unfold}>
          <Icon name={icon} />
          <span>{label}</span>
          <svg className="icon chevron" viewBox="0 0 24 24" aria-hidden="true">
            <path d="m6 9 6 6 6-6" />
          </svg>
        </summary>
        <ul>
          {pages.map((page) => (
            <li key={page.path}>
              <a href={page.path} aria-current={current(here, page.path)}>
                {page.label}
              </a>
            </li>
          ))}
        </ul>
      </details>
    </li>
  )
}

/** Bottom bar on phones; the menu has the remaining pages. */
export const TabBar = memo(({ here, onMenu }: Here & { onMenu: () => void }) => (
  <nav className="tabbar" aria-label="Main pages">
    <a href="/today" aria-current={current(here, '/today')}>
      <Icon name="ship-wheel" />
      <span>Today</span>
    </a>
    <a href="/companies" aria-current={current(here, '/companies')}>
      <Icon name="building-2" />
      <span>Companies</span>
    </a>
    <a href="/automation" aria-current={current(here, '/automation')}>
      <Icon name="workflow" />
      <span>Rules</span>
    </a>
    <button type="button" onClick={() => showOverlay('palette')}>
      <Icon name="search" />
      <span>Search</span>
    </button>
    <button type="button" onClick={onMenu}>
      <Icon name="menu" />
      <span>Menu</span>
    </button>
  </nav>
))
