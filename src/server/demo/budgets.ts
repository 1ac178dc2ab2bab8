import type { z } from 'zod/mini'
import type { Budget, BudgetLineItem } from '../../contract/budgets'
import { dayLong } from '../../contract/core/days'
import { companyAt } from './companies'
import { staffRef } from './people'
import type { Random } from './random'
import { stampsOf, type World } from './world'

type Line = z.output<typeof BudgetLineItem>
type Category = 'software' | 'hardware' | 'labour' | 'subscription' | 'other'

type Product = {
  description: string
  /** The price of one, in pence. */
  pence: number
  termMonths: number | null
  per: 'month' | 'once' | 'year'
  /** One for each person, or some. */
  each?: 'person'
  /** The maker bills some products in dollars. */
  inDollars?: true
}

const catalogue: Record<Category, readonly Product[]> = {
  software: [
    { description: 'Veeam Data Platform Essentials', pence: 41250, termMonths: 12, per: 'year' },
    { description: 'Sage 200, user', pence: 6490, termMonths: 12, per: 'month' },
    { description: 'Adobe Acrobat Pro', pence: 1899, termMonths: 12, per: 'month' },
    { description: 'AutoCAD LT', pence: 39600, termMonths: 12, per: 'year' },
    { description: 'Endpoint detection, per device', pence: 385, termMonths: 36, per: 'month', each: 'person' },
    { description: 'Windows Server 2025 Standard, 16 cores', pence: 84900, termMonths: null, per: 'once' },
    { description: 'Password manager, per user', pence: 310, termMonths: 12, per: 'month', each: 'person' },
    {
      description: 'Visio Plan 2',
      pence: 1230,
      termMonths: 12,
      per: 'month',
    },
    { description: 'Figma Organization', pence: 42000, termMonths: 12, per: 'year', inDollars: true },
  ],
  hardware: [
    { description: 'Latitude 5540 laptop with dock', pence: 118900, termMonths: null, per: 'once' },
    { description: 'ThinkPad T14 for new starters', pence: 109500, termMonths: null, per: 'once' },
    { description: 'PowerEdge R760 host', pence: 864000, termMonths: null, per: 'once' },
    { description: 'FortiGate 100F pair', pence: 512500, termMonths: null, per: 'once' },
    { description: '27-inch monitor', pence: 21450, termMonths: null, per: 'once' },
    { description: 'CX 6200F switch, 48 ports', pence: 246700, termMonths: null, per: 'once' },
    { description: 'U7 Pro access point', pence: 17900, termMonths: null, per: 'once' },
    { description: 'Rack UPS 3000 VA', pence: 139900, termMonths: null, per: 'once' },
    { description: 'RS1221+ storage, 8 disks', pence: 318000, termMonths: null, per: 'once' },
    { description: 'Warranty extension, server', pence: 62500, termMonths: 12, per: 'year' },
    { description: 'Conference bar for the meeting room', pence: 174900, termMonths: null, per: 'once' },
  ],
  labour: [
    { description: 'Managed service, per user', pence: 4250, termMonths: 36, per: 'month', each: 'person' },
    { description: 'Project days, network renewal', pence: 78500, termMonths: null, per: 'once' },
    { description: 'Onsite day a month', pence: 69000, termMonths: 12, per: 'month' },
    { description: 'Out of hours cover', pence: 31500, termMonths: 12, per: 'month' },
    { description: 'Cyber Essentials preparation', pence: 195000, termMonths: null, per: 'once' },
    { description: 'Laptop roll-out, per device', pence: 9500, termMonths: null, per: 'once' },
    { description: 'Quarterly restore test', pence: 27500, termMonths: 12, per: 'month' },
  ],
  subscription: [
    { description: 'Microsoft 365 Business Premium', pence: 1810, termMonths: 12, per: 'month', each: 'person' },
    { description: 'Exchange Online archive', pence: 240, termMonths: 12, per: 'month', each: 'person' },
    { description: 'Leased line 500 Mbit/s', pence: 34900, termMonths: 36, per: 'month' },
    { description: 'Second line, 4G fallback', pence: 4900, termMonths: 24, per: 'month' },
    { description: 'Hosted telephony, per seat', pence: 950, termMonths: 24, per: 'month', each: 'person' },
    { description: 'Backup to the cloud, per TB', pence: 2800, termMonths: 12, per: 'month' },
    { description: 'Mail security, per mailbox', pence: 215, termMonths: 12, per: 'month', each: 'person' },
    { description: 'DNS filter, per user', pence: 145, termMonths: 12, per: 'month', inDollars: true, each: 'person' },
    { description: 'Security training, per user', pence: 190, termMonths: 12, per: 'month', each: 'person' },
    { description: 'Uptime monitoring', pence: 5900, termMonths: 12, per: 'month', inDollars: true },
  ],
  other: [
    { description: 'Recycling of old devices', pence: 1250, termMonths: null, per: 'once' },
    { description: 'Domain names', pence: 1499, termMonths: 12, per: 'year' },
    { description: 'Contingency', pence: 250000, termMonths: null, per: 'once' },
    { description: 'Cabling', pence: 38000, termMonths: null, per: 'once' },
    { description: 'Cyber insurance, premium', pence: 184000, termMonths: 12, per: 'year' },
    { description: 'Courier', pence: 1850, termMonths: null, per: 'once' },
  ],
}

