import { describe, expect, it } from 'vitest'
import { companies } from '../../../contract/companies'
import type { Column } from './columns'
import { gridTemplate } from './grid-template'

type Row = { id: string }
const columns = [
  { accessorKey: 'name', header: 'Name' },
  { accessorKey: 'employeeCount', header: 'Employees', meta: { holds: 'number' } },
  { accessorKey: 'createdAt', header: 'Created', meta: { holds: 'day', width: 7 } },
] as Column<Row>[]
const of = (columnSizing: Record<string, number> = {}) => gridTemplate(companies.list, columns, columnSizing)

describe('the grid template of a table', () => {
  it('shares spare room in proportion to the widths, which are never narrower than a head', () => {
    expect(of()).toMatchObject({
      '--tracks': 'minmax(15rem, 15fr) minmax(5.5rem, 5.5fr) minmax(7rem, 7fr)',
      '--least': 'calc(3rem + 15rem + 5.5rem + 7rem)',
    })
  })

  it('gives a resized column exactly its width', () => {
    expect(of({ name: 320 })).toMatchObject({
      '--tracks': '320px minmax(5.5rem, 5.5fr) minmax(7rem, 7fr)',
      '--least': 'calc(3rem + 320px + 5.5rem + 7rem)',
    })
  })

  it('says where each column begins and the last one ends', () => {
    expect(of({ name: 320 })).toMatchObject({
      '--at-0': 'calc(3rem)',
      '--at-1': 'calc(3rem + 320px)',
      '--at-2': 'calc(3rem + 320px + 5.5rem)',
      '--at-3': 'calc(3rem + 320px + 5.5rem + 7rem)',
    })
  })
})
