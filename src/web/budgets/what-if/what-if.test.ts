import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { budgetCategories } from '../../../contract/budgets'
import { readScenario, writeScenario } from '../../domain/budgets/scenario'
import {
  type Budget,
  costOf,
  type Line,
  monthsSpread,
  nothing,
  projectionOf,
  type Scenario,
} from '../../domain/budgets/what-if'
import { exactly, rounded, sumOf } from '../../lib/exact'
import { browserContext, setContextProvider } from '../../lib/request-context'
import { readTyped, typedNumber } from '../../lib/text/typed-number'
import { placesOf } from '../../ui/format/money'
import { arithmeticOf } from '../arithmetic'

const line = (id: string, category: string, fields: Partial<Line>): Line => ({
  id: `${id}-0000-4000-8000-000000000000`,
  description: id,
  currency: 'GBP',
  category: { id: category, name: category },
  ...fields,
})
const seats = line('5ea75000', 'subscription', {
  quantity: 342,
  unitPrice: 18.1,
  termMonths: 1,
  annualisedCost: 74282.4,
})
const laptops = line('1a970900', 'hardware', { quantity: 64, unitPrice: 1068, termMonths: 36, annualisedCost: 22784 })
/** 65 × 1,067 × 12 ÷ 36 is 23,118.3333. */
const rounding = { ...laptops, quantity: 65, unitPrice: 1067, annualisedCost: 23118.33 }
const service = line('5e4b1ce0', 'labour', { quantity: 10, unitPrice: 42.5, termMonths: 36, annualisedCost: 5100 })
const dollars = line('d0110000', 'subscription', {
  quantity: 12,
  unitPrice: 95,
  annualisedCost: 13680,
  currency: 'USD',
})
const budget: Budget = { fiscalYear: 2027, currency: 'GBP', lineItems: [seats, laptops, service, dollars] }
const free = { quantity: 0, annualisedCost: 0 }
const unpriced = { unitPrice: 0, annualisedCost: 300 }
const scenario = (fields: Partial<Scenario>): Scenario => ({ ...nothing, ...fields })

describe('the cost of a changed line', () => {
  it.each([
    ['380 seats for 342: 380 × 18.10 × 12', seats, { quantity: 380 }, 82536],
    ['48 months for 36: 64 × 1,068 × 12 / 48', laptops, { term: 48 }, 17088],
    ['both a price and a quantity: 80 × 1,000 × 12 / 36', laptops, { quantity: 80, price: 1000 }, 26666.67],
    ['a monthly price, 12 × 42.50 × 12', service, { quantity: 12 }, 6120],
    ['a term that the price does not pay for', service, { term: 60 }, 5100],
    ['none', laptops, {}, 22784],
    ['one month, of a cost saved in pennies: 65 × 1,067 × 12', rounding, { term: 1 }, 832260],
    ['130, of a cost saved in pennies: 130 × 1,067 × 12 / 36', rounding, { quantity: 130 }, 46236.67],
    ['nothing, of what had cost something', laptops, { quantity: 0 }, 0],
    ['something spread over 36 months, of what had cost nothing', { ...laptops, ...free }, { quantity: 2 }, 712],
    [
      'something a month, of what had cost nothing',
      { ...seats, ...free, recurrence: 'Monthly' },
      { quantity: 342 },
      74282.4,
    ],
    ['something a year, of what had cost nothing', { ...seats, ...free, recurrence: 'Annual' }, { quantity: 2 }, 36.2],
    [
      'what is saved and a price that it lacked: 300 + 64 × 5 × 12 / 36',
      { ...laptops, ...unpriced },
      { price: 5 },
      406.67,
    ],
    [
      'what is saved and a monthly price that it lacked: 300 + 64 × 5 × 12',
      { ...laptops, ...unpriced, recurrence: 'Monthly' },
      { price: 5 },
      4140,
    ],
    ['a line without quantity stays as it is', { ...laptops, quantity: null }, { price: 5 }, 22784],
  ])('is that of %s', (_, of, change, cost) => {
    expect(rounded(costOf(of, change), 2)).toBe(cost)
  })

  it('follows the term only where the price pays for it', () => {
    expect([seats, laptops, service].map(monthsSpread)).toEqual([1, 36, null])
    expect(monthsSpread({ ...laptops, termMonths: null, annualisedCost: 68352 })).toBe(12)
    expect(monthsSpread({ ...laptops, termMonths: 0 })).toBeNull()
    expect(monthsSpread(rounding)).toBe(36)
    expect(monthsSpread({ ...rounding, annualisedCost: 23118, currency: 'JPY' })).toBe(36)
    expect(monthsSpread({ ...rounding, annualisedCost: 23118 })).toBeNull()
  })
})

