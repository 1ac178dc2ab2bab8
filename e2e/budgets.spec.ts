import fs from 'node:fs/promises'
import { expect } from '@playwright/test'
import { api } from './support/api'
import { adminKey } from './support/instance'
import { signIn, test } from './support/server'
import { thorough } from './support/thorough'

test.use({ ownServer: true })

test(
  'a budget is found and shown with its lines, and its history shows a new status',
  thorough,
  async ({ page, server }) => {
    await signIn(page, server)
    type Budget = { title: string; company: { name: string } | null }
    const { data } = await api(page, server).list<Budget>('/budgets?limit=100')
    const of = data.find(({ company, title }) => company && !title.includes(company.name))
    await page.goto('./budgets')
    await page.getByRole('searchbox', { name: 'Title or company' }).fill(of?.company?.name ?? '')
    await expect(page).toHaveURL(/titleOrCompany=/)
    await expect(page.getByRole('row').nth(1)).toContainText(of?.company?.name ?? '')
    await page.goto('./budgets?search=2026')
    await expect(page.getByRole('button', { name: 'Remove filter: Title' })).toBeVisible()
    await page.goto('./budgets?sortColumn=title&sortDesc=false')
    await page.getByRole('link', { name: 'Pending approval' }).click()
    await expect(page).toHaveURL(/status=PendingApproval/)
    const first = page.getByRole('row').nth(1)
    await expect(first).toContainText('Pending approval')
    for (const row of [2, 3]) await page.getByRole('row').nth(row).getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Set status' }).click()
    await page.getByRole('button', { name: 'Approved', exact: true }).click()
    await page.getByRole('button', { name: 'Set 2 budgets to approved' }).click()
    const outcome = page.locator('dialog[open]')
    await expect(outcome.getByRole('heading')).toHaveText('2 of 2 budgets set to approved')
    await outcome.getByRole('button', { name: 'Undo for these 2' }).click()
    await expect(outcome.getByRole('listitem').filter({ hasText: 'pending approval' })).toHaveCount(2)
    await outcome.getByRole('button', { name: 'Done' }).click()
    await first.getByRole('rowheader').getByRole('link').click()
    await expect(page.getByRole('heading', { name: 'Line items' })).toBeVisible()
    const client = await page.getByRole('definition').first().textContent()
    await expect(page.getByRole('heading', { level: 1 }).locator('..')).toContainText(client ?? '')
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', '')
    })
    await page.getByRole('button', { name: 'Print', exact: true }).click()
    await expect(page.locator('body')).toHaveAttribute('data-printed')
    await expect(page.getByText('no changes yet')).toBeVisible()

    const id = page.url().split('/').at(-1)
    const answer = await page.request.patch(`${server.origin}/api/public/v1/budgets/${id}`, {
      headers: { authorization: `Bearer ${adminKey}` },
      data: { status: 'Approved', notes: null },
    })
    expect(answer.status()).toBe(200)
    await page.reload()
    await expect(page.getByRole('listitem').filter({ hasText: /^Status Pending approval Approved$/ })).toBeVisible()
  },
)

