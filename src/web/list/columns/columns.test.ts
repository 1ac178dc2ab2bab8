import { expect, it } from 'vitest'
import { type Column, columnValue } from './columns'

type Row = { id: string; company?: { name: string } | null }

it('a column reads its value out of a row, however deep', () => {
  const company = { accessorKey: 'company.name', header: '' } as Column<Row>
  expect(columnValue(company, { id: '1', company: { name: 'Bramley' } })).toBe('Bramley')
  expect(columnValue(company, { id: '1', company: null })).toBeUndefined()
  const made = { id: 'made', accessorFn: ({ id }: Row) => `number ${id}` }
  expect(columnValue(made as Column<Row>, { id: '1', company: null })).toBe('number 1')
})