describe('five years', () => {
  it('of categories add up to their total, in whole pennies', () => {
    const lineItems = (['hardware', 'labour', 'subscription'] as const).map((category, at) =>
      line(`a000000${at}`, category, { quantity: 1, unitPrice: 1.1, annualisedCost: 1.1, recurrence: 'Annual' }),
    )
    const { years } = projectionOf({ ...budget, lineItems }, scenario({ all: 4 }), 2)
    expect(years.map(({ total }) => total)).toEqual([3.3, 3.43, 3.57, 3.71, 3.86])
    expect(years.map(({ what }) => rounded(exactly(sumOf(Object.values(what))), 2))).toEqual(
      years.map(({ total }) => total),
    )
  })

  it('of 4 % more a year and 38 more seats are those reckoned by hand', () => {
    // Saved: 74,282.40 + 22,784 + 5,100 = 102,166.40. With 380 seats the first year is 110,420.00.
    const { years, saved, what, difference, reasons } = projectionOf(
      budget,
      scenario({ all: 4, lines: { [seats.id]: { quantity: 380 } } }),
      2,
    )
    expect(years.map(({ year }) => year)).toEqual([2027, 2028, 2029, 2030, 2031])
    expect(years.map(({ total }) => total)).toEqual([110420, 114836.8, 119430.27, 124207.49, 129175.78])
    expect([saved, what, difference]).toEqual([510832, 598070.34, 87238.34])
    // 8,253.60 × 5.41632256 from the seats; 0.41632256 of the 102,166.40 that were saved.
    expect(reasons.map(({ amount, ...why }) => ['category' in why ? why.category : 'seats', amount])).toEqual([
      ['seats', 44704.16],
      ['all', 42534.18],
    ])
  })

  it('of a purchase are paid in its year, or after the fifth, and in the first where its year is past', () => {
    const laptop = { quantity: 12, price: 949.99, currency: 'GBP', description: 'Laptop' }
    const added = [2026, 2028, 2032].map((year) => ({ ...laptop, year }))
    const { years, saved, what, later, reasons } = projectionOf(budget, scenario({ added }), 2)
    // 12 × 949.99 = 11,399.88, on top of the 22,784 of hardware that were saved.
    expect(years.map(({ what }) => what.hardware)).toEqual([34183.88, 34183.88, 22784, 22784, 22784])
    expect(what - saved).toBeCloseTo(2 * 11399.88, 2)
    expect(later).toEqual({ saved: 0, what: 11399.88 })
    expect(reasons.map(({ amount }) => amount)).toEqual([11399.88, 11399.88])
    expect(reasons.map((reason) => 'added' in reason && [reason.added.year, reason.year])).toEqual([
      [2026, 2027],
      [2028, 2028],
    ])
  })

  it('of one category that rises, and a longer term, leave the others as they were', () => {
    const { years, difference, reasons } = projectionOf(
      budget,
      scenario({ increases: { labour: 10 }, lines: { [laptops.id]: { term: 48 } } }),
      2,
    )
    expect(years.map(({ what }) => [what.subscription, what.hardware, what.labour])).toEqual([
      [74282.4, 17088, 5100],
      [74282.4, 17088, 5610],
      [74282.4, 17088, 6171],
      [74282.4, 17088, 6788.1],
      [74282.4, 17088, 7466.91],
    ])
    expect(difference).toBe(-22843.99)
    expect(reasons.map(({ amount, ...why }) => ['category' in why ? why.category : 'laptops', amount])).toEqual([
      ['laptops', -28480],
      ['labour', 5636.01],
    ])
  })

  it('pay a one-off once, and never increase it', () => {
    const once = { ...laptops, type: 'OneOff', termMonths: null, annualisedCost: 68352 }
    const { years, saved, difference, reasons } = projectionOf(
      { ...budget, lineItems: [once, service] },
      scenario({ all: 10, lines: { [once.id]: { quantity: 32 } } }),
      2,
    )
    expect(years.map(({ savedTotal }) => savedTotal)).toEqual([73452, 5100, 5100, 5100, 5100])
    expect(years.map(({ total }) => total)).toEqual([39276, 5610, 6171, 6788.1, 7466.91])
    // 68,352 + 5 × 5,100; half of the laptops less, once, and 1.1051 years of the service more.
    expect([saved, difference]).toEqual([93852, -28539.99])
    expect(reasons.map(({ amount }) => amount)).toEqual([-34176, 5636.01])
  })

  it('of lines that name no currency are in that of their budget', () => {
    // 65 × 1,067 × 12 ÷ 36 is 23,118.33, and there is no third of a yen.
    const own = { ...rounding, annualisedCost: 23118, currency: null }
    const term = scenario({ lines: { [own.id]: { term: 12 } } })
    expect(projectionOf({ currency: 'JPY', lineItems: [own] }, term, 0).years[0]).toMatchObject({ total: 69355 })
  })

  it('never add another currency, and of nothing are nothing', () => {
    expect(projectionOf({ ...budget, lineItems: [dollars] }, scenario({ all: 5 }), 2)).toMatchObject({
      saved: 0,
      what: 0,
      reasons: [],
    })
    for (const lineItems of [null, undefined, []])
      expect(projectionOf({ lineItems: lineItems as Line[] }, scenario({ all: 5 }), 2).difference).toBe(0)
    expect(['GBP', 'JPY', 'KWD', 'no currency', null].map(placesOf)).toEqual([2, 0, 3, 2, 2])
  })
})

