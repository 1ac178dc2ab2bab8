import { describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index'
import { requestPath } from './client'
import { addedParameters } from './query-string'

describe('a query on its way to the server', () => {
  it('has plain dates as the first and last millisecond of their days, which every server understands', () => {
    const query = { dateFrom: '2026-08-27', dateTo: '2026-11-24', limit: '1' }
    const sent = new URLSearchParams('dateFrom=2026-08-27T00:00:00.000Z&dateTo=2026-11-24T23:59:59.999Z&limit=1')
    expect(requestPath(contract.npsResponses.list, { query })).toBe(`/api/public/v1/surveys/nps/responses?${sent}`)
    expect(requestPath(contract.npsSurveys.analytics, { id: 'a', query })).toBe(
      `/api/public/v1/surveys/nps/a/analytics?${sent}`,
    )
  })

  it('has date-times, and text that looks like a date, as they are', () => {
    const query = { dateFrom: '2026-08-27T10:00:00+02:00', search: '2026-08-27' }
    expect(requestPath(contract.npsResponses.list, { query })).toBe(
      `/api/public/v1/surveys/nps/responses?${new URLSearchParams(query)}`,
    )
  })

  it('has parameters that only our own server knows', () => {
    const query = { search: 'a', companyId: 'b', limit: '1' }
    expect(addedParameters(contract.automation.list, query)).toEqual(['companyId'])
    expect(addedParameters(contract.companies.list, query)).toEqual(['search'])
    expect(addedParameters(contract.devices.list, { warrantyBefore: '2026-01-01' })).toEqual(['warrantyBefore'])
    expect(addedParameters(contract.devices.list, { sortBy: 'warranty_end', sortDesc: 'true' })).toEqual(['sortBy'])
    expect(addedParameters(contract.devices.list, { sortBy: 'name' })).toEqual([])
  })
})
