import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { Router, useRoutes } from 'react-router-dom'
import type { Answered, Drawing, OpenPage } from '../contract/drawing'
import { pathOf, query, readAnswer } from './kit/api'
import { Page } from './kit/page'
import { drawFor } from './kit/reader'
import { type Address, firstQuestion } from './kit/record/first-read'
import { DetailBones } from './kit/record/parts'
import { pages } from './palette/views'
import { Routes } from './routes'
import { Shell } from './shell/shell'

/**
 * A list or a record is drawn with its answer, or with what holds its place. Of any other page only the frame and the title
 * are, because it asks for more than one thing, and tells the time.
 */
export const openPage: OpenPage = (at) => {
  const question = firstQuestion(at)
  const title = pages.find(({ path }) => path === at.pathname)?.label ?? 'Loading'
  const page = question ? <Routes /> : <Framed title={title} />
  return {
    asks: question && pathOf(question.endpoint, question.sent),
    draw: (reader, answered) => {
      const client = new QueryClient()
      if (question && answered) {
        const response = new Response(answered.text, { headers: headersOf(answered) })
        const { endpoint, sent } = question
        client.setQueryData(query(endpoint, sent).queryKey, readAnswer(endpoint, response, answered.text))
      }
      const drawing = last.then(async () => {
        drawFor(reader)
        return drawingOf(await htmlOf(at, client, page))
      })
      last = drawing.catch(() => {})
      return drawing
    },
  }
}

/** For whom is drawn is known to all that draws, so one page is drawn after another. */
let last: Promise<unknown> = Promise.resolve()

const htmlOf = async (at: Address, client: QueryClient, page: ReactNode) => {
  const { prelude } = await prerender(
    <QueryClientProvider client={client}>
      <Router location={at} navigator={navigator} static>
        {page}
      </Router>
    </QueryClientProvider>,
  )
  client.clear()
  return new Response(prelude).text()
}

const headersOf = ({ etag }: Answered): HeadersInit => (etag ? { etag } : {})

const navigator = {
  createHref: (to: string | { pathname?: string; search?: string; hash?: string }) =>
    typeof to === 'string' ? to : `${to.pathname ?? ''}${to.search ?? ''}${to.hash ?? ''}`,
  go: () => {},
  push: () => {},
  replace: () => {},
}

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

/** Text of records is escaped by React, quotes too, so an attribute ends where it seems to. */
const drawingOf = (drawn: string): Drawing => {
  const title = /<title>(.*?)<\/title>/.exec(drawn)?.[1] ?? 'Quarterdeck'
  const looks = new Map<string, number>()
  const html = drawn
    .replace(/<title>.*?<\/title>|<!--.*?-->| data-discover="true"/g, '')
    .replace(/ style="([^"]*)"/g, (_, look: string) => {
      if (!looks.has(look)) looks.set(look, looks.size)
      return ` data-look="${looks.get(look)}"`
    })
  const styles = [...looks].filter(([look]) => !/[&{}<@\\]/.test(look))
  return { title, html, styles: styles.map(([look, number]) => `[data-look="${number}"]{${look}}`).join('') }
}
