import { describe, expect, it } from 'vitest'
import {
  clientsOf,
  costOf,
  devicesIn,
  firstSpan,
  knownSum,
  planOf,
  readAssumptions,
  readTypedPrice,
  replacedIn,
  spansFrom,
  typesOf,
  yearsOf,
} from './plan'

const laptop = { type: 'Laptop', startYear: 2023, endYear: 2026, devices: 10 }
const server = { type: 'Server', startYear: 2020, endYear: 2025, devices: 2 }
const unknown = { type: null, startYear: null, endYear: null, devices: 3 }

it('a plan opens with what is overdue, and with this year where nothing is', () => {
  const assumptions = { lives: {}, prices: {} }
  expect(firstSpan([laptop, server], assumptions, 2026)).toEqual({ from: 0, to: 2025 })
  expect(firstSpan([laptop], assumptions, 2026)).toEqual({ from: 2026, to: 2026 })
})

it('the devices of a year are those in use that it counts, the warranty that ends first before the others', () => {
  const device = (id: string, warrantyEnd: string | null, rest = {}) => ({ id, warrantyEnd, ...rest })
  const devices = [
    device('b', '2026-11-01T00:00:00Z'),
    device('a', '2026-02-01T00:00:00Z'),
    device('retired', '2026-02-01T00:00:00Z', { status: 'Retired' }),
    device('next', '2027-01-01T00:00:00Z'),
    device('undated', null),
    device('lasts', '2027-01-01T00:00:00Z', { deviceTypeName: 'Laptop', warrantyStart: '2023-01-01T00:00:00Z' }),
  ]
  const idsIn = (lives: Record<string, number>) =>
    devicesIn(devices, lives, { from: 2026, to: 2026 }).map(({ id }) => id)
  expect(idsIn({})).toEqual(['a', 'b'])
  expect(idsIn({ Laptop: 3 })).toEqual(['a', 'b', 'lasts'])
})

describe('the year of a replacement', () => {
  it('is the one in which the warranty ends, or in which the life of the type ends', () => {
    expect(replacedIn(laptop, {})).toBe(2026)
    expect(replacedIn(laptop, { Laptop: 4 })).toBe(2027)
    expect(replacedIn(laptop, { Server: 4 })).toBe(2026)
  })

  it('is the end of the warranty where no start says when a life began, and none where neither is known', () => {
    expect(replacedIn({ ...laptop, startYear: null }, { Laptop: 4 })).toBe(2026)
    expect(replacedIn(unknown, { '': 4 })).toBeNull()
  })
})

describe('the years of a plan', () => {
  it('are the past, six years and later; a device without a date is in none', () => {
    // In 2026: the servers’ warranty ended in 2025, the laptops last until 2023 + 4 = 2027, and three devices have no date.
    const { years, undated } = yearsOf([laptop, server, unknown], { lives: { Laptop: 4 }, prices: {} }, 2026)
    expect(years.map(({ span, devices }) => [span.from, span.to, devices])).toEqual([
      [0, 2025, 2],
      [2026, 2026, 0],
      [2027, 2027, 10],
      [2028, 2028, 0],
      [2029, 2029, 0],
      [2030, 2030, 0],
      [2031, 2031, 0],
      [2032, 9999, 0],
    ])
    expect(undated).toEqual({ types: [{ type: '', devices: 3 }], devices: 3 })
    expect(spansFrom(2026)).toHaveLength(8)
  })

  it('cost quantity times price, exact, and say how many devices have no price', () => {
    // 3 × 0.10 = 0.30, which floating point makes 0.30000000000000004; 10 × 949.99 = 9,499.90.
    expect(costOf([{ type: 'Laptop', devices: 3 }], { Laptop: 0.1 })).toEqual({ sum: 0.3, unpriced: 0 })
    const types = [
      { type: 'Laptop', devices: 10 },
      { type: 'Server', devices: 2 },
    ]
    expect(costOf(types, { Laptop: 949.99 })).toEqual({ sum: 9499.9, unpriced: 2 })
    expect(costOf(types, {})).toEqual({ sum: 0, unpriced: 12 })
    expect(knownSum(costOf(types, { Laptop: 949.99 }))).toBe(9499.9)
    expect(knownSum(costOf(types, {}))).toBeNull()
  })

  it('are empty without devices', () => {
    expect(typesOf([])).toEqual([])
    expect(yearsOf([], { lives: {}, prices: {} }, 2026).years.every(({ devices }) => devices === 0)).toBe(true)
  })
})

describe('devices from a list', () => {
  const devices = [
    {
      companyId: 'a',
      companyName: 'Ashworth',
      deviceTypeName: 'Laptop',
      warrantyStart: '2023-05-01',
      warrantyEnd: '2026-05-01',
    },
    // The earlier of two ends counts, in UTC.
    {
      companyId: 'a',
      companyName: 'Ashworth',
      deviceTypeName: 'Laptop',
      warrantyEnd: '2027-01-01',
      warrantyExpires: '2026-12-31T23:59:59.999Z',
    },
    {
      companyId: 'b',
      companyName: 'Bramley',
      deviceTypeName: 'Server',
      warrantyStart: '2020-02-29',
      warrantyEnd: '2025-02-28',
    },
    {
      companyId: 'b',
      companyName: 'Bramley',
      deviceTypeName: 'Server',
      status: ' Retired ',
      warrantyEnd: '2026-02-28',
    },
    { companyId: null, deviceTypeId: 'T-1', status: 'Online' },
  ]

  it('are counted as the server counts them', () => {
    expect(planOf(devices)).toEqual({
      groups: [
        { type: 'Laptop', startYear: 2023, endYear: 2026, devices: 1 },
        { type: 'Laptop', startYear: null, endYear: 2026, devices: 1 },
        { type: 'Server', startYear: 2020, endYear: 2025, devices: 1 },
        { type: 'T-1', startYear: null, endYear: null, devices: 1 },
      ],
      retired: 1,
    })
  })

  it('are counted by client, the most first', () => {
    expect(
      clientsOf(devices, {}, { from: 2025, to: 2026 }).map(({ companyId, devices }) => [companyId, devices]),
    ).toEqual([
      ['a', 2],
      ['b', 1],
    ])
    expect(clientsOf(devices, { Laptop: 5 }, { from: 2028, to: 2028 })).toEqual([
      { companyId: 'a', companyName: 'Ashworth', types: [{ type: 'Laptop', devices: 1 }], devices: 1 },
    ])
  })
})

it('assumptions are read from the address, and what is none of them is named', () => {
  const search = new URLSearchParams(
    'life-Laptop=4&price-Laptop=949.99&price-=10&currency=EUR&life-Server=0&price-Server=-1&year=2027',
  )
  expect(readAssumptions(search)).toEqual({
    assumptions: { lives: { Laptop: 4 }, prices: { Laptop: 949.99, '': 10 } },
    currency: 'EUR',
    ignored: ['life-Server=0', 'price-Server=-1'],
  })
})

it.each([
  ['1,200', '1200'],
  ['950.00', '950'],
  ['949.99', '949.99'],
  ['£900', null],
  ['9.999', null],
  ['-1', null],
  ['', null],
])('the price %j is read as %j', (text, price) => {
  expect(readTypedPrice(text)).toBe(price)
})
