import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import type { Overview } from '../src/contract/figures/client-comparison'
import { api } from './support/api'
import { addFilter } from './support/filters'
import { hrefOf } from './support/instance'
import { hydrated, signIn, test } from './support/server'
import { thorough } from './support/thorough'

const table = (page: Page, total: number) => page.getByRole('table', { name: `Clients side by side: ${total} client` })
const rowHeads = (page: Page) => page.getByRole('rowheader')
const names = (page: Page) => rowHeads(page).getByRole('link')

test.use({ ownServer: true })

test(
  'clients are sorted, filtered, exported and opened by what their figures say',
  thorough,
  async ({ page, server }) => {
    await signIn(page, server)
    const { list } = api(page, server)
    await page.goto('./clients')
    const all = await list<Overview>('/client-overview')
    await expect(table(page, all.pagination.totalCount)).toBeVisible()
    await expect(names(page)).toHaveText(all.data.map(({ name }) => name))
    // A name written from right to left is aligned like the others, and keeps its beginning where it is cut.
    const arabic = rowHeads(page).filter({ hasText: 'شركة' }).first()
    await expect(arabic).toHaveCSS('text-align', 'left')
    const beyond = await arabic.evaluate((cell) => {
      cell.style.inlineSize = '5rem'
      const ends = [cell.querySelector('a'), cell].map((part) => part?.getBoundingClientRect().right ?? 0)
      return (ends[0] ?? 0) - (ends[1] ?? 0)
    })
    expect(beyond).toBeLessThanOrEqual(0)

    await page.getByRole('columnheader', { name: 'Out of warranty' }).getByRole('link').click()
    const worst = await list<Overview>('/client-overview?sortColumn=out_of_warranty')
    await expect(names(page)).toHaveText(worst.data.map(({ name }) => name))
    // An inactive client has no percentile.
    const at = worst.data.findIndex(({ percentiles }) => percentiles.outOfWarranty)
    const { outOfWarranty, percentiles } = worst.data[at] as Overview
    const row = page.getByRole('row').nth(at + 1)
    const figure = row.getByRole('cell').filter({ hasText: `${outOfWarranty}%` })
    await expect(figure).toContainText(new RegExp(`%${percentiles.outOfWarranty}(st|nd|rd|th) percentile$`))
    // The reason is named below the client, and marked.
    await expect(row.getByRole('rowheader')).toContainText(/out of warranty/i)
    await expect(figure.getByText('Needs action:')).toBeAttached()

    await page.getByRole('link', { name: 'Needs action' }).click()
    await addFilter(page, 'Employees')
    await page.getByRole('combobox', { name: 'Employees' }).selectOption('10–49')
    await expect(page).toHaveURL('./clients?health=act&sortColumn=out_of_warranty&size=10-49')
    const few = await list<Overview>('/client-overview?sortColumn=out_of_warranty&health=act&size=10-49')
    await expect(table(page, few.pagination.totalCount)).toBeVisible()

    await page.getByRole('button', { name: `Export ${few.pagination.totalCount}` }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog').getByRole('button', { name: 'Export' }).click(),
    ])
    const file = (await readFile(await download.path(), 'utf8')).split('\r\n')
    expect(file).toHaveLength(few.pagination.totalCount + 2)
    expect(file[0]).toContain('Budget per head,Currency,"Budget per head, percentile"')
    expect(file[0]).toContain(',Out of warranty (%),"Out of warranty, percentile",Goals overdue,')

    const compared = few.data.findIndex(({ peers }) => peers)
    const one = few.data[compared]
    await names(page).nth(compared).focus()
    await page.keyboard.press('Enter')
    const panel = page.getByRole('complementary', { name: one?.name ?? '' })
    await expect(panel).toContainText('Needs action because')
    await panel.getByRole('link', { name: 'Open page' }).first().click()
    await expect(page).toHaveURL(`./clients/${one?.id}`)
    await expect(page.getByRole('heading', { level: 1, name: one?.name ?? '' })).toBeVisible()
    await expect(page.getByText(`Among ${one?.peers?.clients} clients with 10–49 employees`)).toBeVisible()
    await expect(page.getByText('aren’t recorded by day')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Company page' })).toHaveAttribute(
      'href',
      hrefOf(`/companies/${one?.id}`),
    )

    await page.goto('./clients')
    const [first, second] = all.data
    await page.getByRole('checkbox', { name: `Select ${first?.name}`, exact: true }).check()
    const compare = page.getByRole('link', { name: /^Compare/ })
    await expect(page.getByText('1 selected')).toBeVisible()
    await expect(compare).toHaveCount(0)
    await page.getByRole('checkbox', { name: `Select ${second?.name}`, exact: true }).check()
    await compare.click()
    await expect(page).toHaveURL(`./clients/compare?${new URLSearchParams({ ids: `${first?.id},${second?.id}` })}`)
    await page.reload()
    const heads = page.getByRole('columnheader')
    await expect(heads).toContainText(['Figure', first?.name ?? '', second?.name ?? ''])
    await expect(page.getByRole('row', { name: 'Out of warranty' }).getByRole('cell')).toContainText([
      `${first?.warrantiesEnded} of`,
      `${second?.warrantiesEnded} of`,
    ])
    await heads.getByRole('link', { name: second?.name ?? '' }).click()
    await expect(page).toHaveURL(`./clients/${second?.id}`)
  },
)

