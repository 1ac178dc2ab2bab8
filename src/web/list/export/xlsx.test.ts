import { readXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import type { ExportTable } from './export-table'
import { xlsxOf } from './xlsx'

const { signal } = new AbortController()

const sheetOf = async (table: ExportTable) => {
  const file = await xlsxOf(table, 'Budgets', signal)
  const { sheets } = await readXlsx(new Uint8Array(await file.arrayBuffer()), { readStyles: true })
  if (!sheets[0]) throw new Error('The workbook has no sheet.')
  return sheets[0]
}

const table: ExportTable = {
  columns: [
    { header: 'Title', kind: 'text' },
    { header: 'Total', kind: 'number', isAmount: true },
    { header: 'Due', kind: 'day' },
    { header: 'Updated', kind: 'time' },
  ],
  rows: [
    ['=1+1', -1234.5, { local: '2026-09-30' }, { local: '2026-11-23 09:41:07' }],
    ['a\u0000<b>&"', 7, null, null],
  ],
}

describe('an Excel file', () => {
  it('has numbers as numbers, dates as dates, and text that is never a formula', async () => {
    const { name, rows, cells } = await sheetOf(table)
    expect(name).toBe('Budgets')
    expect(rows[0]).toEqual(['Title', 'Total', 'Due', 'Updated'])
    expect(rows[1]).toEqual(['=1+1', -1234.5, new Date('2026-09-30'), new Date('2026-11-23T09:41:07Z')])
    expect(rows[2]?.slice(0, 2)).toEqual(['a<b>&"', 7])
    expect(cells?.get('1,0')?.formula).toBeUndefined()
    expect(cells?.get('1,1')?.style?.numFmt).toBe('#,##0.00#')
    expect(cells?.get('1,3')?.style?.numFmt).toBe('yyyy-mm-dd hh:mm:ss')
  })

  it('has dates that Excel does not know as text', async () => {
    const days = ['0001-01-01', '1899-12-31', '1900-01-01', '9999-12-31', '10000-01-01']
    const times = ['1899-12-31 23:59:59', '1900-01-01 00:00:00', '10000-01-01 13:59:59']
    const { rows } = await sheetOf({
      columns: [{ header: 'Due', kind: 'time' }],
      rows: [...days, ...times].map((local) => [{ local }]),
    })
    expect(rows.slice(1).map(([value]) => (value instanceof Date ? value.toISOString() : value))).toEqual([
      ...['0001-01-01', '1899-12-31', '1900-01-01T00:00:00.000Z', '9999-12-31T00:00:00.000Z', '10000-01-01'],
      ...['1899-12-31 23:59:59', '1900-01-01T00:00:00.000Z', '10000-01-01 13:59:59'],
    ])
  })

  it('has texts as they are, or cut by whole characters to what a cell holds', async () => {
    const texts = ['_x000D_ and _x0041_', `${'a'.repeat(32_765)}😀😀`]
    const { rows } = await sheetOf({ columns: [{ header: 'Text', kind: 'text' }], rows: texts.map((text) => [text]) })
    expect(rows.slice(1).map(([text]) => text)).toEqual([texts[0], `${'a'.repeat(32_765)}…`])
  })

  it('has a head that stays in view, and columns as wide as what is in them', async () => {
    const { freezePane, columns } = await sheetOf(table)
    expect(freezePane?.rows).toBe(1)
    expect(columns?.[3]?.width).toBeGreaterThan(18)
  })

  it('stops when it is cancelled', async () => {
    await expect(xlsxOf(table, 'Budgets', AbortSignal.abort(new Error('Cancelled')))).rejects.toThrow('Cancelled')
  })
})
