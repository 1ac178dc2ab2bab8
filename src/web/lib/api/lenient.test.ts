import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { automation } from '../../../contract/automation'
import { companies } from '../../../contract/companies'
import { lenient } from './lenient'

const id = '5b0e6c1a-93d7-4f0e-8a42-7c19e0d4b6f3'

describe('lenient', () => {
  it('keeps what is as the contract says', () => {
    const company = { id, name: 'A', domain: null, status: 'active', employeeCount: 1.5, industry: '', website: null }
    const { createdAt, updatedAt, ...read } = lenient(companies.get.response.shape.data, company) as Record<
      string,
      unknown
    >
    expect(read).toEqual(company)
    expect([createdAt, updatedAt]).toEqual([null, null])
  })

  it('keeps a word that the contract does not list', () => {
    expect(lenient(companies.get.response, { data: { id, status: 'dormant' } })).toMatchObject({
      data: { status: 'dormant' },
    })
  })

  it('makes null of a value of the wrong kind', () => {
    const data = { id, name: 7, domain: {}, employeeCount: '12', industry: ['x'], website: true }
    expect(lenient(companies.get.response, { data })).toMatchObject({
      data: { id, name: null, domain: null, employeeCount: null, industry: null, website: null },
    })
  })

  it('leaves out rows without an id, and lists that are none', () => {
    const answer = (data: unknown) => lenient(companies.list.response, { data, pagination: {} })
    expect(answer([{ id, name: 'A' }, { name: 'B' }, null, 'x'])).toMatchObject({ data: [{ id }] })
    expect(answer('rows')).toMatchObject({ data: null })
    expect(lenient(companies.list.response, [])).toBeNull()
  })

  it('follows a tree of conditions down to its leaves', () => {
    const leaf = { id: 'c', field: 'a.b', operator: 'in', value: [1, null, { deep: true }] }
    const group = {
      id: 'g',
      conditions: [leaf, 7],
      groups: [{ id: 'h', logic: 'XOR', conditions: [leaf], groups: null }],
    }
    expect(lenient(automation.get.response, { data: { id, conditions: [group] } })).toMatchObject({
      data: { conditions: [{ conditions: [leaf], groups: [{ logic: 'XOR', conditions: [leaf], groups: null }] }] },
    })
  })

  it('never throws and never lets through what is not of the schema, whatever it is given', () => {
    const schema = z.object({ id: z.string(), n: z.nullable(z.number()), list: z.array(z.boolean()) })
    for (const value of [
      undefined,
      null,
      0,
      '',
      [],
      {},
      Number.NaN,
      { id: 1 },
      { id: 'a', n: Number.POSITIVE_INFINITY, list: {} },
    ])
      expect([null, { id: 'a', n: null, list: null }]).toContainEqual(lenient(schema, value))
  })
})
