import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { columnsOf } from '../columns/columns'

type Row = {
  id: string
  status: string
  seen: string | null
  made: string
  due: string
  tags: string[]
  owner: object | null
  spent: number
  total: number
  currency: string
}

const column = columnsOf<Row>()
const columns = column.columns([
  column.accessor('status', { header: 'Status', meta: { names: { on: 'On' } } }),
  column.accessor('seen', { header: 'Seen', meta: { holds: 'time' } }),
  column.accessor('made', { header: 'Made', meta: { holds: 'localDay' } }),
  column.accessor('due', { header: 'Due', meta: { holds: 'day' } }),
  column.accessor('tags', { header: 'Tags' }),
  column.accessor('owner', { header: 'Owner' }),
  column.accessor('spent', { header: 'Time spent', meta: { holds: 'number', exportUnit: 'seconds' } }),
  column.accessor('total', {
    header: 'Total',
    meta: { holds: 'number', isAmount: true, beside: [column.accessor('currency', { header: 'Currency' })] },
  }),
])

const row: Row = {
  id: '1',
  status: 'on',
  seen: '2026-07-01T23:30:00.000Z',
  made: '2026-07-01T00:00:00.000Z',
  due: '2026-07-01T02:00:00.000Z',
  tags: ['vip', 'slow'],
  owner: { name: 'Bramley' },
  spent: 739,
  total: 12.5,
  currency: 'GBP',
}

describe('a table for export', () => {
  const zone = process.env.TZ
  let exportTable: typeof import('./export-table').exportTable
  let withDates: typeof import('./export-table').withDates
  let withParts: typeof import('./export-table').withParts
  beforeEach(async () => {
    process.env.TZ = 'America/New_York'
    // Formatters are cached for the time zone of their first use, which may be in another test file.
    vi.resetModules()
    const module = await import('./export-table')
    exportTable = module.exportTable
    withDates = module.withDates
    withParts = module.withParts
  })
  afterEach(() => {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
    vi.resetModules()
  })
  const signal = new AbortController().signal
  const exported = (dates: 'local' | 'iso', change: Partial<Row> = {}) =>
    exportTable(columns, [{ ...row, ...change }], dates, { signal })

  it('has the columns, their companions and the ID', async () => {
    const { columns } = await exported('local')
    expect(columns.map(({ header }) => header).join()).toBe(
      'Status,Seen,Made,Due,Tags,Owner,Time spent (seconds),Total,Currency,ID',
    )
    expect(columns[7]).toEqual({ header: 'Total', kind: 'number', isAmount: true })
  })

  it('has days as days, and instants in the time zone of the user', async () => {
    const { rows } = await exported('local')
    expect(rows[0]).toEqual([
      'On',
      { local: '2026-07-01 19:30:00' },
      { local: '2026-06-30' },
      { local: '2026-07-01' },
      'vip; slow',
      'Bramley',
      739,
      12.5,
      'GBP',
      '1',
    ])
  })

  it('has years of four digits, and of five where the time zone leads there', async () => {
    const of = async (instant: string) =>
      (await exported('local', { seen: instant, made: instant })).rows[0]?.slice(1, 3)
    expect(await of('0050-07-01T12:00:00.000Z')).toEqual([{ local: '0050-07-01 07:03:58' }, { local: '0050-07-01' }])
    process.env.TZ = 'Pacific/Kiritimati'
    vi.resetModules()
    ;({ exportTable } = await import('./export-table'))
    const end = '9999-12-31T23:59:59.999Z'
    expect(await of(end)).toEqual([{ local: '10000-01-01 13:59:59' }, { local: '10000-01-01' }])
  })

  it('has instants as the API does if ISO 8601 is chosen', async () => {
    const { rows } = await exported('iso')
    expect(rows[0]?.slice(1, 4)).toEqual([row.seen, row.made, { local: '2026-07-01' }])
  })

  it('has objects without a name as JSON', async () => {
    const { rows } = await exported('local', { owner: { enabled: true } })
    expect(rows[0]?.[5]).toBe('{"enabled":true}')
  })

  it('leaves what is missing empty and what is no date as it is', async () => {
    const { rows } = await exported('local', { seen: null, due: 'soon', owner: null })
    expect(rows[0]?.slice(1, 6)).toEqual([null, { local: '2026-06-30' }, 'soon', 'vip; slow', null])
  })

  it('of figures has its dates in the same way', () => {
    const table = {
      columns: [
        { header: 'Due', kind: 'day' as const },
        { header: 'Last login', kind: 'localDay' as const },
      ],
      rows: [
        [row.due, row.made],
        [null, null],
      ],
    }
    expect(withDates(table, 'local').rows).toEqual([
      [{ local: '2026-07-01' }, { local: '2026-06-30' }],
      [null, null],
    ])
    expect(withDates(table, 'iso').rows[0]).toEqual([{ local: '2026-07-01' }, row.made])
  })

  it('of a part says so in its last row', () => {
    const columns = ['Client', 'People'].map((header) => ({ header, kind: 'text' as const }))
    const table = { columns, rows: [['Oak', 4]] }
    expect(withParts(table, ['the first 1 of 2.']).rows).toEqual([
      ['Oak', 4],
      ['Incomplete: the first 1 of 2.', null],
    ])
    expect(withParts(table, []).rows).toEqual(table.rows)
  })
})
