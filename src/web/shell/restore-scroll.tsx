import { useLayoutEffect, useRef } from 'react'
import { type Location, ScrollRestoration, useLocation, useNavigationType } from 'react-router-dom'

const positions = new Map<string, number>()

/** On a phone a page scrolls inside the shell's pane, which the router's own restoration does not know. */
const usePaneScroll = () => {
  const { key, pathname } = useLocation()
  const isBack = useNavigationType() === 'POP'
  const last = useRef(pathname)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each entry of the history
  useLayoutEffect(() => {
    const before = isBack ? positions.get(key) : undefined
    const top = before ?? (last.current === pathname ? undefined : 0)
    if (top !== undefined) document.getElementById('main')?.scrollTo(0, top)
    last.current = pathname
    return () => void positions.set(key, document.getElementById('main')?.scrollTop ?? 0)
  }, [key])
}

/** The first entry of every document has the key "default". */
const keyOf = ({ key, pathname }: Location) => (key === 'default' ? pathname : key)

/** Stands before the page, so that the position is read before React removes the page. */
export const RestoreScroll = () => {
  usePaneScroll()
  return <ScrollRestoration getKey={keyOf} />
}