describe('a one-off line of 26,893', () => {
  const server = line('0e0ff000', 'hardware', {
    quantity: 1,
    unitPrice: 26893,
    termMonths: null,
    annualisedCost: 26893,
    type: 'OneOff',
  })
  const over = (term: number, saved = server) =>
    projectionOf({ ...budget, lineItems: [saved] }, scenario({ all: 4, lines: { [saved.id]: { term } } }), 2)

  it.each([
    ['six months', 6, [26893, 0, 0, 0, 0]],
    ['a year', 12, [26893, 0, 0, 0, 0]],
    ['18 months', 18, [17928.67, 8964.33, 0, 0, 0]],
    ['36 months', 36, [8964.34, 8964.33, 8964.33, 0, 0]],
    ['60 months', 60, [5378.6, 5378.6, 5378.6, 5378.6, 5378.6]],
  ])('costs the same when it is spread over %s', (_, term, totals) => {
    const { years, what, difference, later, reasons } = over(term)
    expect(years.map(({ total }) => total)).toEqual(totals)
    expect([what, difference, later.what]).toEqual([26893, 0, 0])
    expect(reasons).toEqual([])
  })

  it('changes each year by the difference of the amounts shown', () => {
    const { years } = over(18, { ...server, termMonths: 36, annualisedCost: 8964.33 })
    expect(years.slice(0, 3).map(({ savedTotal, total, change }) => [savedTotal, total, change])).toEqual([
      [8964.34, 17928.67, 8964.33],
      [8964.33, 8964.33, 0],
      [8964.33, 0, -8964.33],
    ])
  })

  it('says what is paid after the fifth year', () => {
    // 26,893 / 72 = 373.513889 a month: 60 months in the five years, 12 after them.
    const { what, later, difference } = over(72)
    expect([what, later.what, difference]).toEqual([22410.83, 4482.17, -4482.17])
  })

  it('costs its price where the server has spread it already', () => {
    const exact = { ...server, unitPrice: 27000, termMonths: 36, annualisedCost: 9000 }
    expect(over(12, exact).years.map(({ savedTotal, total }) => [savedTotal, total])).toEqual([
      [9000, 27000],
      [9000, 0],
      [9000, 0],
      [0, 0],
      [0, 0],
    ])
    for (const annualisedCost of [8964.33, 8964.333333333334]) {
      const { years, what, later } = over(36, { ...server, termMonths: 36, annualisedCost })
      expect(years.map(({ total }) => total)).toEqual([8964.34, 8964.33, 8964.33, 0, 0])
      expect([what, later.what]).toEqual([26893, 0])
    }
    // Of a cost that is not the formula's to the penny nothing is known: it is paid in the first year.
    expect(monthsSpread({ ...server, termMonths: 36, annualisedCost: 8964.34 })).toBeNull()
  })
})

