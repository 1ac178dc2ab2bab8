import { expect, type Page } from '@playwright/test'
import { api } from './support/api'
import type { Server } from './support/instance'
import { test as other } from './support/other-server'
import { someId } from './support/record-of'
import { signIn, test } from './support/server'
import { thorough } from './support/thorough'
import { keepToast } from './support/toast'

type Line = {
  id: string
  description: string
  quantity: number
  unitPrice: number
  annualisedCost: number
  currency: string
  type: string | null
}
type Budget = {
  id: string
  title: string
  status: string
  fiscalYear: number
  currency: string
  company: { id: string }
  totals: { grandTotal: number }
  lineItems: Line[]
}

test.use({ ownServer: true })

const pounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })
const whatIf = (page: Page) => page.locator('section', { has: page.getByRole('heading', { name: 'What if' }) })

/** A budget in pounds whose dearest line is in pounds too. */
const someBudget = async (page: Page, server: Server) => {
  const { data } = await api(page, server).list<Budget>('/budgets?limit=100&status=PendingApproval')
  const budget = data.find(
    ({ currency, lineItems }) =>
      currency === 'GBP' &&
      lineItems.length > 4 &&
      lineItems
        .filter((line) => line.currency === 'GBP')
        .toSorted((a, b) => b.annualisedCost - a.annualisedCost)
        .slice(0, 2)
        .some(({ type }) => type !== 'OneOff'),
  )
  if (!budget) throw new Error('The sample has no budget in pounds.')
  const own = budget.lineItems.filter(({ currency }) => currency === 'GBP')
  const [dearest] = own
    .toSorted((a, b) => b.annualisedCost - a.annualisedCost)
    .slice(0, 2)
    .filter(({ type }) => type !== 'OneOff')
  return { budget, dearest: dearest as Line }
}

test('a scenario shows cost and reasons, is kept in the URL, and sends nothing', async ({ page, server }) => {
  await signIn(page, server)
  const { budget, dearest } = await someBudget(page, server)
  const writes: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && writes.push(request.url()))
  await page.goto(`./budgets/${budget.id}`)
  const pence = (lines: Line[]) => lines.reduce((sum, { annualisedCost }) => sum + Math.round(annualisedCost * 100), 0)
  const inPounds = budget.lineItems.filter(({ currency }) => currency === 'GBP')
  const once = pence(inPounds.filter(({ type }) => type === 'OneOff'))
  const yearly = pence(inPounds) - once
  const saved = once + 5 * yearly
  await expect(whatIf(page)).toContainText(`The saved budget costs ${pounds.format(saved / 100)} over five years.`)

  const line = whatIf(page).getByRole('group', { name: dearest.description }).first()
  await line.getByLabel('Quantity').fill(String(dearest.quantity * 2))
  const more = Math.round(dearest.annualisedCost * 100) * 5
  await expect(whatIf(page)).toContainText(`costs ${pounds.format(more / 100)} more than the saved budget`)
  await expect(whatIf(page)).toContainText(`${dearest.quantity} more`)

  await whatIf(page).getByLabel('Yearly increase').fill('10')
  // With 10 % a year five years make 6.1051 of the first.
  const difference = Math.round(once + ((yearly + more / 5) * 61051) / 10_000 - saved)
  await expect(whatIf(page)).toContainText(`costs ${pounds.format(difference / 100)} more than the saved budget`)
  const unfilled = whatIf(page)
    .locator('[aria-hidden] > span')
    .evaluateAll((bars) =>
      bars.map((bar) => {
        const part = bar.lastElementChild?.getBoundingClientRect().top ?? Number.NaN
        return Math.round(part - bar.getBoundingClientRect().top)
      }),
    )
  expect(await unfilled).toEqual(Array.from({ length: 10 }, () => 0))
  await whatIf(page).getByText('As a table').click()
  const totals = whatIf(page).getByRole('row', { name: /^FY / }).locator('td:nth-last-child(2)')
  await expect(totals).toHaveCount(5)
  const years = (await totals.allInnerTexts()).map((text) => Math.round(100 * Number(text.replaceAll(/[£,]/g, ''))))
  expect(years.reduce((sum, year) => sum + year)).toBe(saved + difference)
  const lastYear = years[4] ?? 0
  expect(Math.abs(lastYear - ((yearly + more / 5) * 14641) / 10_000)).toBeLessThan(1)
  await expect(whatIf(page).locator('dl').last()).toContainText(pounds.format(lastYear / 100))

  const link = page.url()
  expect(new URL(link).search).toBe(`?up=10&line=${dearest.id.slice(0, 8)}_q${dearest.quantity * 2}`)
  await page.goto('./budgets')
  await page.goto(link)
  await expect(whatIf(page)).toContainText(`costs ${pounds.format(difference / 100)} more than the saved budget`)
  await expect(line.getByLabel('Quantity')).toHaveValue(String(dearest.quantity * 2))

  for (const wrong of ['many', '-5', '1,5']) {
    await line.getByLabel('Quantity').fill(wrong)
    await line.getByLabel('Unit price').focus()
    await expect(line.getByLabel('Quantity')).toHaveAccessibleDescription('Enter a number, 0 or more.')
    await expect(line.getByLabel('Quantity')).toHaveValue(wrong)
    await expect(page).toHaveURL(`./budgets/${budget.id}?up=10`)
  }

  const back = whatIf(page).getByRole('button', { name: 'Reset' })
  await back.click()
  await expect(page).toHaveURL(`./budgets/${budget.id}`)
  await expect(back).toBeFocused()
  await expect(back).toBeDisabled()
  await expect(line.getByLabel('Quantity')).toHaveValue(String(dearest.quantity))
  // What is saved, typed again, is no change.
  for (const typed of [dearest.quantity * 2, dearest.quantity]) await line.getByLabel('Quantity').fill(String(typed))
  await expect(back).toBeDisabled()
  await line.getByLabel('Quantity').fill('-5')
  await back.click()
  await expect(line.getByLabel('Quantity')).toHaveValue(String(dearest.quantity))
  await expect(back).toBeDisabled()
  await page.goto(`./budgets/${budget.id}?up=lots&line=nonsense_q1`)
  await expect(whatIf(page)).toContainText('Ignored invalid scenario values: up=lots, line=nonsense_q1')
  expect(writes).toEqual([])
})

