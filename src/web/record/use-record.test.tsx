import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { companies } from '../../contract/companies'
import type { ApiError } from '../lib/api/api-error'
import { meQuery, query, setTransport } from '../lib/api/client'
import { forgetMissing } from '../lib/api/missing-operations'
import { withBase } from '../lib/base-path'
import { recordQuery } from './record-type'
import { useRecord } from './use-record'

afterAll(() => {
  setTransport((path, init) => fetch(withBase(path), init))
  forgetMissing()
})

const newClient = () =>
  new QueryClient({
    defaultOptions: { queries: { retry: false, retryOnMount: false, staleTime: Number.POSITIVE_INFINITY } },
  })
let client = newClient()
beforeEach(() => {
  forgetMissing()
  client = newClient()
})

/** A server of the specification, whose list of companies gives these answers in turn, the last one again and again. */
const listing = (...answers: Response[]) => {
  const asked: URLSearchParams[] = []
  setTransport(async (path) => {
    const { pathname, searchParams } = new URL(path, 'http://server')
    if (!pathname.endsWith('/companies')) return new Response('Not found', { status: 404 })
    asked.push(searchParams)
    return (answers.length > 1 ? (answers.shift() as Response) : (answers[0] as Response)).clone()
  })
  return asked
}

const pageOf = (rows: object[], totalCount = rows.length) => Response.json({ data: rows, pagination: { totalCount } })
const hundred = Array.from({ length: 100 }, (_, at) => ({ id: `other ${at}` }))

type Shown = ReturnType<typeof useRecord<typeof companies.get>>
const recordType = { get: companies.get, list: companies.list, noun: ['company', 'companies'] as [string, string] }

const Probe = ({ onShown }: { onShown: (shown: Shown) => void }) => {
  onShown(useRecord(recordType, 'a'))
  return null
}

const render = () => {
  const shown: Shown[] = []
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Probe onShown={(one) => shown.push(one)} />
    </QueryClientProvider>,
  )
  return shown[0] as Shown
}

/** What is shown once all that the hook asks for has been answered. */
const settled = async (): Promise<Shown> => {
  const shown = render()
  const open = client.getQueryCache().findAll({
    predicate: ({ state, options }) =>
      state.dataUpdateCount + state.errorUpdateCount === 0 && (options as { enabled?: boolean }).enabled !== false,
  })
  if (open.length === 0) return shown
  await Promise.allSettled(open.map((query) => query.fetch()))
  return settled()
}

it('shows what the list has of a record that the server can’t show by its ID', async () => {
  const asked = listing(pageOf(hundred, 101), pageOf([{ id: 'a', name: 'Listed' }], 101))
  expect(await settled()).toMatchObject({ record: { name: 'Listed' }, fromListOnly: true })
  expect(asked.map((query) => query.get('orderBy'))).toEqual(['created_at', 'created_at'])
})

it('says that a record is not found only where the list has been read to its end', async () => {
  listing(pageOf([{ id: 'b' }]))
  expect((await settled()).error).toMatchObject({ status: 404 })
  client = newClient()
  const asked = listing(pageOf(hundred, 50_000))
  const { error } = await settled()
  expect((error as ApiError).status).toBe(-1)
  expect(error?.message).toMatch(
    /^This company isn’t among the newest [\d,]+ companies, and this server can’t show one by its ID/,
  )
  expect(asked).toHaveLength(20)
})

it('says why the list couldn’t be read, and reads it again', async () => {
  listing(new Response('Out of order', { status: 500 }), pageOf([{ id: 'a', name: 'Listed' }]))
  const failed = await settled()
  expect(failed.error).toMatchObject({ status: 500, detail: 'Out of order' })
  failed.retry()
  await expect.poll(() => render().record).toMatchObject({ name: 'Listed' })
})

it('shows the answer to a write until the list has been read again', async () => {
  listing(pageOf([]))
  const put = (name: string, updatedAt: number) =>
    client.setQueryData(
      recordQuery(companies.get, 'a').queryKey,
      { data: { id: 'a', name }, etag: null },
      { updatedAt },
    )
  const list = (name: string, updatedAt: number, page: string) =>
    client.setQueryData(
      query(companies.list, { query: { page } }).queryKey,
      { data: [{ id: 'a', name }], pagination: {}, etag: null } as never,
      { updatedAt },
    )
  const now = Date.now()
  await client.prefetchQuery(meQuery)
  list('Before', now - 2, '1')
  put('Saved', now - 1)
  await client.fetchQuery({ ...recordQuery(companies.get, 'a'), staleTime: 0 }).catch(() => null)
  expect(render()).toMatchObject({ record: { name: 'Saved' }, whole: true, fromListOnly: false })
  list('Changed by a colleague', now, '2')
  expect(render()).toMatchObject({ record: { name: 'Changed by a colleague' }, whole: false, fromListOnly: true })
})
