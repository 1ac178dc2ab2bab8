import type { createBrowserRouter } from 'react-router-dom'
import { withoutBase } from '../base-path'

type BrowserRouter = ReturnType<typeof createBrowserRouter>

/** A link within the app; the browser handles all others. */
const linkOf = ({ target }: Event) => {
  if (!(target instanceof Element)) return null
  const link = target.closest<HTMLAnchorElement>('a[href]:not([target], [download], [rel~=external])')
  if (!link || link.origin !== location.origin) return null
  const isWithinPage = link.hash && link.pathname === location.pathname && link.search === location.search
  return isWithinPage ? null : link
}

const isPlainClick = ({ defaultPrevented, button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  !defaultPrevented && button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey

/** Hover delay in milliseconds, so passing over links loads nothing. */
const pointedAt = 50

/** Lets the router handle plain links, and prefetches hovered or focused ones. Forms open over the page that they are on. */
export const followLinks = (
  router: BrowserRouter,
  preload: (url: URL) => Promise<void>,
  opensOver: (pathname: string) => boolean,
) => {
  document.addEventListener('click', (event) => {
    const link = isPlainClick(event) && linkOf(event)
    if (!link) return
    const { search, hash, href, dataset } = link
    const pathname = withoutBase(link.pathname)
    if (pathname === null) return
    event.preventDefault()
    const isOver = opensOver(link.pathname)
    void router.navigate(isOver ? null : { pathname, search, hash }, {
      ...(isOver && { mask: { pathname: link.pathname, search, hash } }),
      state: { from: withoutBase(location.pathname) },
      replace: href === location.href,
      preventScrollReset: isOver || dataset.keepsScroll !== undefined,
    })
  })
  let timer: ReturnType<typeof setTimeout>
  const onApproach = (event: Event) => {
    clearTimeout(timer)
    const link = linkOf(event)
    if (!link || link.pathname === location.pathname || withoutBase(link.pathname) === null) return
    timer = setTimeout(() => preload(new URL(link.href)).catch(() => {}), pointedAt)
  }
  document.addEventListener('pointerover', onApproach, { passive: true })
  document.addEventListener('focusin', onApproach)
}
