import { type ComponentType, useCallback, useEffect, useState } from 'react'
import { Outlet } from 'react-router-dom'
import { stylesId } from '../../contract/drawing'
import { useAddress } from '../kit/address'
import { show, useFolded, useOverlay } from '../kit/bar-buttons'
import { useKeys } from '../kit/keys'
import { part } from '../kit/part'
import { Place } from '../kit/place'
import { Receipts } from '../kit/receipts'
import { useSession } from '../kit/session'
import { hereOf, Navigation, TabBar } from './navigation'
import { Notices } from './notices'
import { SessionEnded } from './session-ended'

const KeyboardHelp = part(async () => (await import('./keyboard-help')).KeyboardHelp)

/** The frame around every page. */
export const Shell = ({ Palette }: { Palette: ComponentType<{ onClose: () => void }> }) => {
  const { folded, toggle } = useFolded()
  const { ended } = useSession()
  const overlay = useOverlay()
  const [menu, setMenu] = useState(false)
  const onMenu = useCallback(() => setMenu((open) => !open), [])
  const pathname = useAddress(({ pathname }) => pathname)
  const here = hereOf(pathname)
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
      <Navigation here={here} />
      <TabBar here={here} onMenu={onMenu} />
      <Place id={stylesId} />
      <Outlet />
      <Notices />
      <Receipts />
      {overlay === 'keyboard' && <KeyboardHelp onClose={() => show(null)} />}
      {overlay === 'palette' && <Palette onClose={() => show(null)} />}
      {ended && <SessionEnded />}
    </div>
  )
}
