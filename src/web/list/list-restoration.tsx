import { useCallback, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

type Place = { top: number; row: string | null }

/** Where each visited list was left: how far it was scrolled, and which row had the focus. */
const places = new Map<string, Place>()

/** As many as browsers have entries of history. */
const most = 50

const keep = (arrival: string, place: Place) => {
  places.delete(arrival)
  places.set(arrival, place)
  const [oldest = ''] = places.keys()
  if (places.size > most) places.delete(oldest)
}

const nameLinks = (element: HTMLElement | null) => [
  ...(element?.querySelectorAll<HTMLAnchorElement>('tbody .name a') ?? []),
]

/** The ID of the record that a name leads to. */
const idOf = (link: HTMLAnchorElement | undefined) =>
  link ? decodeURIComponent(link.pathname.split('/').at(-1) ?? '') : undefined

type Kept = { arrival: string; hasRows: boolean }

/** Beside the rows of a list: going back to it puts scroll and focus where they were once these are there. */
export const RestoreListState = ({ arrival, hasRows }: Kept) => {
  const mark = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const element = mark.current?.parentElement
    if (!element || !hasRows) return
    const place = places.get(arrival)
    if (place) {
      element.scrollTop = place.top
      if (place.row)
        nameLinks(element)
          .find(({ href }) => href === place.row)
          ?.focus({ preventScroll: true })
    }
    const remember = () => {
      const focused = nameLinks(element).find((link) => link === document.activeElement)
      keep(arrival, { top: element.scrollTop, row: focused?.href ?? places.get(arrival)?.row ?? null })
    }
    element.addEventListener('scroll', remember, { passive: true })
    element.addEventListener('focusin', remember)
    return () => {
      element.removeEventListener('scroll', remember)
      element.removeEventListener('focusin', remember)
    }
  }, [arrival, hasRows])
  return <span ref={mark} hidden />
}

/** The cursor of a list is the focus itself, so that Enter opens the row and a screen reader follows. */
export const useListCursor = () => {
  const { key: arrival } = useLocation()
  const scroll = useRef<HTMLDivElement>(null)

  const focused = useCallback(() => {
    const links = nameLinks(scroll.current)
    const row = document.activeElement?.closest('tr')
    return idOf(links.find((link) => link.closest('tr') === row))
  }, [])

  /** To the next row or the one before it, from the one with the focus or else from `from`; gives its ID. */
  const move = useCallback((step: number, from: string | null) => {
    const links = nameLinks(scroll.current)
    const row = document.activeElement?.closest('tr')
    const focusedAt = links.findIndex((link) => link.closest('tr') === row)
    const now = focusedAt === -1 ? links.findIndex((link) => idOf(link) === from) : focusedAt
    const next = links[now === -1 ? 0 : Math.min(Math.max(now + step, 0), links.length - 1)]
    // In this order, since what the focus changes would have to be laid out to scroll there.
    next?.scrollIntoView({ block: 'nearest' })
    next?.focus({ preventScroll: true })
    return idOf(next)
  }, [])

  return { scroll, arrival, move, focused }
}
