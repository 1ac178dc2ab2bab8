import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contract } from '../../contract/index'
import type { Endpoint } from '../../contract/kit'
import { makeSample } from '../demo/make'
import { askable, engines } from '../testing'
import { lists } from './model'

describe.each(engines)('Ten thousand hostile requests on $engine', ({ open }) => {
  it('are all answered with less than 500, and tell nothing of the inside', { timeout: 240_000 }, async () => {
    const database = await open()
    const { ask } = await askable(database)
    await makeSample(database, { scale: 0.02, now: new Date('2026-11-21T05:00:00.000Z') })
    const endpoints = Object.values(contract).flatMap((resource) => Object.values<Endpoint>(resource))
    const ids = new Map<string, string>()
    for (const { list } of lists) ids.set(list.path, (await ask(`${list.path}?limit=1`)).json.data[0]?.id)
    const before = JSON.stringify(
      await Promise.all(
        ['/companies', '/budgets', '/automation'].map(async (path) => (await ask(`${path}?limit=50`)).json.data),
      ),
    )

    const nasty = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constantFrom(
        "'",
        '"; drop table companies; --',
        '%00',
        '\0',
        '../../etc/passwd',
        '%',
        '_',
        '\\',
        '{{7*7}}',
        '<script>',
        '٣',
        '1e999',
        '-0',
        'NaN',
        '𝟘',
        '__proto__',
        '\ud800',
        '9'.repeat(400),
      ),
    )
    const query = fc.array(
      fc.tuple(
        fc.oneof(
          nasty,
          fc.constantFrom(
            'page',
            'limit',
            'search',
            'status',
            'companyId',
            'dateFrom',
            'dateTo',
            'sortColumn',
            'orderBy',
          ),
        ),
        nasty,
      ),
      { maxLength: 3 },
    )
    const request = fc.record({
      endpoint: fc.constantFrom(...endpoints),
      id: fc.oneof(nasty, fc.constant('real')),
      query,
      body: fc.oneof(
        fc.json(),
        fc
          .dictionary(fc.oneof(nasty, fc.constantFrom('nmae', 'nme', 'isActve')), fc.jsonValue())
          .map((value) => JSON.stringify(value)),
        nasty,
      ),
    })
    let sent = 0
    for (const { endpoint, id, query: pairs, body } of fc.sample(request, { numRuns: 10_000, seed: 20261121 })) {
      const listPath = endpoint.path.split('/:')[0] ?? ''
      const path = endpoint.path.replace(
        ':id',
        id === 'real' ? (ids.get(listPath) ?? 'none') : encodeURIComponent(id.toWellFormed()),
      )
      const search = new URLSearchParams(
        pairs.map(([name, value]) => [name.toWellFormed(), value.toWellFormed()]),
      ).toString()
      const { status, text } = await ask(`${path}${search && `?${search}`}`, {
        method: endpoint.method,
        ...(endpoint.method !== 'GET' && { body }),
      })
      sent += 1
      if (
        status >= 500 ||
        /node_modules|\.ts:\d|select .* from|syntax error at|at Object\./i.test(status >= 400 ? text : '')
      )
        throw new Error(`${endpoint.method} ${path}?${search} ${body} answered ${status}: ${text}`)
    }
    expect(sent).toBe(10_000)
    const after = JSON.stringify(
      await Promise.all(
        ['/companies', '/budgets', '/automation'].map(async (path) => (await ask(`${path}?limit=50`)).json.data),
      ),
    )
    expect(after).toBe(before)
    await database.close()
  })
})
