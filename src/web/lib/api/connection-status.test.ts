import { QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { ApiError } from './client'
import { connectionError } from './connection-status'
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
  expect(connectionError.get()).toBeNull()

  results = { trend: () => Promise.reject(away) }
  await refetch('trend')
  await refetch('list')
  expect(connectionError.get()).toBe(away)
  results = {}
  await refetch('trend')
  expect(connectionError.get()).toBeNull()

  results = { trend: () => Promise.reject(away) }
  await refetch('trend')
  leave()
  await refetch('list')
  expect(connectionError.get()).toBeNull()

  results = { list: () => Promise.reject(new ApiError(403, 'Not with this key.')) }
  await refetch('list')
  expect(connectionError.get()).toBeNull()
})
