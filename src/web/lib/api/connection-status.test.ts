import { QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { ApiError } from './api-error'
import { queryClient } from './cache/query-client'
import { connectionProblem, isPolled, showsEarlierData } from './connection-status'

const away = new ApiError(503, 'The database is away.')
let results: Record<string, () => Promise<unknown>> = {}
const show = (key: string) =>
  new QueryObserver(queryClient, { queryKey: [key], queryFn: () => results[key]?.() ?? 1, retry: false }).subscribe(
    () => {},
  )
const refetch = (key: string) => queryClient.refetchQueries({ queryKey: [key] })

it('says why something on the page cannot be refreshed until that succeeds, whatever else does', async () => {
  const leave = show('trend')
  show('list')
  await queryClient.refetchQueries()
  expect(connectionProblem.get()).toBeUndefined()

  results = { trend: () => Promise.reject(away) }
  await refetch('trend')
  await refetch('list')
  expect(connectionProblem.get()).toBe(away)
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

it('says that earlier data is shown only where there is some that cannot be refreshed', async () => {
  results = { first: () => Promise.reject(away) }
  const leave = show('first')
  await refetch('first')
  expect(connectionProblem.get()).toBe(away)
  expect(showsEarlierData.get()).toBe(false)

  results = {}
  await refetch('first')
  results = { first: () => Promise.reject(away) }
  await refetch('first')
  expect(showsEarlierData.get()).toBe(true)
  leave()
  results = {}
  await refetch('list')
  expect(showsEarlierData.get()).toBe(false)
})

it.each([
  [429, 'Rate limit reached.', true],
  [500, 'Something went wrong.', false],
])('says that earlier data is shown after a refetch that got %d', async (status, detail, isRetried) => {
  results = { [status]: () => Promise.reject(new ApiError(status, detail)) }
  const leave = show(String(status))
  await refetch(String(status))
  // Where there is no data, the failure stands in its place.
  expect(connectionProblem.get()).toBeUndefined()

  results = {}
  await refetch(String(status))
  results = { [status]: () => Promise.reject(new ApiError(status, detail)) }
  await refetch(String(status))
  const problem = connectionProblem.get()
  expect(problem?.detail).toBe(detail)
  expect(isPolled(problem)).toBe(isRetried)
  expect(showsEarlierData.get()).toBe(true)
  results = {}
  await refetch(String(status))
  expect(connectionProblem.get()).toBeUndefined()
  leave()
})