test(
  'two figures are drawn with a table beside them, and limits of health from Settings go into the address',
  thorough,
  async ({ page, server }) => {
    await signIn(page, server)
    const { get, list } = api(page, server)
    await page.goto('./clients/chart?x=budgetPerHead&y=daysSinceReport&size=50-249')
    const points = await get<{ points: object[]; currency: string; otherCurrencies: number }>(
      '/client-overview/points?x=budgetPerHead&y=daysSinceReport&size=50-249',
    )
    await expect(page.getByRole('status').filter({ hasText: `${points.points.length} clients` })).toBeVisible()
    await expect(page.getByRole('table').getByRole('rowheader')).toHaveCount(points.points.length)
    await expect(page.locator('figure circle')).toHaveCount(points.points.length)
    await expect(page.getByText(`Only budgets in ${points.currency} are shown`)).toBeVisible()
    await expect(page.locator('[data-few]')).toHaveCount(0)
    await page.getByRole('combobox', { name: 'Horizontal axis' }).selectOption('Waiting')
    await expect(page).toHaveURL(/x=waiting/)
    await page.getByRole('combobox', { name: 'Vertical axis' }).selectOption('Score')
    const scores = await get<{ points: { answers: number }[] }>('/client-overview/points?x=waiting&y=score&size=50-249')
    const few = scores.points.filter(({ answers }) => answers < 10).length
    await expect(page.locator('figure circle[data-few]')).toHaveCount(few)
    await expect(page.getByRole('cell').and(page.locator('[data-few]'))).toHaveCount(few)
    expect(few).toBeGreaterThan(0)

    await page.goto('./settings/client-health')
    await page.getByLabel('Out of warranty, needs action').fill('10')
    await expect(page.getByRole('alert')).toContainText('can’t be lower than “Watch”')
    await page.getByLabel('Out of warranty, watch').fill('5')
    const tab = await page.context().newPage()
    await tab.goto('./settings/client-health')
    await hydrated(tab)
    await tab.getByLabel('Include score').uncheck()
    await tab.getByRole('button', { name: 'Save limits' }).click()
    await expect(page.getByLabel('Include score')).not.toBeChecked()
    await page.getByRole('main').getByRole('link', { name: 'Clients side by side' }).click()
    await page.getByRole('alertdialog', { name: 'Leave with 1 unsaved change?' }).getByText('Keep editing').click()
    await page.getByRole('button', { name: 'Save limits' }).click()
    await expect(page.getByRole('button', { name: 'Save limits' })).toBeDisabled()
    await expect(page.getByRole('button', { name: 'Save limits' })).toBeFocused()
    await page.getByRole('button', { name: 'Reset to defaults' }).click()
    await expect(page.getByLabel('Include score')).toBeChecked()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Clients side by side' }).click()
    await expect(page).toHaveURL(/thresholds=score%3Aoff%2CoutOfWarranty%3A5%3A10/)
    await expect(page.getByRole('group', { name: 'Filters' })).toContainText('Own health limits')
    const thresholds = new URLSearchParams({ thresholds: 'score:off,outOfWarranty:5:10' })
    const usual = new Map(
      (await list<Overview>('/client-overview?limit=100')).data.map(({ id, health }) => [id, health]),
    )
    const judged = await list<Overview>(`/client-overview?limit=100&${thresholds}`)
    const other = judged.data.find(({ id, health }) => health === 'act' && usual.get(id) === 'watch') as Overview
    await page.goto(`./clients?${thresholds}#${other.id}`)
    const panel = page.getByRole('complementary', { name: other.name })
    await expect(panel).toContainText('Needs action because')
    await panel.getByRole('link', { name: 'Open page' }).first().click()
    await expect(page).toHaveURL(`./clients/${other.id}?${thresholds}`)
    await expect(page.getByText('Needs action because')).toBeVisible()
    await page.goto(`./clients/${other.id}`)
    await expect(page.getByText('Needs action because')).toBeVisible()
    await expect(page).toHaveURL(`./clients/${other.id}?${thresholds}`)

    await page.goto(`./clients?${thresholds}`)
    await page.getByRole('button', { name: 'Remove filter: Health limits' }).click()
    await expect(page).toHaveURL('./clients')
  },
)

test(
  'a key without all scopes sees what it may, and the page says what is left out',
  thorough,
  async ({ page, server }) => {
    await signIn(page, server)
    const scopes = ['companies:read', 'devices:read']
    const { data } = await api(page, server).post<{ key: string }>('/api-keys', { name: 'Estate', scopes })
    await signIn(page, server, data.key)
    await page.goto('./clients')
    await expect(page.getByText('Left out: score, waiting, budget per head')).toBeVisible()
    await expect(page.getByRole('columnheader', { name: 'Out of warranty' })).toBeVisible()
    await expect(page.getByRole('columnheader', { name: 'Score' })).toHaveCount(0)
  },
)