test('a purchase stays while it is typed, and what its link could not give back is rejected', async ({
  page,
  server,
}) => {
  await signIn(page, server)
  const { budget } = await someBudget(page, server)
  const add = (text: string) => `./budgets/${budget.id}?${new URLSearchParams({ add: text })}`
  await page.goto(add('12_949.99_GBP_2027_Laptop'))
  // Lines of the budget may be of laptops, too.
  const purchase = whatIf(page).getByRole('group', { name: /^Laptop *added/ })
  for (const [label, texts, range] of [
    ['Unit price', ['949.99123', '1e12', '-5'], 'Enter a number from 0 to 999,999,999,999, to four decimal places.'],
    ['Quantity', ['1e10', '12.5', '-5'], 'Enter a whole number from 0 to 999,999,999.'],
  ] as const) {
    const field = purchase.getByLabel(label)
    for (const text of texts) {
      await field.fill(text)
      await expect(field).toHaveAccessibleDescription(range)
      await expect(page).toHaveURL(add('12_949.99_GBP_2027_Laptop'))
    }
    await field.fill(label === 'Quantity' ? '12' : '949.99')
  }
  await purchase.getByLabel('Unit price').fill('900.5')
  await expect(page).toHaveURL(add('12_900.5_GBP_2027_Laptop'))

  await page.goto(add('12_949.99123_GBP_2027_Laptop'))
  const refused = 'The link has a purchase this page can’t count: 12 × Laptop (949.99123 GBP, 2027).'
  const notice = whatIf(page).getByRole('paragraph').filter({ hasText: refused })
  await expect(notice).toBeVisible()
  await expect(notice.locator('xpath=following-sibling::div')).not.toHaveCSS('margin-top', '0px')
})

