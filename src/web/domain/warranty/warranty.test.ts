import { afterEach, describe, expect, it } from 'vitest'
import { browserContext, setContextProvider } from '../../lib/request-context'
import { dayFrom } from '../../ui/format/days-from-today'
import { endingIn } from './in-use'
import { warrantyDistance, warrantyEnd, warrantyState } from './warranty'

const now = new Date(2026, 10, 23, 9, 41)
const on = (day: string) => ({ warrantyEnd: `${day}T00:00:00.000Z` })

afterEach(() => setContextProvider(() => browserContext))

describe('the end of a warranty', () => {
  it('is the earlier one of two that disagree, whichever field says it', () => {
    expect(warrantyEnd({ warrantyEnd: '2026-11-03', warrantyExpires: '2027-11-03' })).toBe('2026-11-03')
    expect(warrantyEnd({ warrantyEnd: '2027-11-03', warrantyExpires: '2026-11-03' })).toBe('2026-11-03')
  })

  it('is the one that is given where the other is not, or is no date', () => {
    expect(warrantyEnd({ warrantyEnd: null, warrantyExpires: '2027-11-03' })).toBe('2027-11-03')
    expect(warrantyEnd({ warrantyEnd: 'lifetime', warrantyExpires: '2027-11-03' })).toBe('2027-11-03')
    expect(warrantyEnd({ warrantyStart: '2021-11-03' })).toBeNull()
  })
})

describe('the state of a warranty', () => {
  it.each([
    ['2026-11-03', 'bad', 'Ended 3 Nov 2026', 'Ended 20 days ago'],
    ['2026-11-22', 'bad', 'Ended 22 Nov 2026', 'Ended 1 day ago'],
    ['2026-11-23', 'attention', 'Ends 23 Nov 2026', 'Ends today'],
    ['2026-11-24', 'attention', 'Ends 24 Nov 2026', 'Ends tomorrow'],
    ['2027-02-20', 'attention', 'Ends 20 Feb 2027', 'Ends in 89 days'],
    ['2027-02-21', 'good', 'Until 21 Feb 2027', 'Valid, ends in 90 days'],
  ])('that ends on %s is %s: %s', (day, tone, word, since) => {
    expect(warrantyState(on(day), now)).toMatchObject({ tone, word, since })
  })

  it.each(['Pacific/Honolulu', 'Pacific/Auckland'])('is the one that it is counted in, read in %s', (zone) => {
    setContextProvider(() => ({ locale: 'en-GB', zone }))
    const warranty = { warrantyEnd: '2027-01-01T05:00:00.000Z' }
    expect(warrantyState(warranty, new Date('2027-01-01T10:30:00.000Z'))?.word).toBe('Ends 1 Jan 2027')
    expect(warrantyState(warranty, new Date('2027-01-02T09:30:00.000Z'))?.word).toBe(
      zone === 'Pacific/Honolulu' ? 'Ends 1 Jan 2027' : 'Ended 1 Jan 2027',
    )
    for (const now of ['2026-12-30T10:30:00.000Z', '2027-01-01T10:30:00.000Z', '2027-01-02T09:30:00.000Z'])
      expect(warrantyState(warranty, new Date(now))?.tone === 'bad').toBe(
        endingIn([warranty], { dateTo: dayFrom(0, new Date(now)) }).length === 1,
      )
  })

  it('is none where no end is given', () => {
    expect(warrantyState({ warrantyStart: '2021-11-03' }, now)).toBeNull()
    expect(warrantyState({ warrantyEnd: 'soon' }, now)).toBeNull()
  })
})

it('those nearest to today come first, and those without an end last', () => {
  const warranties = [on('2029-08-01'), {}, on('2026-11-03'), on('2026-12-01'), on('2020-01-01')]
  const nearest = warranties.toSorted((a, b) => warrantyDistance(a, now) - warrantyDistance(b, now))
  expect(nearest.map(warrantyEnd)).toEqual(
    ['2026-12-01', '2026-11-03', '2029-08-01', '2020-01-01'].map((day) => on(day).warrantyEnd).concat(null as never),
  )
})
