import { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { setTransport } from '../lib/api/client'
import { forgetMissing } from '../lib/api/missing-operations'
import { withBase } from '../lib/base-path'
import { dueQueries } from './due/queries'
import { distributionQuery } from './nps/queries'

/** A server of the specification that answers every other request for a list with 429. */
beforeEach(() => {
  forgetMissing()
  let asked = 0
  const soon = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString()
  setTransport(async (path) => {
    const { pathname } = new URL(path, 'http://server')
    if (!/responses|schedules/.test(pathname)) return new Response('Not found', { status: 404 })
    if (asked++ % 2 === 0) return new Response('Too many', { status: 429 })
    return Response.json({ data: [{ id: 'a', score: 9, nextRunAt: soon }], pagination: { totalCount: 1 } })
  })
})
afterAll(() => {
  setTransport((path, init) => fetch(withBase(path), init))
  forgetMissing()
})

it('waits out a rate limit when it counts scores', async () => {
  expect(await new QueryClient().fetchQuery(distributionQuery({}))).toEqual({ 9: 1 })
})

it('waits out a rate limit when it reads what is due', async () => {
  const [query] = dueQueries(30, { of: ['schedules'], list: 'ahead' })
  expect((await new QueryClient().fetchQuery(query as NonNullable<typeof query>)).dues).toHaveLength(1)
})
