import { groupBy } from '../../../contract/core/group-by'
import { firstTime, isInUse, isRetired, warrantyEndOf } from '../../domain/warranty/in-use'
import type { Warranty } from '../../domain/warranty/warranty'
import { exactly, plus, rounded, times, zero } from '../../lib/exact'
import { getOwn } from '../../lib/text/get-own'
import { readTyped } from '../../lib/text/typed-number'

/** Devices alike in what the plan asks of them, as the server counts them. */
export type PlanGroup = {
  type?: string | null
  startYear?: number | null
  endYear?: number | null
  devices?: number | null
}

export type Plan = { groups: PlanGroup[]; retired: number }

/** What is assumed of a type: how many years a device lasts, and what a new one costs. */
export type Assumptions = { lives: Record<string, number>; prices: Record<string, number> }

/** How a type is called in the plan; one without a name is the empty text. */
export const typeKey = (type: string | null | undefined) => type ?? ''

type Device = Warranty & {
  companyId?: string | null
  companyName?: string | null
  deviceTypeId?: string | null
  deviceTypeName?: string | null
  status?: string | null
}

/** The year of the first of these moments, in UTC, as the server counts. */
const yearOf = (...moments: (string | null | undefined)[]) => {
  const time = firstTime(...moments)
  return time === null ? null : new Date(time).getUTCFullYear()
}

const groupOf = (device: Device): PlanGroup => ({
  type: device.deviceTypeName ?? device.deviceTypeId ?? null,
  startYear: yearOf(device.warrantyStart),
  endYear: yearOf(device.warrantyEnd, device.warrantyExpires),
})

/** What the server counts, from devices read from its list. */
export const planOf = (devices: Device[]): Plan => {
  const groups = new Map<string, PlanGroup & { devices: number }>()
  let retired = 0
  for (const device of devices) {
    if (isRetired(device)) {
      retired++
      continue
    }
    const group = groupOf(device)
    const key = JSON.stringify(group)
    const known = groups.get(key) ?? { ...group, devices: 0 }
    known.devices++
    groups.set(key, known)
  }
  return { groups: [...groups.values()], retired }
}

/**
 * The year in which a device is replaced: that of its warranty’s start and the life of its type, where both are known, and
 * otherwise the year in which the warranty ends. Null where neither is known.
 */
export const replacedIn = ({ type, startYear, endYear }: PlanGroup, lives: Assumptions['lives']): number | null => {
  const life = getOwn(lives, typeKey(type))
  if (life !== undefined && typeof startYear === 'number') return startYear + life
  return endYear ?? null
}

type TypeCount = { type: string; devices: number }
/** Columns of the plan: all years before the first, each year, and all after the last. */
export type Span = { from: number; to: number }
export type PlanYear = { span: Span; types: TypeCount[]; devices: number; cost: Cost }

/** `unpriced` devices are missing from `sum`. */
export type Cost = { sum: number; unpriced: number }

export const hasPrices = ({ prices }: Assumptions) => Object.keys(prices).length > 0

/** Null where nothing has a price. */
export const knownSum = ({ sum, unpriced }: Cost) => (unpriced > 0 && sum === 0 ? null : sum)

export const farthest = 9999
const yearsShown = 6

const isIn = ({ from, to }: Span, year: number | null) => year !== null && from <= year && year <= to

/** Past years together, this one and the five after it, and all later ones together. */
export const spansFrom = (thisYear: number): Span[] => [
  { from: 0, to: thisYear - 1 },
  ...Array.from({ length: yearsShown }, (_, at) => ({ from: thisYear + at, to: thisYear + at })),
  { from: thisYear + yearsShown, to: farthest },
]

const add = (counts: Map<string, number>, key: string, devices: number) =>
  counts.set(key, (counts.get(key) ?? 0) + devices)

const listed = (counts: Map<string, number>): TypeCount[] =>
  [...counts]
    .map(([type, devices]) => ({ type, devices }))
    .sort((a, b) => b.devices - a.devices || a.type.localeCompare(b.type))

/** The devices of each type times its price, exact to the currency’s smallest unit. */
export const costOf = (types: TypeCount[], prices: Assumptions['prices'], places = 2): Cost => {
  let sum = zero
  let unpriced = 0
  for (const { type, devices } of types) {
    const price = getOwn(prices, type)
    if (price === undefined) unpriced += devices
    else sum = plus(sum, times(exactly(price), exactly(devices)))
  }
  return { sum: rounded(sum, places), unpriced }
}

