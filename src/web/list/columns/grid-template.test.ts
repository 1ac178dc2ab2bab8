import { describe, expect, it } from 'vitest'
import { companies } from '../../../contract/companies'
import { parseColumnState } from './column-state'
import type { Column } from './columns'
import { gridTemplate } from './grid-template'

type Row = { id: string }
const columns = [
  { accessorKey: 'name', header: 'Name' },
  { accessorKey: 'employeeCount', header: 'Employees', meta: { align: 'end', holds: 'number' } },
  { accessorKey: 'createdAt', header: 'Created', meta: { holds: 'day', width: 7 } },
] as Column<Row>[]
const none = parseColumnState('')
const of = (changes = {}) => gridTemplate(companies.list, columns, { ...none, ...changes })

describe('the tracks of a table', () => {
  it('share the room that is left by their widths, and are never narrower than a head', () => {
    expect(of()).toEqual({
      '--tracks': 'minmax(15rem, 15fr) minmax(5.5rem, 5.5fr) minmax(7rem, 7fr)',
      '--least': 'calc(3rem + 15rem + 5.5rem + 7rem)',
    })
  })

  it('are as wide as somebody made them, and no wider', () => {
    expect(of({ widths: { name: 320 } })).toMatchObject({
      '--tracks': '320px minmax(5.5rem, 5.5fr) minmax(7rem, 7fr)',
      '--least': 'calc(3rem + 320px + 5.5rem + 7rem)',
    })
  })

  it('tell where a pinned column begins', () => {
    expect(of({ pinned: ['createdAt'], widths: { name: 320 } })).toMatchObject({
      '--at-createdAt': 'calc(3rem + 320px + 5.5rem)',
    })
  })
})