/** The title decides the line items. */
const themes: readonly { title: string; weight: number; categories: readonly Category[]; most: number }[] = [
  { title: 'IT budget', weight: 56, categories: ['software', 'hardware', 'labour', 'subscription', 'other'], most: 25 },
  { title: 'Managed services and renewals', weight: 22, categories: ['software', 'labour', 'subscription'], most: 20 },
  { title: 'Device replacement', weight: 14, categories: ['hardware', 'labour', 'other'], most: 14 },
  { title: 'Network and security projects', weight: 8, categories: ['hardware', 'labour', 'software'], most: 12 },
]
const names: Record<Category, string> = {
  software: 'Software',
  hardware: 'Hardware',
  labour: 'Labour',
  subscription: 'Subscription',
  other: 'Other',
}

const perYear = { month: 12, once: 1, year: 1 }
const money = (pence: number) => pence / 100

/** The fiscal year is the calendar year, and its budget is written in the months before it and early in it. */
const lifeOf = (world: World, random: Random, age: number) => {
  const thisYear = world.now.getUTCFullYear()
  const joined = new Date(world.now.getTime() - age * dayLong).getUTCFullYear()
  const drawn = random.weighted([
    [1, 40],
    [0, 38],
    [-1, 15],
    [-2, 7],
  ] as const)
  const fiscalYear = Math.max(joined, thisYear + drawn)
  const began = (world.now.getTime() - Date.UTC(fiscalYear, 0, 1)) / dayLong
  const written = began + random.int(-30, 120)
  return { fiscalYear, written: Math.max(1, Math.min(written > 1 ? written : random.int(1, 75), age - 4)) }
}

const lineOf = (
  random: Random,
  { description, pence: price, termMonths, per, each, inDollars }: Product,
  category: Category,
  company: { size: number },
  budgetCurrency: string,
): Omit<Line, 'id' | 'createdAt' | 'updatedAt'> => {
  const currency = inDollars ? 'USD' : budgetCurrency
  // The yen has no minor unit: prices there are whole.
  const pence = currency === 'JPY' ? Math.round(price * 1.9) * 100 : Math.round(price * (0.92 + random.next() * 0.16))
  const some = price < 30000 ? random.int(2, Math.max(4, Math.round(company.size / 5))) : random.int(1, 3)
  const quantity = each ? Math.max(1, Math.round(company.size * (0.75 + random.next() * 0.3))) : some
  return {
    description,
    quantity,
    unitPrice: money(pence),
    termMonths,
    annualisedCost: money(pence * quantity * perYear[per]),
    currency,
    notes:
      currency !== budgetCurrency
        ? 'Billed by the maker in dollars.'
        : termMonths !== null && random.chance(0.15)
          ? 'Renews on the anniversary; three months’ notice.'
          : null,
    category: { id: category, name: names[category] },
    linkedItem: null,
    type: per === 'once' ? 'OneOff' : 'Recurring',
    recurrence: per === 'month' ? 'Monthly' : per === 'year' ? 'Annual' : null,
  }
}

export const budgetAt = (world: World, index: number): z.output<typeof Budget> => {
  const random = world.random('budgets', index)
  const company = companyAt(world, world.someCompany(random))
  const { fiscalYear, written } = lifeOf(world, random, company.age)
  const { currency } = company
  const times = stampsOf(world, random, written)
  const { title, categories, most } = random.weighted(themes.map((theme) => [theme, theme.weight] as const))
  const products = categories.flatMap((category) => catalogue[category].map((product) => ({ category, product })))
  const lineItems = random
    .some(products, index === 3 ? 0 : random.int(4, most))
    .map(({ category, product }, place) => ({
      id: world.id('line item', index * 40 + place),
      ...lineOf(random, product, category, company, currency),
      ...times,
    }))
  // Added up in minor units, because floating-point pounds do not add up exactly.
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
    title: `${title} ${fiscalYear}`,
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
