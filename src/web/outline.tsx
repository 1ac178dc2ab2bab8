import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { Router, useRoutes } from 'react-router-dom'
import { Page } from './kit/page'
import { DetailBones } from './kit/record/parts'
import { pages as named, views } from './palette/views'
import { Routes } from './routes'
import { Shell } from './shell/shell'

/** What the server puts into a page, and what the page will ask of the API first, as the path of an operation. */
export type Outline = { title: string; html: string; asks?: string }

const navigator = {
  createHref: (to: string | { pathname?: string }) => (typeof to === 'string' ? to : (to.pathname ?? '')),
  go: () => {},
  push: () => {},
  replace: () => {},
}

/** A page before anything has been read, without what belongs into the head or is forbidden by the page's policy. */
const outlineOf = async (address: string, page: ReactNode) => {
  const { prelude } = await prerender(
    <QueryClientProvider client={new QueryClient()}>
      <Router location={address} navigator={navigator} static>
        {page}
      </Router>
    </QueryClientProvider>,
  )
  const html = await new Response(prelude).text()
  return html.replace(/ style="[^"]*"| data-discover="true"|<!--.*?-->|<title>.*?<\/title>/g, '')
}

/** A page that would show the time, or somebody's settings, has its frame and title only. */
const Framed = ({ title }: { title: string }) =>
  useRoutes([
    {
      element: <Shell Palette={() => null} />,
      children: [
        {
          path: '*',
          element: (
            <Page title={title}>
              <DetailBones />
            </Page>
          ),
        },
      ],
    },
  ])

const ofViews = views.flatMap(({ path, title, list, get }) =>
  [
    { address: path, title, asks: list.path },
    { address: `${path}/:id`, title: 'Loading', asks: get.path },
  ].map(async ({ address, ...rest }) => [address, { ...rest, html: await outlineOf(address, <Routes />) }] as const),
)

const ofOthers = named
  .filter(({ path }) => !views.some((view) => view.path === path))
  .map(async ({ path, label: title }) => {
    const html = await outlineOf(path, <Framed title={title} />)
    return [path, { title, html }] as const
  })

/** By the address of a page. Runs while the console is built. */
export const outlines: Record<string, Outline> = Object.fromEntries(await Promise.all([...ofViews, ...ofOthers]))
