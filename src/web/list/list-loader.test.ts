import { QueryClient } from '@tanstack/react-query'
import { RouterContextProvider } from 'react-router-dom'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { companies } from '../../contract/companies'
import { setTransport } from '../lib/api/client'
import { withBase } from '../lib/base-path'
import { loaderContext } from '../lib/navigation/page-loader'
import { listLoader } from './list-loader'

let asked: string[] = []

beforeEach(() => {
  asked = []
  setTransport(async (path) => {
    asked.push(path)
    return Response.json({ data: [], pagination: { totalCount: 0 } })
  })
})

afterAll(() => setTransport((path, init) => fetch(withBase(path), init)))

const load = (search: string) => {
  const context = new RouterContextProvider()
  context.set(loaderContext, { client: new QueryClient(), purpose: 'render' })
  const request = new Request(`http://console/companies${search}`)
  return listLoader({ list: companies.list })({ params: {}, request, context } as never)
}

const totals = () => asked.filter((path) => path.endsWith('/companies?limit=1'))

it('asks for the total of all rows only where they are filtered', async () => {
  await load('?search=Harbour&orderBy=name')
  expect(totals()).toHaveLength(1)
  asked = []
  await load('?orderBy=name&orderDirection=asc&page=2&limit=50')
  expect(asked).not.toHaveLength(0)
  expect(totals()).toHaveLength(0)
})
