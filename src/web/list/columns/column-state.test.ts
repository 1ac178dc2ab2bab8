import { describe, expect, it } from 'vitest'
import { clampWidth, moveColumn, orderColumns, parseColumnState } from './column-state'
import { type Column, columnId, columnValue } from './columns'

type Row = { id: string; company?: { name: string } | null }
const columns = ['name', 'status', 'company.name', 'created'].map(
  (accessorKey) => ({ accessorKey, header: '' }) as Column<Row>,
)
const none = parseColumnState('')
const names = (columnState = none) => orderColumns(columns, columnState).map(columnId)

describe('the arrangement of columns', () => {
  it('is that of the page until somebody changes it', () => {
    expect(names()).toEqual(['name', 'status', 'company_name', 'created'])
  })

  it('moves a column one place, and never before the first', () => {
    const up = moveColumn(columns, none, 'created', -1)
    expect(names(up)).toEqual(['name', 'status', 'created', 'company_name'])
    expect(names(moveColumn(columns, moveColumn(columns, up, 'created', -1), 'created', -1))).toEqual([
      'name',
      'created',
      'status',
      'company_name',
    ])
    expect(names(moveColumn(columns, none, 'created', 1))).toEqual(names())
  })

  it('keeps pinned columns behind the first, in an order of their own', () => {
    const pinned = { ...none, pinned: ['created', 'company_name'] }
    expect(names(pinned)).toEqual(['name', 'company_name', 'created', 'status'])
    expect(names(moveColumn(columns, pinned, 'created', -1))).toEqual(['name', 'created', 'company_name', 'status'])
    expect(names(moveColumn(columns, pinned, 'created', 1))).toEqual(names(pinned))
  })

  it('forgets columns that are gone and places new ones', () => {
    expect(names({ ...none, order: ['gone', 'created', 'status'] })).toHaveLength(4)
  })

  it.each(['', '{', '7', 'null', '[]', '{"order":"x"}', '{"widths":{"name":"wide"}}'])(
    'survives %j in the storage',
    (kept) => {
      expect(names(parseColumnState(kept))).toEqual(names())
    },
  )

  it('keeps widths within reason', () => {
    expect([clampWidth(1), clampWidth(200.4), clampWidth(9999)]).toEqual([64, 200, 640])
  })
})

it('a column reads its value out of a row, however deep', () => {
  const [, , company] = columns
  expect(columnValue(company as Column<Row>, { id: '1', company: { name: 'Bramley' } })).toBe('Bramley')
  expect(columnValue(company as Column<Row>, { id: '1', company: null })).toBeUndefined()
  const made = { id: 'made', accessorFn: ({ id }: Row) => `number ${id}` }
  expect(columnValue(made as Column<Row>, { id: '1', company: null })).toBe('number 1')
})
