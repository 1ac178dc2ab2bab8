import { onlineManager } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { show, useFolded, useOverlay } from '../kit/bar-buttons'
import { useKeys } from '../kit/keys'
import { Receipts } from '../kit/receipts'
import { useSession } from '../kit/session'
import { Icon } from '../kit/ui/icon'
import { Navigation, TabBar } from './navigation'

const KeyboardHelp = lazy(() => import('./keyboard-help').then((module) => ({ default: module.KeyboardHelp })))
const SessionEnded = lazy(() => import('./session-ended').then((module) => ({ default: module.SessionEnded })))

/** The frame around every page. */
export const Shell = ({ Palette }: { Palette: ComponentType<{ onClose: () => void }> }) => {
  const { folded, toggle } = useFolded()
  const { ended } = useSession()
  const overlay = useOverlay()
  const [menu, setMenu] = useState(false)
  const { pathname } = useLocation()
  useKeys({ '?': () => show('keyboard') })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || (event.key !== '.' && event.key !== 'k')) return
      event.preventDefault()
      if (event.key === '.') toggle()
      else if (!document.querySelector('dialog[open]')) show('palette')
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [toggle])
  // biome-ignore lint/correctness/useExhaustiveDependencies: arriving on another page is what closes the menu
  useEffect(() => setMenu(false), [pathname])
  return (
    <div className="shell" data-nav={folded ? 'collapsed' : undefined} data-menu={menu || undefined}>
      <a className="skip button" href="#main">
        Skip to content
      </a>
      <Navigation />
      <Outlet />
      <TabBar onMenu={() => setMenu(!menu)} />
      <Offline />
      <Receipts />
      <Suspense>
        {overlay === 'keyboard' && <KeyboardHelp onClose={() => show(null)} />}
        {overlay === 'palette' && <Palette onClose={() => show(null)} />}
        {ended && <SessionEnded />}
      </Suspense>
    </div>
  )
}

const Offline = () => {
  const online = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
    () => true,
  )
  return (
    <div role="status">
      {!online && (
        <div className="offline">
          <Icon name="cloud-off" />
          <p>
            <b>Offline.</b> You see what was read before. New pages load as soon as the network is back.
          </p>
        </div>
      )}
    </div>
  )
}
