import { describe, expect, it } from 'vitest'
import { contradiction } from './warranty-contradiction'

describe('dates that contradict each other', () => {
  it.each([
    ['2026-11-03', '2027-11-03', 'The two end dates disagree by one year.'],
    ['2030-11-03', '2027-11-03', 'The two end dates disagree by 3 years.'],
    ['2027-11-03', '2028-11-02', 'The two end dates disagree by 365 days.'],
    ['2027-11-03', '2027-11-04', 'The two end dates disagree by 1 day.'],
  ])('%s and %s: %s', (warrantyEnd, warrantyExpires, what) => {
    expect(contradiction({ warrantyEnd, warrantyExpires }, 'Datto RMM')).toEqual({
      what,
      why: 'The earlier one is used until it’s corrected in the source, Datto RMM.',
    })
  })

  it('are also an end before the start', () => {
    expect(contradiction({ warrantyStart: '2026-11-03', warrantyEnd: '2025-11-03' }, null)).toEqual({
      what: 'The warranty ends before it starts.',
      why: 'The end date is used until it’s corrected in the source.',
    })
  })

  it('are none where both say the same day, or only one is given', () => {
    const same = { warrantyEnd: '2026-11-03T00:00:00.000Z', warrantyExpires: '2026-11-03' }
    expect(contradiction({ warrantyStart: '2021-11-03', ...same }, null)).toBeNull()
    expect(contradiction({ warrantyStart: '2021-11-03', warrantyEnd: '2021-11-03' }, null)).toBeNull()
    expect(contradiction({ warrantyStart: '2021-11-03' }, null)).toBeNull()
  })
})