/** Devices by the year in which they are replaced, and how many have no year. */
export const yearsOf = (groups: PlanGroup[], { lives, prices }: Assumptions, thisYear: number, places = 2) => {
  const spans = spansFrom(thisYear)
  const counts = spans.map(() => new Map<string, number>())
  const undated = new Map<string, number>()
  for (const group of groups) {
    const year = replacedIn(group, lives)
    const at = spans.findIndex((span) => isIn(span, year))
    add(counts[at] ?? undated, typeKey(group.type), group.devices ?? 0)
  }
  const years: PlanYear[] = spans.map((span, at) => {
    const types = listed(counts[at] ?? new Map())
    return { span, types, devices: sumOf(types), cost: costOf(types, prices, places) }
  })
  const unknown = listed(undated)
  return { years, undated: { types: unknown, devices: sumOf(unknown) } }
}

const sumOf = (types: TypeCount[]) => types.reduce((sum, { devices }) => sum + devices, 0)

/** All types, the most common first. */
export const typesOf = (groups: PlanGroup[]): TypeCount[] => {
  const counts = new Map<string, number>()
  for (const { type, devices } of groups) add(counts, typeKey(type), devices ?? 0)
  return listed(counts)
}

/** Devices to replace in some years, the warranty that ends first before the others. */
export const devicesIn = <D extends Device>(devices: D[], lives: Assumptions['lives'], span: Span): D[] =>
  devices
    .filter((device) => isInUse(device) && isIn(span, replacedIn(groupOf(device), lives)))
    .sort((a, b) => (warrantyEndOf(a) ?? 0) - (warrantyEndOf(b) ?? 0))

/** What is overdue, if anything is, and else this year. */
export const firstSpan = (groups: PlanGroup[], assumptions: Assumptions, thisYear: number): Span => {
  const [past, present] = yearsOf(groups, assumptions, thisYear).years as [PlanYear, PlanYear]
  return (past.devices > 0 ? past : present).span
}

export type PlanClient = { companyId: string | null; companyName: string | null; types: TypeCount[]; devices: number }

/** The clients that replace most in some years, from devices read from the list. */
export const clientsOf = (devices: Device[], lives: Assumptions['lives'], span: Span): PlanClient[] => {
  return [...groupBy(devices, ({ companyId }) => companyId ?? '').values()]
    .map((own) => {
      const due = planOf(own).groups.filter((group) => isIn(span, replacedIn(group, lives)))
      const types = typesOf(due)
      const { companyId = null, companyName = null } = own[0] ?? {}
      return { companyId, companyName, types, devices: sumOf(types) }
    })
    .filter(({ devices }) => devices > 0)
    .sort((a, b) => b.devices - a.devices || (a.companyId ?? '').localeCompare(b.companyId ?? ''))
}

/* Assumptions in the address: `life-Laptop=4&price-Laptop=950&currency=GBP`. */

const longestLife = 30
const highestPrice = 1e9
const usualCurrency = 'GBP'

export const readLife = (text: string) =>
  /^\d{1,2}$/.test(text) && inRange(Number(text), 1, longestLife) ? Number(text) : null

/** With a decimal point, to the hundredth at most. */
const readPrice = (text: string) =>
  /^\d{1,10}(\.\d{1,2})?$/.test(text) && inRange(Number(text), 0, highestPrice) ? Number(text) : null

const inRange = (value: number, low: number, high: number) => value >= low && value <= high

/** A price as it is typed, in the form of the address; null if it is none. */
export const readTypedPrice = (text: string) => {
  const value = String(readTyped(text))
  return readPrice(value) === null ? null : value
}

export const readCurrency = (text: string) => (/^[A-Z]{3}$/.test(text) ? text : null)

export const readAssumptions = (search: URLSearchParams) => {
  const [lives, prices]: [Record<string, number>, Record<string, number>] = [{}, {}]
  const ignored: string[] = []
  let currency = usualCurrency
  for (const [key, text] of search) {
    const [, what, type = ''] = /^(life|price)-(.*)$/s.exec(key) ?? []
    const value =
      what === 'life'
        ? readLife(text)
        : what === 'price'
          ? readPrice(text)
          : key === 'currency'
            ? readCurrency(text)
            : undefined
    if (value === undefined) continue
    if (value === null) ignored.push(`${key}=${text}`)
    else if (typeof value === 'string') currency = value
    else if (what === 'life') lives[type] = value
    else prices[type] = value
  }
  return { assumptions: { lives, prices }, currency, ignored }
}
