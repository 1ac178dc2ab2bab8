import { expect, type Page } from '@playwright/test'
import { api } from './support/api'
import { hrefOf } from './support/instance'
import { signIn, test } from './support/server'
import { thorough } from './support/thorough'

const day = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)

type Goal = {
  id: string
  title: string
  dueDate: string | null
  progressPercentage: number | null
  status: { name: string } | null
  company: { id: string }
}

const isDue = ({ dueDate, progressPercentage, status }: Goal, days: number) =>
  status?.name !== 'Cancelled' &&
  dueDate !== null &&
  (progressPercentage ?? 0) < 100 &&
  dueDate.slice(0, 10) >= day(0) &&
  dueDate.slice(0, 10) < day(days)

const lane = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const section = (page: Page, name: RegExp | string) =>
  page.locator('section', { has: page.getByRole('heading', { name }) })

test.use({ timezoneId: 'UTC' })
test.beforeEach(({ page, server }) => signIn(page, server))

test('due items are on one timeline, and each mark describes its items', async ({ page, server }) => {
  const goals = await api(page, server).all<Goal>('/goals')
  const warranties = await api(page, server).list(
    `/devices?inUse=true&warrantyAfter=${day(0)}&warrantyBefore=${day(29)}&limit=1`,
  )
  await page.goto('./due?days=30')
  await expect(lane(page, 'Goals').locator('small')).toHaveText(String(goals.filter((goal) => isDue(goal, 30)).length))
  await expect(lane(page, 'Warranties').locator('small')).toHaveText(String(warranties.pagination.totalCount))
  for (const kind of ['Certificates', 'Enrollments', 'Report runs'])
    await expect(lane(page, kind).locator('small')).toHaveText(/^\d+$/)

  await page.getByRole('link', { name: '180 days' }).click()
  await expect(page).toHaveURL('./due?days=180')
  await expect(lane(page, 'Goals').locator('small')).toHaveText(String(goals.filter((goal) => isDue(goal, 180)).length))
  const mark = lane(page, 'Goals')
    .getByRole('link', { name: /goals?, / })
    .first()
  const count = Number(await mark.locator('b').innerText())
  await mark.click()
  await expect(page).toHaveURL(/\/due\?days=180#goals-\d+$/)
  const chosen = section(page, /^Goals, /)
  await expect(chosen.getByRole('listitem')).toHaveCount(Math.min(count, 20))
  await page.reload()
  await expect(chosen.getByRole('listitem')).toHaveCount(Math.min(count, 20))
  await chosen.getByRole('listitem').first().getByRole('link').first().click()
  await expect(page).toHaveURL(/\/goals\/[^/]+$/)
})

test('the companies of all lines are asked for at once', async ({ page }) => {
  await page.goto('./due?days=7')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.getByRole('link', { name: '180 days' }).click()
  await expect(page).toHaveURL('./due?days=180')
  const companies = section(page, 'By company').getByRole('rowheader')
  await expect(companies).toHaveCount(15)
  await expect(companies.filter({ hasText: /^$|[0-9a-f]{8}-/ })).toHaveCount(0)
  expect(asked.filter((url) => /\/companies\?.*ids=/.test(url))).toHaveLength(1)
  expect(asked.filter((url) => /\/v1\/companies\/[^?]/.test(url))).toEqual([])
})

test('items are filtered by company, and a kind that fails to load says so', thorough, async ({ page, server }) => {
  const goals = (await api(page, server).all<Goal>('/goals')).filter((goal) => isDue(goal, 90))
  const company = goals[0]?.company.id ?? ''
  await page.goto(`./due?companyId=${company}`)
  await expect(lane(page, 'Goals').locator('small')).toHaveText(
    String(goals.filter((goal) => goal.company.id === company).length),
  )
  await page.route('**/goals?*', (route) => route.fulfill({ status: 403, body: '{"detail":"Not with this key."}' }))
  await page.goto('./due')
  await expect(lane(page, 'Goals').getByRole('alert')).toHaveText('Not with this key.')
  await expect(lane(page, 'Report runs').locator('small')).toHaveText(/^\d+$/)
  await expect(page.locator('main h1 + [role=status]')).toHaveText(
    /^\d+ items in the next 90 days; some couldn’t be loaded$/,
  )
  await expect(section(page, 'By company').getByRole('row')).not.toHaveCount(0)
  await page.getByText('As a table').click()
  await expect(page.getByRole('table', { name: 'Due items by kind and date' })).toContainText('Warranties')
})

test(
  'if nothing can be loaded the page offers to retry and does not claim that nothing is due',
  thorough,
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    let detail = 'The disk of the server is full, so that nothing can be read before someone has made room on it.'
    await page.route('**/api/public/**', (route) => route.fulfill({ status: 400, body: JSON.stringify({ detail }) }))
    await page.goto('./due')
    await expect(section(page, 'Coming up')).toContainText('Items couldn’t be loaded.')
    await expect(page.locator('main h1 + [role=status]')).toHaveText('')
    await expect(page.getByText('Nothing due.')).toBeHidden()
    // All of the reason is in sight, on a phone too.
    const box = await lane(page, 'Goals').getByText(detail).boundingBox()
    expect(box?.x).toBeGreaterThan(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390)
    detail = 'Still full.'
    await lane(page, 'Goals').getByRole('button', { name: 'Try again' }).click()
    await expect(lane(page, 'Goals').getByText(detail)).toBeVisible()
  },
)

test('on a phone a line has its whole width for the name, and the client below', thorough, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('./due')
  const lines = section(page, 'Coming up').getByRole('listitem')
  const line = lines.filter({ has: page.locator('a[href*="/companies/"]') }).first()
  const [name, client] = await Promise.all([0, 1].map((at) => line.getByRole('link').nth(at).boundingBox()))
  expect(client?.y).toBeGreaterThanOrEqual((name?.y ?? 0) + (name?.height ?? 0) - 0.5)
  expect(client?.width).toBeGreaterThan(40)
  expect(name?.width).toBeGreaterThan(300)
})

