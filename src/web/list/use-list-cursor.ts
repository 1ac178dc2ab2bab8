import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

type ListPosition = { top: number; row: string | null }

/** Scroll position and focused row of each visited list. */
const positions = new Map<string, ListPosition>()

/** Browsers keep about as many history entries. */
const most = 50

const savePosition = (arrival: string, position: ListPosition) => {
  positions.delete(arrival)
  positions.set(arrival, position)
  const [oldest = ''] = positions.keys()
  if (positions.size > most) positions.delete(oldest)
}

const nameLinks = (element: HTMLElement | null) => [
  ...(element?.querySelectorAll<HTMLAnchorElement>('tbody th a') ?? []),
]

/** ID of the record a name links to. */
const idOf = (link: HTMLAnchorElement | undefined) =>
  link ? decodeURIComponent(link.pathname.split('/').at(-1) ?? '') : undefined

/** Restores scroll and focus on Back, once the rows have rendered. Any other rows begin at the top, as does the cursor if it was in them. */
const useRestoration = (scroll: RefObject<HTMLElement | null>, hasRows: boolean) => {
  const { key: arrival, search } = useLocation()
  const shown = useRef({ search, top: 0 })
  useLayoutEffect(() => {
    const element = scroll.current
    if (!element || !hasRows) return
    const position = positions.get(arrival)
    const isOther = search !== shown.current.search
    if (position) {
      element.scrollTop = position.top
      if (position.row)
        nameLinks(element)
          .find(({ href }) => href === position.row)
          ?.focus({ preventScroll: true })
    } else if (isOther) {
      // Asking for the position would force a layout.
      if (shown.current.top > 0) element.scrollTop = 0
      if (element.querySelector('tbody :focus')) nameLinks(element)[0]?.focus({ preventScroll: true })
    }
    shown.current = { search, top: position?.top ?? (isOther ? 0 : shown.current.top) }
    const remember = () => {
      const focused = nameLinks(element).find((link) => link === document.activeElement)
      shown.current.top = element.scrollTop
      savePosition(arrival, { top: element.scrollTop, row: focused?.href ?? positions.get(arrival)?.row ?? null })
    }
    element.addEventListener('scroll', remember, { passive: true })
    element.addEventListener('focusin', remember)
    return () => {
      element.removeEventListener('scroll', remember)
      element.removeEventListener('focusin', remember)
    }
  }, [scroll, search, arrival, hasRows])
}

/** The list cursor is the focus itself, so Enter and screen readers work. `hasRows` is false while the rows are those of another address. */
export const useListCursor = (hasRows: boolean) => {
  const scroll = useRef<HTMLDivElement>(null)
  useRestoration(scroll, hasRows)

  const focused = useCallback(() => {
    const links = nameLinks(scroll.current)
    const row = document.activeElement?.closest('tr')
    return idOf(links.find((link) => link.closest('tr') === row))
  }, [])

  /** Moves to the next or previous row and returns its ID. */
  const move = useCallback((step: number, from: string | null) => {
    const links = nameLinks(scroll.current)
    const row = document.activeElement?.closest('tr')
    const focusedAt = links.findIndex((link) => link.closest('tr') === row)
    const now = focusedAt === -1 ? links.findIndex((link) => idOf(link) === from) : focusedAt
    const next = links[now === -1 ? 0 : Math.min(Math.max(now + step, 0), links.length - 1)]
    // Scroll before focusing, to avoid a forced layout.
    next?.scrollIntoView({ block: 'nearest' })
    next?.focus({ preventScroll: true })
    return idOf(next)
  }, [])

  return { scroll, move, focused }
}
