import { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { setTransport } from '../../lib/api/client'
import { forgetMissing } from '../../lib/api/missing-operations'
import { withBase } from '../../lib/base-path'
import { dayFrom } from '../../ui/format/days-from-today'
import type { Kind } from './due'
import { dueQueries } from './queries'

/** 2,500 of each that are past, newest first, and 33 ahead. */
const aheadDays = [3, 10, 20, ...Array.from({ length: 30 }, (_, at) => 30 + at)]
const rows = [...Array.from({ length: 2500 }, (_, at) => -1 - (at % 80)), ...aheadDays].map((day, at) => {
  const date = `${dayFrom(day)}T00:00:00.000Z`
  return { id: String(at), name: `day ${day}`, title: `day ${day}`, dueDate: date, warrantyEnd: date }
})

/** A server that has no date filters, or all of them. */
const serve = (hasFilters: boolean) =>
  setTransport(async (path) => {
    const { pathname, searchParams: sent } = new URL(path, 'http://server')
    if (pathname.endsWith('/me'))
      return hasFilters
        ? Response.json({ data: { id: 'a', scopes: ['devices:read'] } })
        : new Response('Not found', { status: 404 })
    const [from, to] = ['After', 'Before'].map((end) => sent.get(`warranty${end}`) ?? sent.get(`due${end}`))
    const isByDate = ['warranty_end', 'due_date'].includes(sent.get('sortBy') ?? sent.get('sortColumn') ?? '')
    const sign = sent.get('sortDesc') === 'true' ? -1 : 1
    const found = rows.filter(({ dueDate }) => (!from || dueDate >= from) && (!to || dueDate.slice(0, 10) <= to))
    if (isByDate) found.sort((a, b) => sign * a.dueDate.localeCompare(b.dueDate))
    const start = (Number(sent.get('page')) - 1) * 100
    return Response.json({ data: found.slice(start, start + 100), pagination: { totalCount: found.length } })
  })

beforeEach(forgetMissing)
afterAll(() => {
  setTransport((path, init) => fetch(withBase(path), init))
  forgetMissing()
})

const outlineOf = async (kind: Kind) => {
  const [query] = dueQueries(90, { of: [kind], list: 'past' })
  return new QueryClient().fetchQuery(query as NonNullable<typeof query>)
}

it.each([
  ['warranties', true],
  ['goals', true],
  ['goals', false],
] as const)('shows all %s that are ahead, however many are past', async (kind, hasFilters) => {
  serve(hasFilters)
  const { outline, dues } = await outlineOf(kind)
  expect(outline.next.map(({ day }) => day)).toEqual([3, 10, 20, 30, 31, 32])
  expect(outline).toMatchObject({ ahead: 33, soon: 1, past: 2000, whole: { ahead: true, soon: true, past: false } })
  // Of the past those nearest to today.
  expect(Math.min(...dues.map(({ day }) => day))).toBeGreaterThan(-70)
})

it.each([
  [true, { past: 2500, whole: { past: true } }],
  [false, { past: 2000, whole: { past: false } }],
])('counts what is past without reading it, where the server can: %s', async (hasFilters, expected) => {
  serve(hasFilters)
  const [query] = dueQueries(90, { of: ['goals'] })
  const { outline, dues } = await new QueryClient().fetchQuery(query as NonNullable<typeof query>)
  expect(outline).toMatchObject({ ahead: 33, ...expected })
  expect(dues).toEqual([])
})

it('gives the first of what is ahead, and counts all of it by company', async () => {
  serve(true)
  const [query] = dueQueries(90, { of: ['goals'], list: 'first' })
  const { outline, dues, clients } = await new QueryClient().fetchQuery(query as NonNullable<typeof query>)
  expect(outline.ahead).toBe(33)
  expect(dues.map(({ day }) => day).slice(0, 4)).toEqual([3, 10, 20, 30])
  expect(dues).toHaveLength(20)
  expect(clients).toEqual([{ companyId: null, companyName: null, count: 33, day: 3 }])
})
