import { QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { ApiError } from './client'
import { connectionProblem, showsEarlierData } from './connection-status'
import { queryClient } from './query-client'

const away = new ApiError(503, 'The database is away.')
let results: Record<string, () => Promise<unknown>> = {}
const show = (key: string, meta?: { isChrome: true }) =>
  new QueryObserver(queryClient, {
    queryKey: [key],
    queryFn: () => results[key]?.() ?? 1,
    retry: false,
    ...(meta && { meta }),
  }).subscribe(() => {})
const refetch = (key: string) => queryClient.refetchQueries({ queryKey: [key] })

it('says why something on the page cannot be refreshed until that succeeds, whatever else does', async () => {
  const leave = show('trend')
  show('list')
  await queryClient.refetchQueries()
  expect(connectionProblem.get()).toBeUndefined()

  results = { trend: () => Promise.reject(away) }
  await refetch('trend')
  await refetch('list')
  expect(connectionProblem.get()).toBe(away.detail)
  results = {}
  await refetch('trend')
  expect(connectionProblem.get()).toBeUndefined()

  results = { trend: () => Promise.reject(away) }
  await refetch('trend')
  leave()
  await refetch('list')
  expect(connectionProblem.get()).toBeUndefined()

  results = { list: () => Promise.reject(new ApiError(403, 'Not with this key.')) }
  await refetch('list')
  expect(connectionProblem.get()).toBeUndefined()
})

it('says that earlier data is shown only where the page shows some that cannot be refreshed', async () => {
  results = { first: () => Promise.reject(away), count: () => Promise.resolve(1) }
  show('first')
  show('count', { isChrome: true })
  await refetch('first')
  expect(connectionProblem.get()).toBe(away.detail)
  expect(showsEarlierData.get()).toBe(false)

  results.count = () => Promise.reject(away)
  await refetch('count')
  expect(showsEarlierData.get()).toBe(false)

  const leave = show('count')
  await refetch('count')
  expect(showsEarlierData.get()).toBe(true)
  leave()
  await refetch('count')
  expect(showsEarlierData.get()).toBe(false)
})
