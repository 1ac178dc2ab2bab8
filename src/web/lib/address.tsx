import {
  createContext,
  type ReactNode,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import {
  createPath,
  type Location,
  type NavigateOptions,
  NavigationType,
  parsePath,
  Router,
  type To,
  useNavigate,
} from 'react-router-dom'
import { elapsedSinceInput } from './elapsed-since-input'
import { applyFont } from './font'
import { createStore, type Store } from './store'

/** An address that was arrived at, and how. */
type Arrival = Location & { action: NavigationType; keepsScroll: boolean }

/** Holds a change of address back by answering true; `go` makes it after all. */
type Guard = (to: Location, from: Location, go: () => void) => boolean

/** `from` is the address by which one came to it within the app. */
type Entry = { index?: number; key?: string; state?: unknown; from?: string } | null

/**
 * How far down the page is. On a phone it scrolls within its frame, elsewhere with the window; the other of the two cannot. It is heard and not
 * read, since a click that reads it waits for the layout.
 */
const scroll = {
  top: 0,
  hear: ({ target }: Event) => {
    if (target === document) scroll.top = scrollY
    else if (target instanceof HTMLElement && target.id === 'main') scroll.top = target.scrollTop
  },
  to: (top: number) => {
    if (top === 0 && scroll.top === 0) return
    scroll.top = top
    scrollTo(0, top)
    document.getElementById('main')?.scrollTo(0, top)
  },
}

/** The browser's history as the router wants it, with a guard for whoever would lose something by leaving. */
export const browserHistory = () => {
  const { history } = window
  history.scrollRestoration = 'manual'
  addEventListener('pagehide', () => {
    history.scrollRestoration = 'auto'
  })
  scroll.top = Math.max(scrollY, document.getElementById('main')?.scrollTop ?? 0)
  addEventListener('scroll', scroll.hear, { capture: true, passive: true })
  /** By the number of the entry. */
  const scrolled: number[] = []
  let index = 0
  let guard: Guard | null = null
  /** What the next popstate is: our own way back from a change that is held, or one that was let through. */
  let expected: 'back' | 'through' | null = null
  let isReturning = false
  let listener: (arrival: Arrival) => void = () => {}

  const here = (): Location => {
    const { pathname, search, hash } = window.location
    const { state, key } = (history.state as Entry) ?? {}
    return { pathname, search, hash, state, key: key ?? 'default' } as Location
  }
  // An address that was typed, or a link within the page, has no number yet.
  const number = (otherwise: number) => {
    const entry = history.state as Entry
    if (entry?.index !== undefined) return entry.index
    history.replaceState({ ...entry, index: otherwise }, '')
    return otherwise
  }
  const arrive = (action: NavigationType, keepsScroll = false) => {
    arrival = { ...here(), action, keepsScroll }
    listener(arrival)
  }

  index = number(0)
  // Somebody may have scrolled before the app was there.
  let arrival: Arrival = { ...here(), action: NavigationType.Pop, keepsScroll: true }

  const change =
    (action: NavigationType.Push | NavigationType.Replace) => (to: To, state: unknown, options?: NavigateOptions) => {
      const key = Math.random().toString(36).slice(2)
      const parts = { pathname: '/', search: '', hash: '', ...(typeof to === 'string' ? parsePath(to) : to) }
      const go = () => {
        scrolled[index] = scroll.top
        const from = createPath(window.location)
        if (action === NavigationType.Push)
          history.pushState({ index: ++index, key, state, from }, '', createPath(parts))
        else history.replaceState({ ...(history.state as Entry), index, key, state }, '', createPath(parts))
        arrive(action, options?.preventScrollReset)
      }
      if (!guard?.({ ...parts, state, key } as Location, arrival, go)) go()
    }

  addEventListener('popstate', () => {
    const was = expected
    expected = null
    isReturning = false
    if (was === 'back') return
    const next = number(index + 1)
    const by = next - index
    const through = () => {
      expected = 'through'
      history.go(by)
    }
    if (was === null && by !== 0 && guard?.(here(), arrival, through)) {
      expected = 'back'
      history.go(-by)
      return
    }
    scrolled[index] = scroll.top
    index = next
    arrive(NavigationType.Pop)
  })

  const replace = change(NavigationType.Replace)
  return {
    navigator: {
      createHref: (to: To) => (typeof to === 'string' ? to : createPath(to)),
      go: (by: number) => history.go(by),
      push: change(NavigationType.Push),
      replace,
    },
    /** Leaves this address for the one below it: back where one came from there, so that it stands in the history once. */
    returnTo: (path: string) => {
      const { from = '' } = (history.state as Entry) ?? {}
      if (parsePath(from).pathname !== path) return replace(path, undefined)
      // A second Escape before the browser is there would lead a page further.
      if (!isReturning) history.back()
      isReturning = true
    },
    arrival: () => arrival,
    listen: (next: (arrival: Arrival) => void) => {
      listener = next
      return () => {
        listener = () => {}
      }
    },
    /** Asks `next` before every change of address, until the returned function is called. */
    guarded: (next: Guard) => {
      guard = next
      return () => {
        if (guard === next) guard = null
      }
    },
    scrolledTo: () => scrolled[index],
  }
}

type BrowserHistory = ReturnType<typeof browserHistory>

/** The link of a click that leads to another page of the app; what the browser does of itself is left to it. */
const linkOf = (event: MouseEvent) => {
  const { target, button, defaultPrevented, metaKey, ctrlKey, shiftKey, altKey } = event
  if (defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return null
  const link = (target as Element).closest<HTMLAnchorElement>('a[href]:not([target], [download], [rel~=external])')
  if (!link || link.origin !== location.origin) return null
  const isWithinPage = link.hash && link.pathname === location.pathname && link.search === location.search
  return isWithinPage ? null : link
}

const HistoryContext = createContext<BrowserHistory | null>(null)

/** Milliseconds: what a click or key begins takes about three times as long as what came before, and so is there in a frame. */
const quick = 5

const isQuick = () => window.event instanceof UIEvent && elapsedSinceInput() < quick

/** Where a page is: of its path the router tells, and of the rest those hear who use it. */
const AddressContext = createContext<Store<Arrival>>(undefined as never)

/** A part of the address of this page, and how one came to it: whoever uses it is drawn again when that part is another. */
export const useAddress = <T,>(part: (address: Arrival) => T): T => useContext(AddressContext).useSelector(part)

type Search = string | URLSearchParams | Record<string, string>

/** What stands in the address behind its question mark, and how to have something else there. */
export const useSearchParams = () => {
  const search = useAddress(({ search }) => search)
  const navigate = useNavigate()
  const set = useCallback(
    (next: Search, options?: NavigateOptions) => navigate(`?${new URLSearchParams(next)}`, options),
    [navigate],
  )
  return [useMemo(() => new URLSearchParams(search), [search]), set] as const
}

type PlaceProps = { at: Pick<Location, 'pathname' | 'search'>; children: ReactNode }

/** For a page that is drawn where there is no history. */
export const Address = ({ at, children }: PlaceProps) => {
  const arrival = { ...at, hash: '', state: null, key: 'default', action: NavigationType.Pop, keepsScroll: true }
  return <AddressContext value={createStore<Arrival>(arrival as Arrival)}>{children}</AddressContext>
}

type Props = {
  history: BrowserHistory
  /** Whether all that draws the page at an address is here. */
  isAtHand: (location: Location) => boolean
  children: ReactNode
}

/**
 * The page follows the address: the old one stays until the next can be drawn. A change within a page is drawn at once, and so is a page
 * that is at hand where this computer is quick; elsewhere the picture of what was pressed comes first.
 */
export const AddressRouter = ({ history, isAtHand, children }: Props) => {
  const [page, show] = useState(() => createStore(history.arrival()))
  const { pathname } = page.get()
  useLayoutEffect(() => {
    let isOtherComing = false
    return history.listen((next) => {
      if (next.pathname !== pathname) {
        isOtherComing = true
        const other = createStore(next)
        if (isQuick() && isAtHand(next)) show(other)
        else startTransition(() => show(other))
        return
      }
      page.set(next)
      // React keeps each call that changes nothing until it draws again.
      if (isOtherComing) show(page)
      isOtherComing = false
    })
  }, [history, isAtHand, page, pathname])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page after the first takes it
  useLayoutEffect(() => applyFont, [pathname])
  // One listener for all links: each is a plain one, and hears nothing of a change of address.
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = linkOf(event)
      if (!link) return
      event.preventDefault()
      const { pathname, search, hash, href, dataset } = link
      const change = href === window.location.href ? history.navigator.replace : history.navigator.push
      change({ pathname, search, hash }, undefined, { preventScrollReset: dataset.keepsScroll !== undefined })
    }
    document.addEventListener('click', follow)
    return () => document.removeEventListener('click', follow)
  }, [history])
  return (
    <HistoryContext value={history}>
      <AddressContext value={page}>
        <Router location={pathname} navigator={history.navigator}>
          {children}
          <Scrolled history={history} />
        </Router>
      </AddressContext>
    </HistoryContext>
  )
}