describe('the term of a recurring line', () => {
  const monthly = line('33333333', 'software', {
    quantity: 2,
    unitPrice: 50,
    termMonths: 1,
    annualisedCost: 1200,
    type: 'Recurring',
    recurrence: 'Monthly',
  })
  const annual = line('aaaaaaaa', 'software', {
    quantity: 3,
    unitPrice: 412.5,
    termMonths: 12,
    annualisedCost: 1237.5,
    type: 'Recurring',
    recurrence: 'Annual',
  })

  it('does not change the cost of a price that recurs', () => {
    for (const recurring of [monthly, annual]) {
      expect(monthsSpread(recurring)).toBeNull()
      const term = projectionOf(
        { ...budget, lineItems: [recurring] },
        scenario({ lines: { [recurring.id]: { term: 36 } } }),
        2,
      )
      expect(term.difference).toBe(0)
    }
    // 2 × 50.00 × 12 × 5 and 3 × 412.50 × 5.
    expect(projectionOf({ ...budget, lineItems: [monthly, annual] }, nothing, 2).saved).toBe(12187.5)
  })

  it('is explained with the arithmetic of each kind of line', () => {
    const server = { ...laptops, type: 'OneOff', termMonths: null, annualisedCost: 68352 }
    expect(
      [
        arithmeticOf(monthly, {}),
        arithmeticOf(annual, { quantity: 4 }),
        arithmeticOf({ ...monthly, quantity: 1000, unitPrice: 0.125, annualisedCost: 1500 }, {}),
        arithmeticOf(laptops, { term: 48 }),
        arithmeticOf(server, {}),
        arithmeticOf(server, { term: 36 }),
        arithmeticOf(service, { price: 50 }),
        arithmeticOf({ ...service, annualisedCost: 5000 }, {}),
        arithmeticOf({ ...service, quantity: null }, {}),
        arithmeticOf({ ...monthly, ...free }, { quantity: 342 }),
        arithmeticOf({ ...annual, ...free }, { quantity: 4 }),
        arithmeticOf({ ...laptops, ...free }, { quantity: 64 }),
        arithmeticOf({ ...laptops, ...unpriced }, { price: 5 }),
      ].map((text) => text.replaceAll('\u00a0', ' ')),
    ).toEqual([
      '2 × £50.00 × 12 months = £1,200.00 a year',
      '4 × £412.50 = £1,650.00 a year',
      '1,000 × £0.125 × 12 months = £1,500.00 a year',
      '64 × £1,068.00 × 12 ÷ 48 months = £17,088.00 a year',
      'One-off: 64 × £1,068.00 = £68,352.00, paid within the first year',
      'One-off: 64 × £1,068.00 = £68,352.00, paid over 36 months',
      '10 × £50.00 × 12 months = £6,000.00 a year',
      '£5,000.00 a year, calculated by the server; scales with quantity and price',
      '£5,100.00 a year, calculated by the server',
      '342 × £50.00 × 12 months = £205,200.00 a year',
      '4 × £412.50 = £1,650.00 a year',
      '64 × £1,068.00 × 12 ÷ 36 months = £22,784.00 a year',
      '£406.67 a year: £300.00, calculated by the server, and what 64 × £5.00 adds',
    ])
  })
})

