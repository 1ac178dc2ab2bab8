import { describe, expect, it } from 'vitest'
import { clampWidth, readColumnState, writeColumnState } from './column-state'
import { moveId } from './move-column'

const columns = ['name', 'status', 'company_name', 'created']
const usual = readColumnState('', columns)
const read = (value: object) => readColumnState(JSON.stringify(value), columns)

describe('stored column state', () => {
  it('is the usual one until someone changes it, and then takes no room', () => {
    expect(usual.columnPinning).toEqual({ start: ['name'], end: [] })
    expect(writeColumnState(usual, columns)).toBe('')
    expect(writeColumnState({ ...usual, columnVisibility: { status: true } }, columns)).toBe('')
  })

  it('comes back as it was stored', () => {
    const state = {
      columnOrder: ['status', 'created', 'company_name'],
      columnVisibility: { company_name: false },
      // Pinned columns keep their own order, not that of columnOrder.
      columnPinning: { start: ['name', 'created', 'status'], end: [] },
      columnSizing: { status: 120 },
    }
    expect(readColumnState(writeColumnState(state, columns), columns)).toEqual(state)
  })

  it('hides extra columns until someone shows them', () => {
    const hidden = readColumnState('', columns, ['created'])
    expect(hidden.columnVisibility).toEqual({ created: false })
    expect(writeColumnState(hidden, columns, ['created'])).toBe('')
    const shown = { ...hidden, columnVisibility: { created: true, status: false } }
    const stored = writeColumnState(shown, columns, ['created'])
    expect(readColumnState(stored, columns, ['created'])).toEqual(shown)
    // Stored before there was such a column.
    expect(readColumnState(writeColumnState(usual, columns), columns, ['created'])).toEqual(hidden)
  })

  it('reads what earlier versions stored', () => {
    const older = { order: ['created', 'status'], hidden: ['company_name'], pinned: ['status', 'created'] }
    expect(read({ ...older, widths: { name: 320 } })).toEqual({
      columnOrder: ['created', 'status'],
      columnVisibility: { company_name: false },
      columnPinning: { start: ['name', 'created', 'status'], end: [] },
      columnSizing: { name: 320 },
    })
    const unordered = { order: [], hidden: [], pinned: ['created', 'company_name'], widths: {} }
    expect(read(unordered).columnPinning.start).toEqual(['name', 'company_name', 'created'])
  })

  it('forgets pinned columns that are gone', () => {
    expect(
      read({ ...usual, columnPinning: { start: ['name', 'gone', 'created'], end: [] } }).columnPinning.start,
    ).toEqual(['name', 'created'])
  })

  it.each(['', '{', '7', 'null', '[]', '{"columnOrder":"x"}', '{"widths":{"name":"wide"}}'])('survives %j', (text) => {
    expect(readColumnState(text, columns)).toEqual(usual)
  })
})

it('moves an ID to the place of another, and nowhere if there is none', () => {
  expect(moveId(columns, 'created', 'company_name')).toEqual(['name', 'status', 'created', 'company_name'])
  expect(moveId(columns, 'name', 'company_name')).toEqual(['status', 'company_name', 'name', 'created'])
  expect(moveId(columns, 'created', '')).toEqual(columns)
  expect(moveId(columns, 'created', 'gone')).toEqual(columns)
  expect(moveId(columns, 'gone', 'created')).toEqual(columns)
})

it('keeps widths within reason', () => {
  expect([clampWidth(1), clampWidth(200.4), clampWidth(9999)]).toEqual([64, 200, 640])
})
