import { describe, expect, it } from 'vitest'
import { budgetHistory } from '../../domain/budgets/budget-history'
import { changesOf, type HistoryFields } from './changes'

const said = (
  before: unknown,
  after: unknown,
  fields: HistoryFields = budgetHistory,
  currency: string | null = 'EUR',
) =>
  changesOf([{ id: 'a', before, after }], fields, currency)
    .flat()
    .map((change) => ('note' in change ? [change.what, change.note] : [change.what, change.was, change.is]))

const firewall = {
  id: '9d2c8a4e-7c1b-4f0e-8f57-0d8f5f1f2a11',
  description: 'Firewall',
  quantity: 1,
  unitPrice: 100,
  termMonths: 12,
  annualisedCost: 100,
  currency: 'EUR',
  notes: null,
  category: { id: 'hardware', name: 'Hardware' },
  updatedAt: '2026-11-23T10:00:00.000Z',
}

describe('the history of a record', () => {
  it('writes totals as money, each in the currency of its time', () => {
    expect(
      said(
        { currency: 'EUR', totals: { softwareTotal: 1200.5, hardwareTotal: 0, grandTotal: 1200.5 }, updatedAt: 'a' },
        { currency: 'JPY', totals: { softwareTotal: 0, hardwareTotal: 0, grandTotal: 0 }, updatedAt: 'b' },
      ),
    ).toEqual([
      ['Currency', 'EUR', 'JPY'],
      ['Totals: software', '€1,200.50', 'JP¥0'],
      ['Totals: grand total', '€1,200.50', 'JP¥0'],
    ])
  })

  it('follows the currency back through earlier events', () => {
    const total = (grandTotal: number) => ({ totals: { grandTotal } })
    const changes = changesOf(
      [
        { id: 'c', before: total(3), after: total(4) },
        { id: 'b', before: { currency: 'EUR' }, after: { currency: 'GBP' } },
        { id: 'a', before: total(1), after: total(2) },
      ],
      budgetHistory,
      'GBP',
    )
    expect(changes[0]).toEqual([{ what: 'Totals: grand total', was: '£3.00', is: '£4.00' }])
    expect(changes[2]).toEqual([{ what: 'Totals: grand total', was: '€1.00', is: '€2.00' }])
  })

  it('names line items, with what changed in them', () => {
    const dearer = { ...firewall, unitPrice: 120, annualisedCost: 120, updatedAt: '2026-11-24T10:00:00.000Z' }
    const cabling = {
      id: 'b',
      description: 'Cabling',
      quantity: 2,
      unitPrice: 0.125,
      annualisedCost: 80,
      currency: 'USD',
    }
    expect(
      said({ lineItems: [firewall], lineItemCount: 1 }, { lineItems: [dearer, cabling], lineItemCount: 2 }),
    ).toEqual([
      ['Line item “Firewall”: unit price', '€100.00', '€120.00'],
      ['Line item “Firewall”: annual cost', '€100.00', '€120.00'],
      ['Line item “Cabling”', 'added: quantity 2, unit price US$0.125, annual cost US$80.00'],
      ['Number of line items', '1', '2'],
    ])
    expect(said({ lineItems: [firewall, cabling] }, { lineItems: [cabling, firewall] })).toEqual([
      ['Line items', 'order changed'],
    ])
    expect(said({ lineItems: [{ id: 'x' }] }, { lineItems: null })).toEqual([['Line item 1', 'removed']])
  })

  it('writes enum values, references, dates, tags, empty values and years in words', () => {
    expect(
      said(
        {
          status: 'PendingApproval',
          fiscalYear: 2026,
          notes: null,
          company: { id: 'a', name: 'Acme' },
          dueDate: '2026-11-23',
          tags: ['urgent', 'office'],
          isActive: true,
        },
        {
          status: 'Approved',
          fiscalYear: 2027,
          notes: 'Ask first.',
          company: { id: 'b', name: 'Bolt' },
          dueDate: '2026-12-01',
          tags: ['office', 'renewal'],
          isActive: false,
        },
      ),
    ).toEqual([
      ['Status', 'Pending approval', 'Approved'],
      ['Fiscal year', '2026', '2027'],
      ['Notes', 'empty', 'Ask first.'],
      ['Company', 'Acme', 'Bolt'],
      ['Due date', '23 Nov 2026', '1 Dec 2026'],
      ['Tags', 'added renewal; removed urgent'],
      ['Is active', 'yes', 'no'],
    ])
  })

  it.each([
    [null, null],
    ['text', [1]],
    [{}, { version: 3 }],
    [{ lines: [{ id: '1' }] }, { lines: [{ id: '1', notes: null }] }],
  ])('has no changes in %j and %j', (before, after) => {
    expect(said(before, after)).toEqual([])
  })

  it('describes unknown shapes in words, never as JSON', () => {
    const ids = ['9d2c8a4e-7c1b-4f0e-8f57-0d8f5f1f2a11', '9d2c8a4e-7c1b-4f0e-8f57-0d8f5f1f2a12']
    const deep = (value: number) => ({ a: { b: { c: { d: { e: { f: value } } } } } })
    const conditions = (value: unknown) => [{ id: 'g', logic: 'AND', conditions: [{ field: 'status', value }] }]
    const texts = said(
      { deep: deep(1), settings: null, value: 5, lists: [[1]], companyIds: ids.slice(1), conditions: conditions('a') },
      {
        deep: deep(2),
        settings: { dailyLimit: 0.12345 },
        value: { x: 1 },
        lists: [[2]],
        companyIds: ids,
        conditions: conditions(['b']),
      },
      {},
    )
    expect(texts).toEqual([
      ['Deep: a: b: c: d', 'changed'],
      ['Settings: daily limit', 'empty', '0.12345'],
      ['Value', 'changed'],
      ['Lists: entry 1', 'added 2; removed 1'],
      ['Company ids', '1 added'],
      ['Conditions: entry 1: conditions: entry 1: value', 'changed'],
    ])
  })
})