test('a certificate names its holder, and past items are shown on request', thorough, async ({ page, server }) => {
  const { get } = api(page, server)
  await page.goto('./due?days=30')
  const past = lane(page, 'Certificates').getByRole('link', { name: /days before today$/ })
  const over = Number(await past.innerText())
  const next = lane(page, 'Certificates').locator('a b').first()
  for (const [mark, heading] of [
    [next, /^Certificates, /],
    [past, 'Certificates in the 30 days before'],
  ] as const) {
    await mark.click()
    const line = section(page, heading).getByRole('listitem').first()
    const [certificate, company] = [line.getByRole('link').first(), line.getByRole('link').nth(1)]
    const id = (await certificate.getAttribute('href'))?.split('/').at(-1)
    const { enrollmentId } = await get<{ enrollmentId: string }>(`/training/certificates/${id}`)
    const { companyId } = await get<{ companyId: string }>(`/training/enrollments/${enrollmentId}`)
    await expect(company).toHaveAttribute('href', hrefOf(`/companies/${companyId}`))
    await expect(company).toHaveText((await get<{ name: string }>(`/companies/${companyId}`)).name)
  }
  await expect(section(page, 'Certificates in the 30 days before').locator('header')).toContainText(String(over))
})

test('showing more keeps the focus, and at the end leads it to what came', thorough, async ({ page }) => {
  await page.goto('./due?days=30')
  const coming = section(page, 'Coming up')
  const items = coming.getByRole('listitem')
  const more = coming.getByRole('button', { name: /^Show \d+ more$/ })
  await expect(items).toHaveCount(20)
  const total = Number((await coming.locator('header').innerText()).replaceAll(/\D/g, ''))
  await more.focus()
  for (let shown = 20; shown < total; shown += 100) {
    await page.keyboard.press('Enter')
    await expect(items).toHaveCount(Math.min(total, shown + 100))
    await expect(shown + 100 < total ? more : items.nth(shown).getByRole('link').first()).toBeFocused()
  }
})

test('Today shows the same timeline, and its marks link to Due soon', thorough, async ({ page }) => {
  await page.goto('./today')
  await lane(page, 'Warranties')
    .getByRole('link', { name: /days before today$/ })
    .click()
  await expect(page).toHaveURL('./due#warranties-past')
  await expect(section(page, 'Warranties in the 90 days before').getByRole('listitem').first()).toBeVisible()
})

test(
  'items are filtered by kind, or exclude report runs, and the filter can be cleared',
  thorough,
  async ({ page }) => {
    await page.goto('./due?days=30')
    const total = page.locator('main h1 + [role=status]')
    const counted = async (kind: string) => Number(await lane(page, kind).locator('small').innerText())
    await expect(total).toHaveText(/^\d+ items in the next 30 days$/)
    const all = Number.parseInt(await total.innerText(), 10)
    const [runs, goals] = [await counted('Report runs'), await counted('Goals')]
    expect(runs).toBeGreaterThan(0)
    const kind = page.getByRole('combobox', { name: 'Kind' })
    await kind.selectOption('All except report runs')
    await expect(page).toHaveURL('./due?days=30&kind=endings')
    await expect(lane(page, 'Report runs')).toHaveCount(0)
    await expect(total).toHaveText(new RegExp(`^${all - runs} items? `))
    await page.getByRole('link', { name: '90 days' }).click()
    await expect(page).toHaveURL('./due?kind=endings')
    await page.getByRole('link', { name: '30 days' }).click()
    await kind.selectOption('Goals')
    await expect(total).toHaveText(`${goals} items in the next 30 days`)
    await page.getByRole('button', { name: 'Remove filter: Kind' }).click()
    await expect(page).toHaveURL('./due?days=30')
    await expect(total).toHaveText(`${all} items in the next 30 days`)
  },
)

test('an invalid URL says which parameters were ignored and keeps the rest', thorough, async ({ page }) => {
  await page.goto('./due?days=abc&companyId=abc&kind=goals&status=x')
  await expect(page.getByText('Ignored')).toHaveText(
    'Ignored unknown parts of the link: status=x. Ignored values that aren’t allowed: companyId=abc, days=abc.',
  )
  await expect(page.locator('main h1 + [role=status]')).toHaveText(/^\d+ items? in the next 90 days$/)
  await expect(lane(page, 'Goals')).toBeVisible()
  await expect(lane(page, 'Warranties')).toHaveCount(0)
})

test(
  'a cut list says that there may be more, and certificates without a known company say so',
  thorough,
  async ({ page }) => {
    await page.route('**/training/enrollments?ids=*', (route) => route.fulfill({ status: 403, body: '{}' }))
    await page.route('**/devices?*', async (route) => {
      const response = await route.fetch()
      const answer = await response.json()
      const pagination = { ...answer.pagination, totalCount: 9000, totalPages: 90, hasNextPage: true }
      await route.fulfill({ response, json: { ...answer, pagination } })
    })
    await page.goto('./due?days=180')
    await expect(page.locator('main h1 + [role=status]')).toHaveText(/^[\d,]+ items or more in the next 180 days$/)
    await expect(section(page, 'Coming up').locator('header')).toContainText('or more')
    await page.goto('./due?days=180&kind=certificates')
    await expect(section(page, 'By company').getByRole('rowheader', { name: 'Unknown company' })).toBeVisible()
    await expect(section(page, 'By company').getByRole('rowheader', { name: 'No company' })).toHaveCount(0)
  },
)
