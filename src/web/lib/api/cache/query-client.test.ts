import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import { ApiError } from '../api-error'
import { invalidateAll, leaveBlockers, queryClient } from './query-client'

const refused = new ApiError(403, 'Not with this key.')
let answer = async () => 'of the former session'

/** A query on the page. */
const show = async (path = '/companies') => {
  const shown = new QueryObserver(queryClient, { queryKey: [path], queryFn: () => answer() })
  shown.subscribe(() => {})
  await expect.poll(() => shown.getCurrentResult().isSuccess).toBe(true)
  return shown
}

afterEach(() => {
  answer = async () => 'of the former session'
  leaveBlockers.clear()
  queryClient.clear()
})

it('forgets what another session has read, but not what is being read', async () => {
  queryClient.setQueryData(['left'], 'of the former session')
  let respond = (_: string) => {}
  const reading = queryClient.fetchQuery({
    queryKey: ['awaited'],
    queryFn: () =>
      new Promise<string>((resolve) => {
        respond = resolve
      }),
  })
  await expect.poll(() => queryClient.isFetching()).toBe(1)
  invalidateAll()
  respond('of this session')
  expect(await reading).toBe('of this session')
  expect(queryClient.getQueryData(['left'])).toBeUndefined()
})

it('takes what the session may not read off the page', async () => {
  const shown = await show()
  answer = () => Promise.reject(refused)
  invalidateAll()
  await expect.poll(() => shown.getCurrentResult()).toMatchObject({ data: undefined, isError: true, error: refused })
})

it('takes a record that is gone off the page, but not a list that couldn’t be found', async () => {
  const [record, list] = [await show('/brief-schedules/:id'), await show()]
  const gone = new ApiError(404, 'There is no such brief schedule.')
  answer = () => Promise.reject(gone)
  invalidateAll()
  await expect.poll(() => record.getCurrentResult()).toMatchObject({ data: undefined, isError: true, error: gone })
  await expect.poll(() => list.getCurrentResult()).toMatchObject({ data: 'of the former session', isError: true })
})

it('keeps what a form with unsaved changes is about', async () => {
  const shown = await show()
  leaveBlockers.add(Symbol('a form'))
  answer = () => Promise.reject(refused)
  invalidateAll()
  await expect.poll(() => shown.getCurrentResult().isError).toBe(true)
  expect(shown.getCurrentResult().data).toBe('of the former session')
})
