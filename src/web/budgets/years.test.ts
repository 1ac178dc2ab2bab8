import { expect, it } from 'vitest'
import { yearsOf } from './years'

const budget = (
  id: string,
  fiscalYear: number | null,
  grandTotal: number | null,
  status = 'Approved',
  currency = 'GBP',
) => ({
  id,
  title: id,
  fiscalYear,
  currency,
  status,
  totals: { grandTotal },
})

it('budgets of a company stand by year, each with its change to the latest earlier one in the same currency', () => {
  const years = yearsOf([
    budget('2026', 2026, 251204),
    budget('old plan', 2027, 999, 'Obsolete'),
    budget('2027', 2027, 273550),
    budget('dollars', 2027, 13680, 'PendingApproval', 'USD'),
    budget('2024', 2024, 0.1),
    budget('2024 b', 2024, 0.2),
    budget('unknown', null, 12),
  ])
  expect(
    years.map(({ year, currency, sum, change, budgets }) => [year, currency, sum, change, budgets.length]),
  ).toEqual([
    [2027, 'GBP', 273550, { percent: 8.9, from: 2026 }, 2],
    [2027, 'USD', 13680, null, 1],
    [2026, 'GBP', 251204, { percent: 83734566.7, from: 2024 }, 1],
    [2024, 'GBP', 0.3, null, 2],
    [null, 'GBP', 12, null, 1],
  ])
})

it('a year is what is approved, else what waits for approval, and never a sum of drafts', () => {
  const years = yearsOf([
    budget('2028', 2028, 130, 'PendingApproval'),
    budget('2028 b', 2028, 50, 'Draft'),
    budget('2027', 2027, 120),
    budget('2027 b', 2027, 30, 'PendingApproval'),
    budget('2026', 2026, 122238.35, 'Draft'),
    budget('2026', 2026, 141480.8, 'Draft'),
    budget('2025', 2025, 100),
  ])
  expect(years.map(({ sum, change }) => [sum, change])).toEqual([
    [130, { percent: 8.3, from: 2027 }],
    [120, { percent: 20, from: 2025 }],
    [null, null],
    [100, null],
  ])
})

it('a year is drawn beside those in the same currency alone', () => {
  const years = yearsOf([
    budget('yen', 2027, 300_000, 'Approved', 'JPY'),
    budget('dinars', 2027, 1803.042, 'Approved', 'KWD'),
    budget('dinars before', 2026, 901.521, 'Approved', 'KWD'),
    budget('fils', 2025, 0, 'Approved', 'BHD'),
  ])
  expect(years.map(({ currency, part }) => [currency, part])).toEqual([
    ['JPY', 1],
    ['KWD', 1],
    ['KWD', 0.5],
    ['BHD', 0],
  ])
})

it('a year without a budget that counts has no sum, and the next is compared with the one before it', () => {
  const years = yearsOf([
    budget('2027', 2027, 110),
    budget('old plan', 2026, 999, 'Obsolete'),
    budget('without a total', 2025, null, 'Draft'),
    budget('free', 2024, 0),
    budget('2023', 2023, 100),
  ])
  expect(years.map(({ sum, part, change }) => [sum, part, change?.from])).toEqual([
    [110, 1, 2023],
    [null, 0, undefined],
    [null, 0, undefined],
    [0, 0, undefined],
    [100, 100 / 110, undefined],
  ])
})
