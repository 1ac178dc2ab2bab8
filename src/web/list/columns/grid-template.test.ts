import { describe, expect, it } from 'vitest'
import { companies } from '../../../contract/companies'
import type { Column } from './columns'
import { gridTemplate } from './grid-template'

type Row = { id: string }
const columns = [
  { accessorKey: 'name', header: 'Name' },
  { accessorKey: 'employeeCount', header: 'Employees', meta: { align: 'end', holds: 'number' } },
  { accessorKey: 'createdAt', header: 'Created', meta: { holds: 'day', width: 7 } },
] as Column<Row>[]
const of = (columnSizing: Record<string, number> = {}, pinned: string[] = []) =>
  gridTemplate(companies.list, columns, { columnSizing, columnPinning: { start: ['name', ...pinned], end: [] } })

describe('the grid template of a table', () => {
  it('shares spare room in proportion to the widths, which are never narrower than a head', () => {
    expect(of()).toEqual({
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

  it('says where a pinned column begins', () => {
    expect(of({ name: 320 }, ['createdAt'])).toMatchObject({
      '--at-createdAt': 'calc(3rem + 320px + 5.5rem)',
    })
  })
})
