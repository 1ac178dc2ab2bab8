import { afterAll, beforeEach, expect, it } from 'vitest'
import { briefSchedules } from '../../../contract/brief-schedules'
import { companies } from '../../../contract/companies'
import { withBase } from '../base-path'
import { type ApiError, mayBeSaved } from './api-error'
import { call, setTransport } from './client'
import { fetchFile } from './fetch-file'

/** Breaks off in its body. */
const broken = () => new ReadableStream({ pull: (controller) => controller.error(new TypeError('terminated')) })

beforeEach(() => {
  setTransport(async (_, { signal }) => {
    signal?.throwIfAborted()
    return new Response(broken(), { headers: { 'content-type': 'application/json' } })
  })
})

afterAll(() => setTransport((path, init) => fetch(withBase(path), init)))

const problemOf = (read: Promise<unknown>) =>
  read.then(
    () => null,
    (error: unknown) => error,
  )

it('takes a response that breaks off for none', async () => {
  const written = await problemOf(call(companies.update, { id: '1', body: { industry: 'Fishing' } }))
  expect(written).toMatchObject({ status: 0, detail: 'No response; it may or may not have saved. It’s safe to retry.' })
  expect(mayBeSaved(written)).toBe(true)
  const created = await problemOf(call(briefSchedules.create, { body: {} as never }))
  expect(created).toMatchObject({ detail: 'No response; it may or may not have saved. Check before you try again.' })
  expect(await problemOf(call(companies.list, {}))).toMatchObject({ detail: expect.stringContaining('Can’t reach') })
  expect(mayBeSaved(await problemOf(fetchFile(companies.get, { id: '1' }, 'application/pdf')))).toBe(true)
})

it.each([
  [503, { title: 'Database away', mayBeSaved: true }, true],
  [503, { title: 'Database read-only' }, false],
  [502, { title: 'Key refused', mayBeSaved: false }, false],
  [502, 'Bad gateway', true],
  [524, 'A timeout occurred', true],
])('believes a server that answers a write with %d and %j', async (status, problem, isSaved) => {
  setTransport(async () => Response.json(problem, { status }))
  expect(mayBeSaved(await problemOf(call(companies.update, { id: '1', body: {} })))).toBe(isSaved)
})

it('waits as long as a server says, in seconds or until a time by its clock', async () => {
  // This computer is 90 seconds ahead of the server.
  const inSeconds = (seconds: number) => new Date(Date.now() + (seconds - 90) * 1000).toUTCString()
  const date = inSeconds(0)
  const waits = ['7', inSeconds(90), inSeconds(-3600), 'soon', '0']
  const seconds: unknown[] = []
  for (const wait of waits) {
    setTransport(async () => new Response('', { status: 429, headers: { date, 'retry-after': wait } }))
    seconds.push(((await problemOf(call(companies.list, {}))) as ApiError).extra.retryAfter)
  }
  expect(seconds.map((each) => (typeof each === 'number' ? Math.round(each / 5) * 5 : each))).toEqual([
    5,
    90,
    null,
    null,
    null,
  ])
})

it('leaves it to the caller that broke it off', async () => {
  const abort = new AbortController()
  abort.abort()
  expect(await problemOf(call(companies.list, {}, { signal: abort.signal }))).toMatchObject({ name: 'AbortError' })
})