const anyLine = fc
  .record({
    id: fc.uuid(),
    quantity: fc.option(fc.integer({ min: -1000, max: 100_000 }).map((value) => value / 4)),
    unitPrice: fc.option(fc.integer({ min: -10_000_000, max: 10_000_000 }).map((value) => value / 100)),
    termMonths: fc.option(fc.integer({ min: -1, max: 72 })),
    annualisedCost: fc.option(
      fc.oneof(
        fc.integer({ min: -1e9, max: 1e11 }).map((value) => value / 100),
        fc.constant(1e300),
      ),
    ),
    currency: fc.constantFrom('GBP', 'USD', null),
    category: fc.option(fc.record({ id: fc.constantFrom(...budgetCategories, 'unheard of'), name: fc.string() })),
  })
  .map((fields) => fields as Line)
const anyBudget = fc
  .uniqueArray(anyLine, { maxLength: 8, selector: ({ id }) => id })
  .map((lineItems): Budget => ({ fiscalYear: 2027, currency: 'GBP', lineItems }))
const percent = fc.integer({ min: -1000, max: 3000 }).map((value) => value / 10)
const change = fc.record(
  {
    quantity: fc.integer({ min: 0, max: 5000 }),
    price: fc.integer({ min: 0, max: 5_000_000 }).map((value) => value / 100),
    term: fc.integer({ min: 1, max: 120 }),
  },
  { requiredKeys: [] },
)
const anyScenario = fc.record({
  all: percent,
  increases: fc.record({ labour: percent, hardware: percent }, { requiredKeys: [] }),
  changes: fc.array(change, { maxLength: 8 }),
  purchases: fc.array(
    fc.record({
      quantity: fc.nat(500),
      price: fc.nat(500_000).map((value) => value / 100),
      year: fc.integer({ min: 2020, max: 2040 }),
      description: fc.constantFrom('Laptop', 'Access point', '_1_GBP_'),
    }),
    { maxLength: 3 },
  ),
})
const scenarioOf = (
  { lineItems, currency }: Budget,
  { changes, purchases, ...rest }: typeof anyScenario extends fc.Arbitrary<infer S> ? S : never,
) => ({
  ...rest,
  added: purchases.map((purchase) => ({ ...purchase, currency: currency ?? '' })),
  lines: Object.fromEntries((lineItems ?? []).flatMap(({ id }, at) => (changes[at] ? [[id, changes[at]]] : []))),
})