test('a status is changed in place and undone', thorough, async ({ page, server }) => {
  await signIn(page, server)
  const { budget } = await someBudget(page, server)
  const status = async () => (await api(page, server).get<Budget>(`/budgets/${budget.id}`)).status
  await page.goto(`./budgets/${budget.id}`)
  const stations = page.getByRole('group', { name: 'Status' })
  await stations.getByRole('button', { name: 'Approved' }).click()
  await expect(page.getByText('set to approved.')).toBeVisible()
  await keepToast(page)
  await expect(stations.getByRole('button', { name: 'Approved' })).toHaveAttribute('aria-pressed', 'true')
  expect(await status()).toBe('Approved')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('set to pending approval.')).toBeVisible()
  expect(await status()).toBe('PendingApproval')

  await page.route(`**/api/public/v1/budgets/${budget.id}`, async (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 412, contentType: 'application/problem+json', body: '{"detail":"Another version."}' })
      : route.fallback(),
  )
  await stations.getByRole('button', { name: 'Draft' }).click()
  await expect(page.getByText('Someone else has changed this budget.')).toBeVisible()
  await expect(stations.getByRole('button', { name: 'Pending approval' })).toHaveAttribute('aria-pressed', 'true')
})

test('Undo changes its own budget when another one is shown', async ({ page, server }) => {
  await signIn(page, server)
  const { list, get } = api(page, server)
  const { data } = await list<Budget>('/budgets?limit=100')
  const isOther = (one: Budget) => (other: Budget) => other.id !== one.id && other.company.id === one.company.id
  const first = data.find((one) => one.status !== 'Approved' && data.some(isOther(one))) as Budget
  const second = data.find(isOther(first)) as Budget
  const statusOf = async ({ id }: Budget) => (await get<Budget>(`/budgets/${id}`)).status
  await page.goto(`./budgets/${first.id}`)
  const stations = page.getByRole('group', { name: 'Status' })
  await stations.getByRole('button', { name: 'Approved' }).click()
  await expect(page.getByText(`${first.title} set to approved.`)).toBeVisible()
  await keepToast(page)
  const years = page.locator('section', { has: page.getByRole('heading', { name: 'Across years' }) })
  await years.locator(`a[href$="/budgets/${second.id}"]`).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(second.title)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Previously approved.')).toBeVisible()
  expect([await statusOf(first), await statusOf(second)]).toEqual([first.status, second.status])
})

test('a company’s budgets are shown by year', thorough, async ({ page, server }) => {
  await signIn(page, server)
  const { budget } = await someBudget(page, server)
  const own = await api(page, server).list<Budget>(`/budgets?companyId=${budget.company.id}&limit=100`)
  await page.goto(`./budgets/${budget.id}`)
  const years = page.locator('section', { has: page.getByRole('heading', { name: 'Across years' }) })
  await expect(years.locator('header > span').first()).toHaveText(String(own.pagination.totalCount))
  for (const { title } of own.data) await expect(years.getByRole('link', { name: title }).first()).toBeVisible()
  await years.getByRole('link', { name: 'View all' }).click()
  await expect(page).toHaveURL(`./budgets?companyId=${budget.company.id}`)
})

other.describe('on another server', () => {
  const lines = [
    { id: someId, description: 'Credit note', quantity: -2, unitPrice: 1e12, annualisedCost: -2e12, currency: 'GBP' },
    { id: 'b1', description: null, quantity: null, unitPrice: null, annualisedCost: null, currency: 'GBP' },
    { id: 'b2', description: '<img src=x onerror=alert(1)>', quantity: 1e9, unitPrice: 0.1, currency: 'GBP' },
  ]
  const of = (lineItems: object[] | null) => ({
    id: someId,
    title: 'A budget',
    currency: 'GBP',
    lineItems,
  })

  for (const [name, lineItems] of [
    ['without lines', []],
    ['that does not tell its lines', null],
    ['with negative, huge and missing numbers', lines],
  ] as const)
    other(`a budget ${name} is shown`, thorough, async ({ page, server, answers }) => {
      const pagination = { page: 1, limit: 1, totalCount: 0, totalPages: 0, hasNextPage: false, hasPrevPage: false }
      answers['GET /companies'] = [200, { data: [], pagination }]
      await signIn(page, server, 'a-key-of-another-server')
      answers[`GET /budgets/${someId}`] = [200, { data: of(lineItems as object[] | null) }]
      await page.goto(`./budgets/${someId}?up=5`)
      await expect(page.getByRole('heading', { level: 1, name: 'A budget' })).toBeVisible()
      await expect(page.getByRole('heading', { name: 'What if' })).toHaveCount(lineItems?.length ? 1 : 0)
      if (lineItems?.length) await expect(whatIf(page)).toContainText('Over five years the scenario costs')
    })
})
