import { afterAll, beforeEach, expect, it } from 'vitest'
import { companies } from '../../../contract/companies'
import { withBase } from '../base-path'
import { call, mayBeSaved, setTransport } from './client'
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
  expect(await problemOf(call(companies.list, {}))).toMatchObject({ detail: expect.stringContaining('Can’t reach') })
  expect(mayBeSaved(await problemOf(fetchFile(companies.get, { id: '1' }, 'application/pdf')))).toBe(true)
})

it.each([
  [{ title: 'Database away', mayBeSaved: true }, true],
  [{ title: 'Database read-only' }, false],
])('believes a server that answers a write with %j', async (problem, isSaved) => {
  setTransport(async () => Response.json(problem, { status: 503 }))
  expect(mayBeSaved(await problemOf(call(companies.update, { id: '1', body: {} })))).toBe(isSaved)
})

it('leaves it to the caller that broke it off', async () => {
  const abort = new AbortController()
  abort.abort()
  expect(await problemOf(call(companies.list, {}, { signal: abort.signal }))).toMatchObject({ name: 'AbortError' })
})
