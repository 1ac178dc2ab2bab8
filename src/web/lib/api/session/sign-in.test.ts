import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { companies } from '../../../../contract/companies'
import { withBase } from '../../base-path'
import { queryClient } from '../cache/query-client'
import { call, meQuery, setTransport } from '../client'
import { hasEnded, markSessionActive, settle } from './session'
import { followSession, resume } from './sign-in'

type Someone = { name: string; email: string | null }
const ann = { name: 'Ann', email: 'ann@msp.example' }
const bo = { name: 'Bo', email: 'bo@msp.example' }

/** Who is signed in: a person, null with a key, undefined when no one is. */
let signedIn: Someone | null | undefined
let writes: string[]
const reload = vi.fn()

beforeEach(() => {
  vi.stubGlobal('location', { pathname: '/companies', reload })
  vi.stubGlobal('addEventListener', () => {})
  writes = []
  setTransport(async (path, { method }) => {
    if (signedIn === undefined) return new Response(null, { status: 401 })
    if (path === '/session/all') return Response.json({ data: { sessions: [], isKept: true, person: signedIn } })
    if (method !== 'GET') writes.push(signedIn?.name ?? 'key')
    return Response.json({ data: {} })
  })
})

afterEach(() => {
  settle(false)
  reload.mockReset()
  queryClient.clear()
  vi.unstubAllGlobals()
})

afterAll(() => setTransport((path, init) => fetch(withBase(path), init)))

/** A write whose session has ended, on a page of this owner. */
const waitingWrite = async (owner: Someone | null) => {
  const kind = owner ? 'person' : 'key'
  queryClient.setQueryData(meQuery.queryKey, { data: { kind, ...owner }, etag: null } as never)
  markSessionActive()
  signedIn = undefined
  void call(companies.update, { id: '1', body: {} }).catch(() => {})
  await expect.poll(hasEnded).toBe(true)
}

it.each<[who: string, owner: Someone | null, next: Someone | null]>([
  ['the same person', ann, ann],
  ['another key', null, null],
])('sends what waits for a sign-in by %s', async (_, owner, next) => {
  await waitingWrite(owner)
  signedIn = next
  await resume()
  await expect.poll(() => writes).toEqual([next?.name ?? 'key'])
  expect(reload).not.toHaveBeenCalled()
})

it('keeps a page whose session has not ended when the server does not say who signed in elsewhere', async () => {
  signedIn = ann
  queryClient.setQueryData(meQuery.queryKey, { data: { kind: 'person', ...ann }, etag: null } as never)
  setTransport(async () => new Response(null, { status: 502 }))
  await resume()
  expect(hasEnded()).toBe(false)
  expect(reload).not.toHaveBeenCalled()
})

it.each<[who: string, owner: Someone | null, next: Someone | null]>([
  ['another person', ann, bo],
  ['a key after a person', ann, null],
  ['a person after a key', null, bo],
])('leaves the page, and sends nothing, when the sign-in is of %s', async (_, owner, next) => {
  await waitingWrite(owner)
  signedIn = next
  await resume()
  expect(reload).toHaveBeenCalledOnce()
  expect(writes).toEqual([])
})

it.each<[does: string, who: string, next: Someone | null]>([
  ['keeps', 'the same person', ann],
  ['leaves', 'another person', bo],
  ['leaves', 'a key', null],
])('%s a page when another tab has the session of %s', async (does, _, next) => {
  queryClient.setQueryData(meQuery.queryKey, { data: { kind: 'person', ...ann }, etag: null } as never)
  signedIn = next
  await followSession()
  expect(hasEnded()).toBe(does === 'leaves')
  expect(reload).toHaveBeenCalledTimes(does === 'leaves' ? 1 : 0)
})
