import { QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { ApiError } from './client'
import { connectionProblem, showsEarlierData } from './connection-status'
import { queryClient } from './query-client'

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

it('says that earlier data is shown only where there is some that cannot be refreshed', async () => {
  results = { first: () => Promise.reject(away) }
  const leave = show('first')
  await refetch('first')
  expect(connectionProblem.get()).toBe(away.detail)
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
