import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { contract } from '../../../../contract'
import type { Endpoint } from '../../../../contract/core/endpoint'
import { figurePaths, invalidateAfter, isAffected, namingCompanies } from './invalidation'

const rename = { path: '/companies/:id', fields: ['name'] }

it('asks again for the record, its lists and the history', () => {
  const write = { path: '/budgets/:id', fields: ['status'] }
  for (const path of ['/budgets', '/budgets/:id', '/audit-events']) expect(isAffected(write, [path, {}])).toBe(true)
  for (const path of ['/companies', '/goals', '/me']) expect(isAffected(write, [path, {}])).toBe(false)
  expect(isAffected({ path: '/automation/:id/toggle', fields: [] }, ['/automation/:id', { id: '1' }])).toBe(true)
})

it('asks again for what is made of several resources', () => {
  expect(isAffected(rename, ['due', 'goals'])).toBe(true)
  for (const path of figurePaths) expect(isAffected(rename, [path, {}])).toBe(true)
})

it('asks again for the values of its filters', () => {
  const values = ['/filter-values/devices', { filter: 'locationId' }]
  expect(isAffected({ path: '/devices/:id', fields: ['location'] }, values)).toBe(true)
  expect(isAffected(rename, values)).toBe(true)
  expect(isAffected({ path: '/goals/:id', fields: ['title'] }, values)).toBe(false)
})

it('asks again for those that name a company once it is renamed', () => {
  expect(isAffected(rename, ['/devices', {}])).toBe(true)
  expect(isAffected({ ...rename, fields: ['status'] }, ['/devices', {}])).toBe(false)
})

it('knows every resource whose records name a company', () => {
  const reads = Object.values(contract)
    .flatMap((resource) => Object.values<Endpoint>(resource))
    .filter(({ method, path }) => method === 'GET' && !/^\/(filter-values\/|similar-names$)/.test(path))
  const naming = reads.filter(({ response }) =>
    /"(company|companyName)":/.test(JSON.stringify(z.toJSONSchema(response, { unrepresentable: 'any' }))),
  )
  const resources = new Set(naming.map(({ path }) => path.split('/:')[0] ?? ''))
  const isFigure = (path: string) => figurePaths.some((figure) => `${path}/`.startsWith(`${figure}/`))
  expect([...resources].filter((path) => !isFigure(path)).sort()).toEqual(namingCompanies)
})

it('has what failed half-way begin anew', async () => {
  const client = new QueryClient()
  const queryKey = ['/goals', 'all']
  client.setQueryData(queryKey, ['the first page'], { updatedAt: 0 })
  await client.fetchQuery({ queryKey, queryFn: () => Promise.reject(new Error('Away')) }).catch(() => {})
  expect(client.getQueryData(queryKey)).toEqual(['the first page'])
  invalidateAfter(client, { path: '/goals/:id', fields: ['title'] })
  expect(client.getQueryData(queryKey)).toBeUndefined()
})

it('begins a first read anew that may be older than the write', async () => {
  const client = new QueryClient()
  const answers: ((name: string) => void)[] = []
  const queryFn = () => new Promise<string>((resolve) => answers.push(resolve))
  const observer = new QueryObserver(client, { queryKey: ['/companies/:id', { id: '1' }], queryFn })
  const stop = observer.subscribe(() => {})
  invalidateAfter(client, rename)
  expect(answers).toHaveLength(2)
  answers[0]?.('Before')
  answers[1]?.('After')
  await expect.poll(() => observer.getCurrentResult().data).toBe('After')
  stop()
})

it('asks again for sessions after one was ended', () => {
  const write = { path: '/session/people/end', fields: [] }
  for (const path of ['/session/all', '/session/people']) expect(isAffected(write, [path, {}])).toBe(true)
  expect(isAffected(write, ['/session/ways', {}])).toBe(false)
})
