import {
  type ComponentType,
  type SyntheticEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Outlet, useLocation, useNavigation, useRevalidator } from 'react-router-dom'
import { queryClient } from '../lib/api/cache/query-client'
import { useServerDay } from '../lib/api/server-clock'
import { useSession } from '../lib/api/session/session'
import { applyFont } from '../lib/browser/font'
import { useShortcuts } from '../lib/shortcuts'
import * as buttons from '../ui/buttons.module.css'
import { lazyComponent } from '../ui/lazy-component'
import { showOverlay, useOverlay } from '../ui/overlay/page-overlay'
import { Toasts } from '../ui/overlay/toasts'
import { useFoldedNavigation } from '../ui/page/top-bar-buttons'
import { LoadingBar } from '../ui/states/loading-bar'
import { useGlobalKeys } from './global-keys'
import { Counts, hereOf, Navigation, TabBar } from './navigation/navigation'
import { Notices } from './notices'
import { RestoreScroll } from './restore-scroll'
import * as styles from './shell.module.css'

/** Loaded ahead by the entry, since a session can end while the server has a new version. */
export const loadSessionEnded = async () => (await import('./session-ended')).SessionEnded
const SessionEnded = lazyComponent(loadSessionEnded)
const KeyboardHelp = lazyComponent(async () => (await import('./keyboard-help')).KeyboardHelp)

/** On its own, so that the start of a navigation renders nothing else. */
const NavigationProgress = () => useNavigation().state === 'loading' && <LoadingBar page />

/** At midnight, and after sleeping over it, the page renders anew with its data of the new day. */
const NewDay = () => {
  const day = useServerDay()
  const { revalidate } = useRevalidator()
  const shown = useRef(day)
  useEffect(() => {
    if (shown.current === day) return
    shown.current = day
    void queryClient.invalidateQueries()
    void revalidate()
  }, [day, revalidate])
  return null
}

/** After a navigation, focuses the page’s heading, so that screen readers announce it; a form or a restored row keeps the focus. */
const useFocusedHeading = (pathname: string) => {
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (document.activeElement?.closest('main, dialog')) return
    const heading = document.querySelector<HTMLElement>('h1[tabindex]') ?? document.getElementById('main')
    heading?.focus({ preventScroll: true })
  }, [pathname])
}

/** Leaves the hash alone, which names the record in a list’s panel. */
const skip = (event: SyntheticEvent) => {
  event.preventDefault()
  document.getElementById('main')?.focus()
}

/** Frame around every page. */
export const Shell = ({ Palette }: { Palette: ComponentType<{ onClose: () => void }> }) => {
  const { folded, toggle } = useFoldedNavigation()
  const { ended } = useSession()
  const overlay = useOverlay()
  const [menu, setMenu] = useState(false)
  const onMenu = useCallback(() => setMenu((open) => !open), [])
  const { pathname, key } = useLocation()
  const here = hereOf(pathname)
  useShortcuts({ '?': () => showOverlay('keyboard') })
  useGlobalKeys(toggle)
  useFocusedHeading(pathname)
  // biome-ignore lint/correctness/useExhaustiveDependencies: following a link is what closes the menu
  useEffect(() => setMenu(false), [key])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a font that came late is used from the next page on
  useLayoutEffect(applyFont, [pathname])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the menu wherever the focus is
    <div
      className={styles.shell}
      data-nav={folded ? 'collapsed' : undefined}
      data-menu={menu || undefined}
      onKeyDown={(event) => {
        if (!menu || event.key !== 'Escape') return
        event.stopPropagation()
        setMenu(false)
        document.getElementById('menu')?.focus()
      }}
    >
      {/* biome-ignore lint/a11y/useValidAnchor: it goes to the content, and works before the scripts do */}
      <a className={`${styles.skip} ${buttons.button}`} href="#main" onClick={skip}>
        Skip to content
      </a>
      <Navigation here={here} />
      <TabBar here={here} menu={menu} onMenu={onMenu} />
      <Counts />
      <NavigationProgress />
      <NewDay />
      <RestoreScroll />
      <Outlet />
      <Notices />
      <Toasts />
      {overlay === 'keyboard' && <KeyboardHelp onClose={() => showOverlay(null)} />}
      {overlay === 'palette' && <Palette onClose={() => showOverlay(null)} />}
      {ended && <SessionEnded />}
    </div>
  )
}