describe('any projection', () => {
  it('is what is saved when nothing changes, and differs by the sum of its reasons', () => {
    fc.assert(
      fc.property(anyBudget, anyScenario, (given, drawn) => {
        const still = projectionOf(given, nothing, 2)
        expect(still.difference).toBe(0)
        expect(still.reasons).toEqual([])
        const { difference, reasons } = projectionOf(given, scenarioOf(given, drawn), 2)
        const pence = (value: number) => BigInt(Math.round(value * 100))
        if (Math.abs(difference) < 1e12 && reasons.every(({ amount }) => Math.abs(amount) < 1e12))
          expect(reasons.reduce((sum, { amount }) => sum + pence(amount), 0n)).toBe(pence(difference))
      }),
      { seed: 37 },
    )
  })

  it('adds up: categories to years, and years to the totals and their difference', () => {
    fc.assert(
      fc.property(anyBudget, anyScenario, (given, drawn) => {
        const { years, saved, what, difference } = projectionOf(given, scenarioOf(given, drawn), 2)
        const sumIn = (of: (year: (typeof years)[number]) => number) => rounded(exactly(sumOf(years.map(of))), 2)
        if ([saved, what].some((amount) => Math.abs(amount) > 1e12)) return
        expect([sumIn(({ savedTotal }) => savedTotal), sumIn(({ total }) => total)]).toEqual([saved, what])
        expect(sumIn(({ change }) => change)).toBe(difference)
        for (const year of years) {
          expect(rounded(exactly(sumOf(Object.values(year.what))), 2)).toBe(year.total)
          expect(rounded(exactly(sumOf(Object.values(year.saved))), 2)).toBe(year.savedTotal)
        }
      }),
      { seed: 53 },
    )
  })

  it('does not depend on the order of the lines', () => {
    fc.assert(
      fc.property(anyBudget, anyScenario, (given, drawn) => {
        const asked = scenarioOf(given, drawn)
        const turned = { ...given, lineItems: given.lineItems?.toReversed() ?? [] }
        const [a, b] = [projectionOf(given, asked, 2), projectionOf(turned, asked, 2)]
        expect(b.years).toEqual(a.years)
        expect(b.difference).toBe(a.difference)
      }),
      { seed: 41 },
    )
  })

  it('doubles with twice the quantity', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 1, max: 1e6 }), (quantity, pence) => {
        const single = {
          ...laptops,
          quantity,
          unitPrice: pence / 100,
          termMonths: 12,
          annualisedCost: (quantity * pence) / 100,
        }
        const twice = projectionOf(
          { ...budget, lineItems: [single] },
          scenario({ lines: { [single.id]: { quantity: 2 * quantity } } }),
          2,
        )
        expect(twice.what).toBe(2 * twice.saved)
      }),
      { seed: 43 },
    )
  })
})

describe('a number that is typed', () => {
  const german = { group: '.', decimal: ',' }
  const british = { group: ',', decimal: '.' }
  it.each([
    ['1,284', british, 1284],
    ['1,284,000.50', british, 1284000.5],
    ['1 284', british, 1284],
    ['12.5', british, 12.5],
    ['1,5', british, null],
    ['0,125', british, null],
    ['0.125', german, 0.125],
    ['1.284', german, 1284],
    ['1.284,5', german, 1284.5],
    ['12,5', german, 12.5],
    ['−3', british, -3],
    ['many', british, null],
    ['0x10', british, null],
    ['1e3', british, 1000],
    ['', british, null],
  ])('as %j is read as its writer means it', (text, signs, value) => {
    expect(readTyped(text, signs)).toBe(value)
  })

  it.each([british, german])('is shown as it is read: %j', (signs) => {
    for (const value of [0.125, -3.5, 1284, 1284000.5, 1e-7])
      expect(readTyped(typedNumber(value, signs), signs)).toBe(value)
  })
})

describe('a number that is typed where', () => {
  afterEach(() => setContextProvider(() => browserContext))

  it.each([
    ['es', '1.250'],
    ['it', '1.250'],
    ['pl', '1 250'],
    ['pt-PT', '1 250'],
    ['en-GB', '1,250'],
    ['fr', '1 250'],
    ['de-CH', '1’250'],
  ])('%s is spoken is read as it is shown, %j with groups', (locale, grouped) => {
    setContextProvider(() => ({ locale }))
    for (const value of [12.375, 1.125, 1284.5, 10_000]) expect(readTyped(typedNumber(value))).toBe(value)
    expect(readTyped(grouped)).toBe(1250)
  })

  it('a hundred thousand has a group of two, it is read with that', () => {
    setContextProvider(() => ({ locale: 'en-IN' }))
    expect(['1,00,000', '12,34,567.5', '100,000', '1,00,00'].map((text) => readTyped(text))).toEqual([
      1e5,
      1234567.5,
      1e5,
      null,
    ])
    setContextProvider(() => ({ locale: 'en-GB' }))
    expect(readTyped('1,00,000')).toBe(null)
  })
})

