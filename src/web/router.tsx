import type { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import {
  createBrowserRouter,
  type HydrationState,
  type LoaderFunction,
  matchRoutes,
  Outlet,
  type RouteObject,
  RouterContextProvider,
  redirect,
  type ShouldRevalidateFunction,
  useLocation,
  useNavigate,
} from 'react-router-dom'
import { meQuery } from './lib/api/client'
import { basename } from './lib/base-path'
import { onIdle } from './lib/browser/on-idle'
import { FormId } from './lib/navigation/form-id'
import { type LoaderContext, loaderContext, pageLoader } from './lib/navigation/page-loader'
import { moduleOf, pages } from './registry'
import { PageError } from './shell/page-error'
import { Shell } from './shell/shell'
import { lazyComponent } from './ui/lazy-component'

type RouteModule = { Component: (props: { onClose?: () => void }) => ReactNode; loader?: LoaderFunction }

const modules = import.meta.glob<RouteModule>(['./*/**/*-page.tsx', '!./{list,record}/**'])

/** Loaded separately, since it imports every record type. */
export const loadPalette = async () => (await import('./palette/palette')).Palette
const Palette = lazyComponent(loadPalette)

/** Loaders depend only on the record’s ID; pages follow search parameters themselves. */
const shouldRevalidate: ShouldRevalidateFunction = ({ currentParams, nextParams }) => currentParams.id !== nextParams.id

const paths = Object.keys(pages)
const moduleAt = (path: string) => modules[`./${pages[path]}.tsx`] as () => Promise<RouteModule>

const isForm = (path: string) => path.endsWith('/:id/edit')

const forms = paths
  .filter(isForm)
  .map((path) => ({ path, Form: lazyComponent(async () => (await moduleAt(path)()).Component) }))

/** Ahead of a click. A form is then rendered with the click, not after it. */
const load = (path: string) => forms.find((form) => form.path === path)?.Form.preload() ?? moduleAt(path)()

/** The form at a pathname, which includes the base path. */
export const formAt = (pathname: string) => matchRoutes(forms, pathname, basename)?.[0]

/** The form that was opened over the page: its address masks the page’s own. It closes by itself, unless its code cannot be loaded. */
const FormOver = () => {
  const { mask } = useLocation()
  const navigate = useNavigate()
  const form = mask && formAt(mask.pathname)
  return (
    form && (
      <FormId value={form.params.id}>
        <form.route.Form key={form.pathname} onClose={() => void navigate(-1)} />
      </FormId>
    )
  )
}

const routeOf = (path: string): RouteObject => ({
  path,
  lazy: moduleAt(path),
  shouldRevalidate,
  handle: { module: moduleOf(path) },
  children: paths.filter((other) => other === `${path}/edit`).map(routeOf),
})

const redirectTo = (to: string) => ({ loader: () => redirect(to), handle: { redirect: to } })

const isInShell = (path: string) => path !== '/sign-in' && !isForm(path)

export const routes: RouteObject[] = [
  {
    ErrorBoundary: PageError,
    HydrateFallback: () => null,
    children: [
      routeOf('/sign-in'),
      {
        element: <Shell Palette={Palette} />,
        loader: pageLoader({ needs: () => [], prefetch: () => [meQuery] }),
        shouldRevalidate,
        children: [
          {
            ErrorBoundary: PageError,
            element: (
              <>
                <Outlet />
                <FormOver />
              </>
            ),
            children: [
              { index: true, ...redirectTo('/today') },
              { path: '/settings', ...redirectTo('/settings/api-access') },
              ...paths.filter(isInShell).map(routeOf),
            ],
          },
        ],
      },
    ],
  },
]

export const contextFor = (context: LoaderContext) => new RouterContextProvider(new Map([[loaderContext, context]]))

export type BrowserRouter = ReturnType<typeof createBrowserRouter>

/** The browser’s router, once the current page’s code has loaded. */
export const openBrowserRouter = async (client: QueryClient, hydrationData: HydrationState | undefined) => {
  // A page that was opened over another is all that a reload shows.
  if (history.state?.masked) history.replaceState({ ...history.state, masked: undefined }, '')
  await Promise.allSettled(
    (matchRoutes(routes, location, basename) ?? []).map(async ({ route }) => {
      if (typeof route.lazy === 'function') Object.assign(route, await route.lazy(), { lazy: undefined })
    }),
  )
  return createBrowserRouter(routes, {
    basename,
    getContext: () => contextFor({ client, purpose: 'navigate' }),
    ...(hydrationData && { hydrationData }),
  })
}

/** Prefetches a page’s code and data; for a form also those of the record’s page, over which a reload shows it. */
export const preload = async (router: BrowserRouter, client: QueryClient, url: URL) => {
  const matches = matchRoutes(router.routes, url, basename) ?? []
  const context = contextFor({ client, purpose: 'preload' })
  await Promise.all([
    formAt(url.pathname)?.route.Form.preload(),
    ...matches.map(async ({ route, params }) => {
      const { loader } = typeof route.lazy === 'function' ? await route.lazy() : route
      if (typeof loader === 'function') await loader({ request: new Request(url), url, params, pattern: '', context })
    }),
  ])
}

/** Loads the code of the pages below the current one when the browser is idle: for a list, its record page and form. */
export const preloadBelow = (router: BrowserRouter) => {
  let current: string | undefined
  let cancel = () => {}
  const onChange = () => {
    const { path } = router.state.matches.at(-1)?.route ?? {}
    if (path === current) return
    current = path
    cancel()
    const below = paths.filter(
      (other) => other.startsWith(`${path}/`) && (isForm(other) || !other.slice(`${path}/`.length).includes('/')),
    )
    cancel = onIdle(...below.map((other) => () => load(other)))
  }
  onChange()
  router.subscribe(onChange)
}
