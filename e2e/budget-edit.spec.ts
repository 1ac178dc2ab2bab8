import { expect, type Page } from '@playwright/test'
import { api } from './support/api'
import { adminKey, type Server } from './support/instance'
import { signIn, test } from './support/server'
import { thorough } from './support/thorough'
import { keepToast } from './support/toast'

type Budget = { id: string; title: string; notes: string | null; fiscalYear: number; status: string; currency: string }

const open = async (page: Page, server: Server, row: number) => {
  const { data } = await api(page, server).list<Budget>('/budgets?status=Draft&sortColumn=title&sortDesc=false')
  const budget = data[row]
  if (!budget) throw new Error('The sample has too few drafts.')
  await page.goto(`./budgets/${budget.id}`)
  await page.getByRole('link', { name: 'Edit' }).click()
  await expect(page.getByLabel('Title')).toHaveValue(budget.title)
  return { budget, now: () => api(page, server).get<Budget>(`/budgets/${budget.id}`) }
}
const patch = (page: Page, server: Server, id: string, data: object) =>
  page.request.patch(`${server.origin}/api/public/v1/budgets/${id}`, {
    headers: { authorization: `Bearer ${adminKey}` },
    data,
  })

test.use({ ownServer: true })

test.beforeEach(({ page, server }) => signIn(page, server))

test('all six fields are edited, notes are cleared with null, and Undo restores them', async ({ page, server }) => {
  const { budget } = await open(page, server, 0)
  await patch(page, server, budget.id, { notes: 'Ask before any change.' })
  await page.reload()
  await page.getByLabel('Title').fill('Next year, first draft')
  await page.getByLabel('Fiscal year').fill('2031')
  await page.getByLabel('Period').selectOption('Quarterly')
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Pending approval')
  const currency = page.getByLabel('Currency')
  await currency.fill('chf')
  await expect(currency).toHaveAccessibleDescription(/to CHF\s0.00: none of the \d+ line items is in CHF/)
  await expect(page.locator('datalist option[value="CHF"]')).toHaveText('Swiss Franc')
  await page.getByLabel('Notes').fill('')
  const sent = page.getByRole('region', { name: 'Changes to save' })
  await expect(sent.getByRole('row', { name: 'Notes' })).toContainText('empty')
  const request = page.waitForRequest((candidate) => candidate.method() === 'PATCH')
  await page.getByRole('button', { name: 'Save 6 changes' }).click()
  expect((await request).postDataJSON()).toEqual({
    title: 'Next year, first draft',
    fiscalYear: 2031,
    periodType: 'Quarterly',
    status: 'PendingApproval',
    currency: 'CHF',
    notes: null,
  })
  await keepToast(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Next year, first draft' })).toBeVisible()
  await expect(page.getByText('No notes.')).toBeVisible()
  await expect(page.getByText('No line item is in CHF, so the totals are zero.')).toBeVisible()
  await expect(page.getByText('Totals match the line items')).toBeHidden()
  const total = page.getByRole('listitem').filter({ hasText: /^Totals: grand total \S+[\d,.]+ CHF\s0.00$/ })
  await expect(total).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('heading', { level: 1, name: budget.title })).toBeVisible()
  await expect(page.getByText('No line item is in CHF')).toBeHidden()
  await expect(page.getByText('Ask before any change.').first()).toBeVisible()
})

test('an invalid year and currency stay in the form with their errors', thorough, async ({ page, server }) => {
  const { budget, now } = await open(page, server, 1)
  const before = await now()
  await page.getByLabel('Fiscal year').fill('1899')
  await expect(page.getByLabel('Fiscal year')).toHaveAccessibleDescription('Must be a whole number from 1900 to 2100.')
  await page.getByLabel('Currency').fill('pounds')
  await expect(page.getByLabel('Currency')).toHaveAccessibleDescription(/^Must be an ISO 4217 currency code/)
  await page.getByRole('button', { name: 'Save 2 changes' }).click()
  await expect(page.getByLabel('Fiscal year')).toBeFocused()
  expect(await now()).toEqual(before)
  expect(before.id).toBe(budget.id)
})

test(
  'a conflict shows who made the other change, and each field’s value can be chosen',
  thorough,
  async ({ page, server }) => {
    const { budget, now } = await open(page, server, 2)
    await page.getByLabel('Title').fill('Mine')
    await patch(page, server, budget.id, { title: 'Theirs', status: 'Approved' })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText('Changed by “Admin key”, today')
    await expect(dialog.getByRole('row', { name: 'Title' })).toContainText('Theirs')
    await dialog.getByRole('button', { name: 'Save 1 change to current version' }).click()
    await expect(page.getByText('saved.')).toBeVisible()
    expect(await now()).toMatchObject({ title: 'Mine', status: 'Approved' })
  },
)

test(
  'a read-only key is told which scope is missing, on hover, focus and press',
  thorough,
  async ({ page, server }) => {
    const { budget } = await open(page, server, 3)
    const { key } = (
      await api(page, server).post<{ key: string }>('/api-keys', {
        name: 'Reader',
        scopes: ['budgets:read', 'companies:read', 'automation:read'],
      })
    ).data
    await signIn(page, server, key)
    await page.goto(`./budgets/${budget.id}`)
    const tip = page.getByRole('tooltip')
    const edit = page.getByRole('button', { name: 'Edit' })
    await expect(edit).toHaveAccessibleDescription(/^Your key is missing the budgets:write scope\./)
    await edit.hover()
    await expect(tip).toContainText('Your key is missing the budgets:write scope.')
    await tip.hover()
    await expect(tip).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(tip).toHaveCount(0)
    await page.getByRole('group', { name: 'Status' }).getByRole('button', { name: 'Draft' }).focus()
    await page.keyboard.press('Tab')
    await expect(tip).toContainText('budgets:write')
    await page.keyboard.press('Enter')
    await expect(tip).toContainText('budgets:write')
    await page.goto('./budgets')
    const row = page.getByRole('row').nth(1)
    await row.hover()
    await expect(row.getByRole('link', { name: /^Open / })).toBeVisible()
    await expect(row.getByRole('link', { name: /^Edit / })).toHaveCount(0)
    await page.goto('./automation')
    const first = page.getByRole('switch').first()
    await expect(first).toHaveAttribute('aria-disabled', 'true')
    await first.press('Enter')
    await expect(tip).toContainText('Your key is missing the automation:write scope.')
    await page
      .getByRole('checkbox', { name: /^Select / })
      .nth(1)
      .check()
    await page.getByRole('button', { name: 'Turn on' }).press('Enter')
    await expect(tip).toContainText('Your key is missing the automation:write scope.')
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto('./reports')
    await expect(page.getByRole('main')).toContainText('reports:read')
    const { totalCount } = (await api(page, server).list('/budgets?status=PendingApproval')).pagination
    const link = (name: string) =>
      page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true })
    await expect(link('Budgets')).toHaveAccessibleDescription(`${totalCount} waiting for approval`)
    for (const name of ['Today', 'Follow-up', 'Report schedules']) await expect(link(name)).toHaveText(name)
    expect(asked.filter((path) => /\/v1\/(report-schedules|surveys)/.test(path))).toEqual([])
  },
)
