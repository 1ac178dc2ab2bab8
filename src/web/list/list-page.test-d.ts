import { describe, expectTypeOf, it } from 'vitest'
import type { automation } from '../../contract/automation'
import type { companies } from '../../contract/companies'
import type { FieldSpecs } from '../form/fields'
import { columnsOf } from './columns/columns'
import type { Filters } from './filters/filters'
import type { RowOf } from './list-page'

describe('a list page', () => {
  it('has one filter for every filter of its operation', () => {
    expectTypeOf<keyof Filters<typeof companies.list>>().toEqualTypeOf<'search' | 'status' | 'industry' | 'ids'>()
    // @ts-expect-error a filter that the page forgot
    const forgotten: Filters<typeof companies.list> = {
      search: { label: 'Name' },
      status: { label: 'Status' },
      ids: { label: 'IDs' },
    }
    const unknown: Filters<typeof companies.list> = {
      search: { label: 'Name' },
      status: { label: 'Status' },
      industry: { label: 'Industry' },
      ids: { label: 'IDs' },
      // @ts-expect-error a filter that the operation does not have
      colour: { label: 'Colour' },
    }
    expectTypeOf([forgotten, unknown]).toBeArray()
    expectTypeOf<keyof Filters<typeof automation.list>>().toEqualTypeOf<
      'search' | 'isActive' | 'triggerType' | 'entityType' | 'companyId'
    >()
  })

  it('has columns of fields that its rows have', () => {
    const column = columnsOf<RowOf<typeof companies.list>>()
    column.accessor('employeeCount', { header: 'Employees' })
    // @ts-expect-error a misspelt field
    column.accessor('employeesCount', { header: 'Employees' })
  })

  it('relies on nothing but the id of a row', () => {
    type Company = RowOf<typeof companies.list>
    expectTypeOf<Company['id']>().toEqualTypeOf<string>()
    expectTypeOf<Company['employeeCount']>().toEqualTypeOf<number | null | undefined>()
    expectTypeOf<Company['status']>().toEqualTypeOf<string | null | undefined>()
  })
})

describe('a form', () => {
  it('has one field for every field of its operation', () => {
    expectTypeOf<keyof FieldSpecs<typeof companies.update>>().toEqualTypeOf<
      'name' | 'domain' | 'status' | 'employeeCount' | 'industry' | 'website'
    >()
    // @ts-expect-error fields that the form forgot
    const forgotten: FieldSpecs<typeof companies.update> = { name: { label: 'Name' } }
    expectTypeOf(forgotten).toBeObject()
  })
})
