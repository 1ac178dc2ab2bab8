import { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { setTransport } from '../../lib/api/client'
import { forgetMissing } from '../../lib/api/missing-operations'
import { withBase } from '../../lib/base-path'
import { workOutSince } from './from-lists'

beforeEach(forgetMissing)
afterAll(() => {
  setTransport((path, init) => fetch(withBase(path), init))
  forgetMissing()
})

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString()
const day = daysAgo(60).slice(0, 10)
const person = (id: string, lastLogin: string | null) => ({ id, lastLogin, createdAt: daysAgo(2000) })
const never = (count: number) => Array.from({ length: count }, (_, at) => person(`never ${at}`, null))
const signedIn = [
  person('recent', daysAgo(30)),
  // The period before is as long as this one, so it is before it as well.
  person('silent', daysAgo(90)),
  person('long ago', daysAgo(1000)),
]

/** People of a server that has only them, in its own order of those without a date. */
const peopleOf = async (byLastLogin: object[]) => {
  setTransport(async (path) => {
    const { pathname, searchParams } = new URL(path, 'http://server')
    if (!pathname.endsWith('/companies/users')) return new Response('Not found', { status: 404 })
    const rows = searchParams.get('sortColumn') === 'last_login' ? byLastLogin : []
    const [page, limit] = [Number(searchParams.get('page')), Number(searchParams.get('limit'))]
    return Response.json({
      data: rows.slice((page - 1) * limit, page * limit),
      pagination: { totalCount: rows.length },
    })
  })
  const { people, cut } = await workOutSince(new QueryClient(), 'c-1', day, { signal: new AbortController().signal })
  return { silent: people?.silent, cut }
}

it.each([
  ['last', [...signedIn, ...never(120)]],
  ['first', [...never(120), ...signedIn]],
])('counts who went silent where those who never signed in come %s', async (_, people) => {
  expect(await peopleOf(people)).toEqual({ silent: 1, cut: [] })
})

it('says that it has a part of the people where too many of those come first', async () => {
  expect(await peopleOf([...never(1000), ...signedIn])).toEqual({ silent: 0, cut: ['people'] })
})
