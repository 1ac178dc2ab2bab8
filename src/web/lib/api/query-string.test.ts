import { afterEach, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index'
import { browserContext, setContextProvider } from '../request-context'
import { requestPath } from './client'
import { addedParameters, queryString, reversedRange } from './query-string'

const inZone = (zone: string) => setContextProvider(() => ({ locale: 'en-GB', zone }))

describe('a query on its way to the server', () => {
  afterEach(() => setContextProvider(() => browserContext))

  it('has plain dates as the first and last millisecond of their days, which every server understands', () => {
    inZone('UTC')
    const query = { dateFrom: '2026-08-27', dateTo: '2026-11-24', limit: '1' }
    const sent = new URLSearchParams('dateFrom=2026-08-27T00:00:00.000Z&dateTo=2026-11-24T23:59:59.999Z&limit=1')
    expect(requestPath(contract.npsResponses.list, { query })).toBe(`/api/public/v1/surveys/nps/responses?${sent}`)
    expect(requestPath(contract.npsSurveys.analytics, { id: 'a', query })).toBe(
      `/api/public/v1/surveys/nps/a/analytics?${sent}`,
    )
  })

  it.each([
    ['Pacific/Auckland', '2026-11-24', '2026-11-24', '2026-11-23T11:00:00.000Z', '2026-11-24T10:59:59.999Z'],
    ['America/Los_Angeles', '2026-11-24', '2026-11-24', '2026-11-24T08:00:00.000Z', '2026-11-25T07:59:59.999Z'],
    ['Asia/Kolkata', '2026-11-24', '2026-11-24', '2026-11-23T18:30:00.000Z', '2026-11-24T18:29:59.999Z'],
    // Days of 23 and 25 hours.
    ['Europe/London', '2026-03-29', '2026-03-29', '2026-03-29T00:00:00.000Z', '2026-03-29T22:59:59.999Z'],
    ['Europe/London', '2026-10-25', '2026-10-25', '2026-10-24T23:00:00.000Z', '2026-10-25T23:59:59.999Z'],
    // Clocks that skip midnight, and that show it twice.
    ['Africa/Cairo', '2026-04-24', '2026-04-24', '2026-04-23T22:00:00.000Z', '2026-04-24T20:59:59.999Z'],
    ['America/Havana', '2026-11-01', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.999Z'],
    // The first and the last of all days.
    ['Pacific/Auckland', '0001-01-01', '9999-12-31', '0001-01-01T00:00:00.000Z', '9999-12-31T10:59:59.999Z'],
    ['America/Los_Angeles', '2026-11-24', '9999-12-31', '2026-11-24T08:00:00.000Z', '9999-12-31T23:59:59.999Z'],
  ])('has those of instants as they are in %s, from %s to %s', (zone, dateFrom, dateTo, first, last) => {
    inZone(zone)
    for (const endpoint of [contract.npsResponses.list, contract.responseCoverage.clients])
      expect(queryString(endpoint, { dateFrom, dateTo })).toBe(
        `${new URLSearchParams({ dateFrom: first, dateTo: last })}`,
      )
  })

  it('has the ends of warranties as the days that they name, wherever it is sent from', () => {
    inZone('Pacific/Auckland')
    expect(queryString(contract.devices.list, { warrantyAfter: '2026-11-24', warrantyBefore: '2026-11-24' })).toBe(
      `${new URLSearchParams({ warrantyAfter: '2026-11-24T00:00:00.000Z', warrantyBefore: '2026-11-24T23:59:59.999Z' })}`,
    )
  })

  it('is reversed if a day that begins it is after a moment of that day that ends it', () => {
    const query = { dateFrom: '2026-11-24', dateTo: '2026-11-24T05:00:00Z' }
    inZone('America/Los_Angeles')
    expect(reversedRange(contract.npsResponses.list, query)).toEqual({ from: 'dateFrom', to: 'dateTo' })
    inZone('Pacific/Auckland')
    expect(reversedRange(contract.npsResponses.list, query)).toBeNull()
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