describe('the address of a scenario', () => {
  it('is short, and gives back what it was made of', () => {
    const made = scenario({ all: 4, increases: { labour: 3.5 }, lines: { [seats.id]: { quantity: 380, price: 17.5 } } })
    const search = writeScenario(made, budget.lineItems ?? [], new URLSearchParams('x=1'))
    expect(String(search)).toBe('x=1&up=4&up-labour=3.5&line=5ea75000_q380_p17.5')
    expect(readScenario(search, budget.lineItems ?? [], 'GBP')).toEqual({
      scenario: made,
      ignored: [],
      uncountable: [],
    })
  })

  it('keeps the increase of a category while another is typed that passes through it', () => {
    const own = scenario({ all: 1, increases: { software: 1 } })
    const typed = writeScenario(own, budget.lineItems ?? [], new URLSearchParams())
    expect(readScenario(typed, budget.lineItems ?? [], 'GBP').scenario).toEqual(own)
  })

  it('brings along purchases in the budget’s currency, and refuses those in another', () => {
    const search = new URLSearchParams([
      ['add', '12_949.99_GBP_2027_Access point_new'],
      ['add', '3_100_EUR_2027_Laptop'],
      ['add', '3_GBP_2027_Laptop'],
    ])
    expect(readScenario(search, [], 'GBP')).toEqual({
      scenario: scenario({
        added: [{ quantity: 12, price: 949.99, currency: 'GBP', year: 2027, description: 'Access point_new' }],
      }),
      ignored: [],
      uncountable: ['3_100_EUR_2027_Laptop', '3_GBP_2027_Laptop'],
    })
  })

  it('leaves out a term that the price is not spread over', () => {
    const search = new URLSearchParams('line=5e4b1ce0_q12_t48')
    expect(readScenario(search, budget.lineItems ?? [], 'GBP')).toMatchObject({
      scenario: scenario({ lines: { [service.id]: { quantity: 12 } } }),
      ignored: ['line=5e4b1ce0_t48'],
    })
  })

  it('says what of it makes no sense, and keeps the rest', () => {
    const search = new URLSearchParams(
      'up=lots&up-labour=2&line=5ea75000_q342&line=5ea75000_qmany&line=short_q1&line=1a970900&line=1a970900_t1.5&line=1a970900_x3',
    )
    expect(readScenario(search, budget.lineItems ?? [], 'GBP')).toEqual({
      scenario: scenario({ increases: { labour: 2 } }),
      ignored: [
        'up=lots',
        'line=5ea75000_qmany',
        'line=short_q1',
        'line=1a970900',
        'line=1a970900_t1.5',
        'line=1a970900_x3',
      ],
      uncountable: [],
    })
  })

  it('comes back, whatever the scenario', () => {
    fc.assert(
      fc.property(anyBudget, anyScenario, (given, drawn) => {
        const lines = given.lineItems ?? []
        const search = writeScenario(scenarioOf(given, drawn), lines, new URLSearchParams())
        const { scenario: read, ignored, uncountable } = readScenario(search, lines, given.currency)
        // Terms that change nothing.
        expect([...ignored, ...uncountable].filter((part) => !/^line=[0-9a-f-]+_t\d+$/.test(part))).toEqual([])
        expect(projectionOf(given, read, 2).years).toEqual(projectionOf(given, scenarioOf(given, drawn), 2).years)
      }),
      { seed: 47 },
    )
  })
})