/** Stands after the page, which is there when it scrolls. */
const Scrolled = ({ history }: { history: BrowserHistory }) => {
  const arrival = useAddress((whole) => whole)
  useLayoutEffect(() => {
    const before = arrival.action === NavigationType.Pop ? history.scrolledTo() : undefined
    const target = arrival.hash && document.getElementById(arrival.hash.slice(1))
    if (before !== undefined) scroll.to(before)
    else if (target) target.scrollIntoView()
    else if (!arrival.keepsScroll) scroll.to(0)
  }, [history, arrival])
  return null
}

/** How to close what lies over the page at `path`, at an address of its own. */
export const useReturnTo = (path: string) => {
  const history = useContext(HistoryContext)
  return () => history?.returnTo(path)
}

/** Whether to stay on the page, asked anew with each change of address: `leave` is how to go on, while somebody is to decide. */
export const useLeaveGuard = (stays: (to: Location, from: Location) => boolean) => {
  const history = useContext(HistoryContext)
  const [leave, setLeave] = useState<(() => void) | null>(null)
  const latest = useRef(stays)
  useEffect(() => {
    latest.current = stays
  })
  useEffect(
    () =>
      history?.guarded((to, from, go) => {
        const held = latest.current(to, from)
        if (held) setLeave(() => go)
        return held
      }),
    [history],
  )
  return { leave, stay: () => setLeave(null) }
}
