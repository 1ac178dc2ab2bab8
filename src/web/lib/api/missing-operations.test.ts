import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, it } from 'vitest'
import { contract } from '../../../contract/index'
import { isMissing } from './api-error'
import { call, query, setTransport } from './client'
import { forgetMissing } from './missing-operations'

/** Reaches a server that answers some paths, and 404 to all others; returns the paths that it was asked for. */
const serverOf = (answers: Record<string, object>) => {
  const asked: string[] = []
  setTransport(async (address) => {
    const path = address.replace('/api/public/v1', '')
    asked.push(path)
    const answer = answers[path.replace(/\?.*/, '')]
    if (answer instanceof Response) return answer.clone()
    return answer ? Response.json(answer) : new Response('Not found', { status: 404 })
  })
  return asked
}

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

const { me, budgets, companies } = contract
const list = { data: [], pagination: { page: 1, limit: 20, totalCount: 0, totalPages: 0 } }

beforeEach(forgetMissing)

it('an operation that a server of the specification lacks is requested once', async () => {
  const asked = serverOf({})
  for (let time = 0; time < 3; time++) {
    expect(isMissing(await failureOf(call(me.get, {})))).toBe(true)
    expect(isMissing(await failureOf(call(budgets.list, {})))).toBe(true)
  }
  expect(asked).toEqual(['/me', '/budgets'])
})

it('a record that is not found says nothing of its operation', async () => {
  const asked = serverOf({})
  await failureOf(call(me.get, {}))
  for (const id of ['a', 'b']) await failureOf(call(companies.get, { id }))
  expect(asked).toEqual(['/me', '/companies/a', '/companies/b'])
})

it('a server with /me is asked again, because something in between may have answered', async () => {
  const asked = serverOf({ '/me': { data: { scopes: [] } } })
  await call(me.get, {})
  for (let time = 0; time < 2; time++) await failureOf(call(budgets.list, {}))
  expect(asked).toEqual(['/me', '/budgets', '/budgets'])
})

it('a filter not in the specification is sent only to a server that has /me', async () => {
  const filtered = () => new QueryClient().fetchQuery(query(companies.list, { query: { status: 'active' } }))
  const bare = serverOf({ '/companies': list })
  expect(isMissing(await failureOf(filtered()))).toBe(true)
  expect(bare).toEqual(['/me'])
  forgetMissing()
  const full = serverOf({ '/companies': list, '/me': { data: { scopes: [] } } })
  await filtered()
  expect(full).toEqual(['/me', '/companies?status=active'])
})

it.each([
  ['to a server that refuses /me', new Response('', { status: 403 }), 404],
  ['to a server that has something else at /me', Response.json(list), 404],
  ['to a server that has a user at /me', Response.json({ data: { name: 'Kim', email: 'kim@msp.example' } }), 404],
  ['while /me fails', new Response('', { status: 503 }), 503],
  ['while /me has had too many requests', new Response('', { status: 429 }), 429],
])('a filter not in the specification is not sent %s', async (_, answer, thrown) => {
  const asked = serverOf({ '/companies': list, '/me': answer })
  const filtered = () => new QueryClient().fetchQuery(query(companies.list, { query: { status: 'active' } }))
  expect(await failureOf(filtered())).toMatchObject({ status: thrown })
  expect(asked).toEqual(['/me'])
})