test(
  'line items are grouped with subtotals, and saved totals that don’t match are reported',
  thorough,
  async ({ page, server }) => {
    await signIn(page, server)
    type Line = { annualisedCost: number; currency: string }
    type Budget = { id: string; currency: string; totals: Record<string, number>; lineItems: Line[] }
    const { list, get } = api(page, server)
    const all = (await list<Budget>('/budgets?limit=100')).data
    const mixed = all.find(({ lineItems, currency }) => lineItems.some((line) => line.currency !== currency))
    if (!mixed) throw new Error('The sample has no budget with a line in another currency.')
    const budget = await get<Budget>(`/budgets/${mixed.id}`)
    const money = (value: number) => value.toLocaleString('en-GB', { style: 'currency', currency: budget.currency })
    await page.goto(`./budgets/${mixed.id}`)
    const { grandTotal = 0, ...totals } = budget.totals
    for (const total of Object.values(totals).filter((value) => value > 0))
      await expect(
        page
          .getByRole('row')
          .filter({ hasText: money(total) })
          .first(),
      ).toBeVisible()
    await expect(page.getByRole('row', { name: /^Total a year/ })).toContainText(money(grandTotal))
    await expect(page.getByText(/not in the totals/)).toBeVisible()
    await expect(page.getByText('The saved totals don’t match')).toHaveCount(0)

    let change = (data: Budget) => {
      data.totals.grandTotal = grandTotal + 1000
    }
    await page.route(`**/api/public/v1/budgets/${mixed.id}`, async (route) => {
      const response = await route.fetch()
      const { data } = await response.json()
      change(data)
      await route.fulfill({ response, json: { data } })
    })
    await page.reload()
    await expect(page.getByText('The saved totals don’t match the line items.')).toBeVisible()
    await expect(
      page.getByText(`saved ${money(grandTotal + 1000)}, line items add up to ${money(grandTotal)}.`),
    ).toBeVisible()

    // An amount that its category has no room for in the drawing is left out, not cut.
    const amount = page.locator('[aria-hidden] header b').first()
    const shownIn = (width: string) =>
      amount.evaluate((amount, width) => {
        const category = amount.closest('div')
        if (category) category.style.flex = `0 0 ${width}`
        const [text, room] = [amount.firstElementChild ?? amount, amount].map((part) => part.getBoundingClientRect())
        if (!text || !room || text.top >= room.bottom) return 'nothing'
        return text.right <= room.right + 1 ? 'all' : 'a part'
      }, width)
    expect(await shownIn('20rem')).toBe('all')
    expect(await shownIn('2rem')).toBe('nothing')

    const costing = (cost: number) => (data: Budget) => {
      const [line] = data.lineItems
      data.totals = { softwareTotal: cost, grandTotal: cost }
      data.lineItems = line ? [{ ...line, currency: data.currency, annualisedCost: cost }] : []
    }
    // Less than one still fills the drawing, and no amount is wider than a phone.
    change = costing(0.125)
    await page.reload()
    await expect(page.getByRole('row', { name: /^Total a year/ })).toContainText(money(0.125))
    const category = page.locator('div:has(> header)').filter({ has: amount })
    const widths = await category.evaluate((one) => [one, one.parentElement].map((box) => box?.clientWidth))
    expect(widths[0]).toBe(widths[1])
    change = costing(1e15)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.reload()
    const total = page.getByText(money(1e15)).first()
    await expect(total).toBeVisible()
    expect(await total.evaluate((text) => text.getBoundingClientRect().right - innerWidth)).toBeLessThanOrEqual(0)
    // Lines have no label where the drawing is too low for one.
    await expect(page.locator('[aria-hidden] header + div > div > span').first()).toBeHidden()
  },
)

test(
  'a budget export has a currency beside each amount and the table’s status names',
  thorough,
  async ({ page, server }) => {
    await signIn(page, server)
    type Budget = { id: string; currency: string; totals: { grandTotal: number } }
    const { data, pagination } = await api(page, server).list<Budget>('/budgets?status=PendingApproval&limit=100')
    expect(new Set(data.map(({ currency }) => currency)).size).toBeGreaterThan(1)
    await page.goto('./budgets?status=PendingApproval')
    await page.getByRole('button', { name: `Export ${pagination.totalCount}` }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog').getByRole('button', { name: 'Export' }).click(),
    ])
    const [heads, ...lines] = (await fs.readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
    expect(heads).toBe('\uFEFFTitle,Company,Year,Status,Total,Currency,Lines,Updated,ID')
    expect(lines).toHaveLength(pagination.totalCount)
    for (const { id, currency, totals } of data)
      expect(lines.find((line) => line.endsWith(id))).toContain(`,Pending approval,${totals.grandTotal},${currency},`)
  },
)
