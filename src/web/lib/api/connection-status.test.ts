import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { ApiError } from './client'
import { connectionErrorOf } from './connection-status'

it('is lost until what failed is read again, whatever else succeeds, or until it leaves the page', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const away = new ApiError(503, 'The database is away.')
  const results = { trend: () => Promise.resolve(1), list: () => Promise.resolve(1) }
  const watch = (key: keyof typeof results) =>
    new QueryObserver(client, { queryKey: [key], queryFn: () => results[key]() }).subscribe(() => {})
  const leave = watch('trend')
  watch('list')
  const error = () => connectionErrorOf(client.getQueryCache())
  await client.refetchQueries()
  expect(error()).toBeNull()

  results.trend = () => Promise.reject(away)
  await client.refetchQueries({ queryKey: ['trend'] })
  await client.refetchQueries({ queryKey: ['list'] })
  expect(error()).toBe(away)
  results.trend = () => Promise.resolve(2)
  await client.refetchQueries({ queryKey: ['trend'] })
  expect(error()).toBeNull()

  results.trend = () => Promise.reject(away)
  await client.refetchQueries({ queryKey: ['trend'] })
  expect(error()).toBe(away)
  leave()
  expect(error()).toBeNull()

  results.list = () => Promise.reject(new ApiError(403, 'Not with this key.'))
  await client.refetchQueries({ queryKey: ['list'] })
  expect(error()).toBeNull()
})
