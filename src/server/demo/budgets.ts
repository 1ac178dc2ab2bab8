import type { z } from 'zod/mini'
import type { Budget, BudgetLineItem } from '../../contract/budgets'
import { companyAt } from './companies'
import { staffRef } from './people'
import type { Random } from './random'
import { stamps, type World } from './world'

type Line = z.output<typeof BudgetLineItem>
type Category = 'software' | 'hardware' | 'labour' | 'subscription' | 'other'

/** What is sold, by category: description, price in pence for one, the usual term in months, and the cycle of the price. */
const catalogue: Record<
  Category,
  readonly [description: string, pence: number, term: number | null, per: 'month' | 'once' | 'year'][]
> = {
  software: [
    ['Veeam Data Platform Essentials', 41250, 12, 'year'],
    ['Sage 200 user', 6490, 12, 'month'],
    ['Adobe Acrobat Pro', 1899, 12, 'month'],
    ['AutoCAD LT', 39600, 12, 'year'],
    ['Endpoint detection, per device', 385, 36, 'month'],
  ],
  hardware: [
    ['Latitude 5540 laptop with dock', 118900, null, 'once'],
    ['PowerEdge R650 host', 864000, null, 'once'],
    ['FortiGate 100F pair', 512500, null, 'once'],
    ['27-inch monitor', 21450, null, 'once'],
    ['CX 6200F switch, 48 ports', 246700, null, 'once'],
    ['Rack UPS 3000 VA', 139900, null, 'once'],
  ],
  labour: [
    ['Managed service, per user', 4250, 36, 'month'],
    ['Project days, network renewal', 78500, null, 'once'],
    ['Onsite day a month', 69000, 12, 'month'],
    ['Out of hours cover', 31500, 12, 'month'],
    ['Cyber Essentials preparation', 195000, null, 'once'],
  ],
  subscription: [
    ['Microsoft 365 Business Premium', 1810, 12, 'month'],
    ['Exchange Online archive', 240, 12, 'month'],
    ['Leased line 500 Mbit/s', 34900, 36, 'month'],
    ['Hosted telephony, per seat', 950, 24, 'month'],
    ['Backup to the cloud, per TB', 2800, 12, 'month'],
    ['DNS filter, per user', 145, 12, 'month'],
  ],
  other: [
    ['Recycling of old devices', 1250, null, 'once'],
    ['Domain names', 1499, 12, 'year'],
    ['Contingency', 250000, null, 'once'],
    ['Courier and cabling', 38000, null, 'once'],
  ],
}
const names: Record<Category, string> = {
  software: 'Software',
  hardware: 'Hardware',
  labour: 'Labour',
  subscription: 'Subscription',
  other: 'Other',
}

const perYear = { month: 12, once: 1, year: 1 }
const money = (pence: number) => pence / 100

const lineAt = (
  world: World,
  random: Random,
  index: number,
  place: number,
  people: number,
  currency: string,
  times: { createdAt: string; updatedAt: string },
): Line => {
  const category = random.weighted([
    ['subscription', 34],
    ['labour', 22],
    ['hardware', 22],
    ['software', 15],
    ['other', 7],
  ] as const)
  const [description, price, termMonths, per] = random.pick(catalogue[category])
  // The yen has no minor unit: prices there are whole.
  const pence = currency === 'JPY' ? Math.round(price * 1.9) * 100 : Math.round(price * (0.92 + random.next() * 0.16))
  const quantity =
    per === 'once'
      ? random.int(1, 6)
      : price < 5000
        ? Math.max(1, Math.round(people * (0.6 + random.next() * 0.5)))
        : random.int(1, 4)
  const inDollars = random.chance(0.025)
  return {
    id: world.id('line item', index * 40 + place),
    description,
    quantity,
    unitPrice: money(pence),
    termMonths,
    annualisedCost: money(pence * quantity * perYear[per]),
    currency: inDollars ? 'USD' : currency,
    notes: inDollars
      ? 'Billed by the maker in dollars.'
      : random.chance(0.12)
        ? 'Renews on the anniversary; three months’ notice.'
        : null,
    category: { id: category, name: names[category] },
    linkedItem: null,
    type: per === 'once' ? 'OneOff' : 'Recurring',
    recurrence: per === 'month' ? 'Monthly' : per === 'year' ? 'Annual' : null,
    ...times,
  }
}

export const budgetAt = (world: World, index: number): z.output<typeof Budget> => {
  const random = world.random('budgets', index)
  const company = companyAt(world, world.someCompany(random))
  const fiscalYear =
    world.now.getUTCFullYear() +
    random.weighted([
      [1, 40],
      [0, 38],
      [-1, 15],
      [-2, 7],
    ] as const)
  const currency = random.weighted([
    ['GBP', 84],
    ['EUR', 8],
    ['USD', 4],
    ['CHF', 2],
    ['JPY', 2],
  ] as const)
  const times = stamps(world, random, fiscalYear > world.now.getUTCFullYear() ? 120 : 700)
  const lineItems =
    index === 3
      ? []
      : Array.from({ length: random.int(4, 25) }, (_, place) =>
          lineAt(world, random, index, place, company.size, currency, times),
        )
  // Added up in minor units: binary fractions of a pound do not add up to the penny.
  const total = (category?: string) =>
    money(
      lineItems
        .filter((line) => line.currency === currency && (!category || line.category.id === category))
        .reduce((sum, line) => sum + Math.round(line.annualisedCost * 100), 0),
    )
  const status =
    fiscalYear < world.now.getUTCFullYear()
      ? random.weighted([
          ['Approved', 70],
          ['Obsolete', 30],
        ] as const)
      : random.weighted([
          ['Draft', 30],
          ['PendingApproval', 28],
          ['Approved', 36],
          ['Obsolete', 6],
        ] as const)
  return {
    id: world.id('budgets', index),
    title: random.weighted([
      [`IT budget ${fiscalYear}`, 60],
      [`Managed services and renewals ${fiscalYear}`, 25],
      [`Device replacement ${fiscalYear}`, 15],
    ]),
    fiscalYear,
    periodType: random.weighted([
      ['Annual', 80],
      ['Quarterly', 14],
      ['Monthly', 6],
    ] as const),
    status,
    currency,
    notes: random.chance(0.45)
      ? random.pick([
          'The leased line moves to the new supplier in the second quarter.',
          'Hardware as agreed in the last review; laptops in two batches.',
          'Finance wants monthly figures.\nAsk before any change over 5,000.',
          'Prices of the maker rise in January.',
        ])
      : null,
    company: { id: company.id, name: company.name },
    createdBy: staffRef(world, world.someStaff(random)),
    totals: {
      softwareTotal: total('software'),
      hardwareTotal: total('hardware'),
      labourTotal: total('labour'),
      subscriptionTotal: total('subscription'),
      otherTotal: total('other'),
      grandTotal: total(),
    },
    lineItemCount: lineItems.length,
    ...times,
    lineItems,
  }
}
