import { type RefObject, useCallback, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

/** Scroll position of each visited list, and the record whose name had the focus. */
const positions = new Map<string, { top: number; id: string | undefined }>()

const rowsIn = (element: HTMLElement | null) => [...(element?.querySelectorAll<HTMLElement>('tr[data-id]') ?? [])]

const nameIn = (row: HTMLElement | undefined) => row?.querySelector<HTMLElement>('th a')

/** The record whose name is this element. */
const idOfName = (element: Element | null) =>
  element?.matches('th a') ? element.closest<HTMLElement>('tr[data-id]')?.dataset.id : undefined

const isInPanel = () => document.activeElement?.closest('aside') != null

/**
 * Restores scroll and focus on Back, once the rows have rendered. Any other rows begin at the top, as does the cursor if it was
 * in them.
 */
const useRestoration = (scroll: RefObject<HTMLElement | null>, isCurrent: boolean) => {
  const { key: historyKey, search } = useLocation()
  const shown = useRef({ search, top: 0, hasFocus: false, isNew: true })
  const keep = useEffectEvent((id = positions.get(historyKey)?.id) => {
    if (isCurrent) positions.set(historyKey, { top: shown.current.top, id })
  })
  useLayoutEffect(() => {
    const element = scroll.current
    if (!element) return
    const onScroll = () => {
      shown.current.top = element.scrollTop
      keep()
    }
    // A focused element that is removed, with its row or its record, doesn’t report losing the focus.
    const onFocus = ({ target }: FocusEvent) => {
      shown.current.hasFocus = element.querySelector('tbody')?.contains(target as Node) ?? false
      if (shown.current.hasFocus) keep(idOfName(target as Element))
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    document.addEventListener('focusin', onFocus)
    return () => {
      element.removeEventListener('scroll', onScroll)
      document.removeEventListener('focusin', onFocus)
    }
  }, [scroll])
  useLayoutEffect(() => {
    const element = scroll.current
    if (!element || !isCurrent) return
    const now = shown.current
    const position = positions.get(historyKey)
    const isNewQuery = search !== now.search
    if (position) {
      element.scrollTop = now.top = position.top
      // A form beside the same rows has given the focus back to what opened it.
      if (isNewQuery || now.isNew || document.activeElement === document.body)
        nameIn(rowsIn(element).find(({ dataset }) => dataset.id === position.id))?.focus({ preventScroll: true })
    } else if (isNewQuery) {
      // Asking for the position would force a layout, and a row that has just got the focus may have scrolled without an event yet.
      if (now.top > 0 || now.hasFocus) element.scrollTop = now.top = 0
      const focused = element.querySelector<HTMLElement>('tbody :focus')
      if (now.hasFocus || focused) {
        // The first row may have been reused: leaving it lets screen readers, and its actions, hear of its new record.
        focused?.blur()
        nameIn(rowsIn(element)[0])?.focus({ preventScroll: true })
      }
    } else if (now.top > 0 || now.hasFocus)
      // The same rows, beside a panel that was opened, or closed.
      keep(idOfName(document.activeElement))
    now.search = search
    now.isNew = false
  }, [scroll, search, historyKey, isCurrent])
}

/**
 * The list cursor is the focus itself, so Enter and screen readers work. `isCurrent` is false while there are no rows, or those
 * of another address.
 */
export const useListCursor = (isCurrent: boolean) => {
  const scroll = useRef<HTMLDivElement>(null)
  useRestoration(scroll, isCurrent)

  const focused = () => rowsIn(scroll.current).find((row) => row.contains(document.activeElement))?.dataset.id

  /** Gives a row the focus that the panel has, which closes, or the page. */
  const focus = (id: string | null) => {
    if (isInPanel() || document.activeElement?.matches('body, main, h1'))
      nameIn(rowsIn(scroll.current).find(({ dataset }) => dataset.id === id))?.focus()
  }

  /** Moves to the next or previous row and returns its ID. */
  const move = useCallback((step: number, from: string | null) => {
    const rows = rowsIn(scroll.current)
    const focusedAt = rows.findIndex((row) => row.contains(document.activeElement))
    const now = focusedAt === -1 ? rows.findIndex(({ dataset }) => dataset.id === from) : focusedAt
    const next = rows[now === -1 ? 0 : Math.min(Math.max(now + step, 0), rows.length - 1)]
    const name = nameIn(next)
    // Scroll before focusing, to avoid a forced layout.
    name?.scrollIntoView({ block: 'nearest' })
    // Previous and Next stay at hand; all else in the panel is another record's now.
    if (!document.activeElement?.closest('aside header')) name?.focus({ preventScroll: true })
    return next?.dataset.id
  }, [])

  return { scroll, move, focus, focused }
}
