import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

type ListPosition = { top: number; row: string | null }

/** Scroll position and focused row of each visited list. */
const positions = new Map<string, ListPosition>()

/** Browsers keep about as many history entries. */
const most = 50

const savePosition = (historyKey: string, position: ListPosition) => {
  positions.delete(historyKey)
  positions.set(historyKey, position)
  const [oldest = ''] = positions.keys()
  if (positions.size > most) positions.delete(oldest)
}

const nameLinks = (element: HTMLElement | null) => [
  ...(element?.querySelectorAll<HTMLAnchorElement>('tbody th a') ?? []),
]

/** ID of the record a name links to. */
const idOf = (link: HTMLAnchorElement | undefined) =>
  link ? decodeURIComponent(link.pathname.split('/').at(-1) ?? '') : undefined

/**
 * Restores scroll and focus on Back, once the rows have rendered. Any other rows begin at the top, as does the cursor if it was
 * in them.
 */
const useRestoration = (scroll: RefObject<HTMLElement | null>, isCurrent: boolean) => {
  const { key: historyKey, search } = useLocation()
  const shown = useRef({ search, top: 0, hasFocus: false, isNew: true })
  useLayoutEffect(() => {
    const element = scroll.current
    if (!element) return
    const now = shown.current
    const save = (row = positions.get(historyKey)?.row ?? null) =>
      isCurrent && savePosition(historyKey, { top: now.top, row })
    const onScroll = () => {
      now.top = element.scrollTop
      save()
    }
    // A focused element that is removed, with its row or its record, doesn’t report losing the focus.
    const onFocus = ({ target }: FocusEvent) => {
      now.hasFocus = element.querySelector('tbody')?.contains(target as Node) ?? false
      if (now.hasFocus) save(nameLinks(element).find((link) => link === target)?.href)
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    document.addEventListener('focusin', onFocus)

    const position = positions.get(historyKey)
    const isNewQuery = search !== now.search
    if (isCurrent) now.search = search
    if (isCurrent && position) {
      element.scrollTop = now.top = position.top
      // A form beside the same rows has given the focus back to what opened it.
      if (isNewQuery || now.isNew || document.activeElement === document.body)
        nameLinks(element)
          .find(({ href }) => href === position.row)
          ?.focus({ preventScroll: true })
    } else if (isCurrent && isNewQuery) {
      // Asking for the position would force a layout, and a row that has just got the focus may have scrolled without an event yet.
      if (now.top > 0 || now.hasFocus) element.scrollTop = now.top = 0
      const focused = element.querySelector<HTMLElement>('tbody :focus')
      if (now.hasFocus || focused) {
        // The first row may have been reused: leaving it lets screen readers, and its actions, hear of its new record.
        focused?.blur()
        nameLinks(element)[0]?.focus({ preventScroll: true })
      }
    } else if (now.top > 0 || now.hasFocus)
      // The same rows, beside a panel that was opened, or closed.
      save(nameLinks(element).find((link) => link === document.activeElement)?.href)
    now.isNew = !isCurrent && now.isNew
    return () => {
      element.removeEventListener('scroll', onScroll)
      document.removeEventListener('focusin', onFocus)
    }
  }, [scroll, search, historyKey, isCurrent])
}

/**
 * The list cursor is the focus itself, so Enter and screen readers work. `isCurrent` is false while there are no rows, or those
 * of another address.
 */
export const useListCursor = (isCurrent: boolean) => {
  const scroll = useRef<HTMLDivElement>(null)
  useRestoration(scroll, isCurrent)

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
