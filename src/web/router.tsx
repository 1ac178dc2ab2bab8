import { type ComponentType, use, useEffect } from 'react'
import { matchRoutes, Navigate, type RouteObject, useRoutes } from 'react-router-dom'
import { useAddress } from './lib/address'
import { onUserIdle } from './lib/on-user-idle'
import { safeDecode } from './lib/text/safe-decode'
import { pages } from './pages'
import { prefetchPage } from './record/prefetch'
import { ErrorBoundary } from './shell/error-boundary'
import { Shell } from './shell/shell'
import { lazyComponent } from './ui/lazy-component'

/** It knows every kind of record, and so stands beside the pages and not in the frame. */
export const loadPalette = async () => (await import('./palette/palette')).Palette
const Palette = lazyComponent(loadPalette)

/** A page that could not be loaded is tried again when it is wanted again, unlike with `lazy`. */
const loaderOf = (load: () => Promise<ComponentType>) => {
  let loading: Promise<ComponentType> | null = null
  let preparing: Promise<ComponentType> | null = null
  let loaded: ComponentType | null = null
  const begin = () => {
    const begun = load().then((Page) => {
      loaded = Page
      return Page
    })
    // Not before the failure was drawn: forgotten at once, it would be fetched over and over while the old page stands.
    begun.catch(() =>
      setTimeout(() => {
        loading = preparing = null
      }, 1000),
    )
    return begun
  }
  const fetch = () => {
    loading ??= begin()
    return loading
  }
  return {
    fetch,
    /** With what the page shows first: whoever has to wait for its script sees it drawn once. */
    prepare: () => {
      preparing ??= fetch().then(async (Page) => {
        await prefetchPage(globalThis.location)
        return Page
      })
      return preparing
    },
    loaded: () => loaded,
  }
}

type Loader = ReturnType<typeof loaderOf>

const loaders = Object.fromEntries(Object.entries(pages).map(([path, load]) => [path, loaderOf(load)]))

/** What is there is drawn at once: a promise, even one that was kept, would have all around it drawn twice. */
const Loaded = ({ page }: { page: Loader }) => {
  const Page = page.loaded() ?? use(page.prepare())
  return <Page />
}

const routeOf = (path: string): RouteObject => {
  const page = loaders[path] as Loader
  return { path, element: <Loaded page={page} />, handle: page, children: within(path).map(routeOf) }
}

/** Only the page of one record has pages within it: of a list, `/companies/:id` is a neighbour. */
const within = (path: string) =>
  Object.keys(pages).filter((other) => path.endsWith('/:id') && other.startsWith(`${path}/`))

const { '/sign-in': _, ...inFrame } = pages
const signIn = routeOf('/sign-in')
const framed = Object.keys(inFrame).map(routeOf)
const shell = <Shell Palette={Palette} />
const boundary = <ErrorBoundary />

/** The router takes letters of either case. */
const areaOf = (path: string) => path.split('/')[1]?.toLowerCase()

const routesIn = (area: string | undefined): RouteObject[] => [
  signIn,
  {
    element: shell,
    children: [
      {
        element: boundary,
        children: [
          { index: true, element: <Navigate to="/today" replace /> },
          { path: 'settings', element: <Navigate to="/settings/api-access" replace /> },
          ...framed.filter(({ path = '' }) => path === '*' || areaOf(path) === area),
        ],
      },
    ],
  },
]

const elsewhere = routesIn(undefined)
const areas = new Map(Object.keys(inFrame).map((path) => [areaOf(path), routesIn(areaOf(path))]))

type At = Pick<Location, 'pathname'>

/** The router goes through all of its routes with each change of address, so it is given those that can lead there. */
const routesAt = ({ pathname }: At) => areas.get(areaOf(pathname)) ?? elsewhere

/** The router cannot read a broken % escape, and complains of it where the server writes its log: such signs stand for themselves. */
const readable = (pathname: string) => (safeDecode(pathname) === null ? pathname.replaceAll('%', '%25') : pathname)

const loadersAt = (at: At): Loader[] =>
  matchRoutes(routesAt(at), readable(at.pathname))?.flatMap(({ route }) => route.handle ?? []) ?? []

/** Loads the page at an address with what it shows first. What cannot be had tells so when it is drawn. */
export const prepare = (at: At) => Promise.allSettled(loadersAt(at).map((page) => page.prepare()))

/** Whether the page at an address can be drawn without waiting for its scripts. */
export const isLoaded = (at: At) => loadersAt(at).every((page) => page.loaded())

/** From a list one goes to a record and its form, so these are fetched ahead. */
const useNextPages = (pathname: string) => {
  useEffect(() => {
    const next = Object.keys(pages).filter((address) => address.startsWith(`${pathname}/:id`))
    return onUserIdle(() => {
      for (const address of next) loaders[address]?.fetch().catch(() => {})
    })
  }, [pathname])
}

export const Routes = () => {
  const pathname = useAddress(({ pathname }) => pathname)
  useNextPages(pathname)
  const path = readable(pathname)
  return useRoutes(routesAt({ pathname }), path === pathname ? undefined : path)
}
