import { expect, type Page, type Route } from '@playwright/test'
import { api } from './support/api'
import type { Server } from './support/instance'
import { hrefOf } from './support/instance'
import { signIn, test } from './support/server'
import { thorough } from './support/thorough'

const npsText = (nps: number) => `${nps > 0 ? '+' : nps < 0 ? '−' : ''}${Math.abs(nps).toFixed(1)}`

// Its days are those that the API counts.
test.use({ timezoneId: 'UTC' })

type Answer = {
  id: string
  companyId: string
  score: number
  responseDate: string
  followUpRequired: boolean
  followUpCompleted: boolean
}

/** Every answer that asked for someone to come back. */
const asked = (page: Page, server: Server) =>
  api(page, server).all<Answer>('/surveys/nps/responses?followUpRequired=true')

test('Today is the start page, and its numbers match their lists', async ({ page, server }) => {
  await signIn(page, server)
  const { list } = api(page, server)
  const waiting = (await asked(page, server)).filter(({ followUpCompleted }) => !followUpCompleted)
  const budgets = (await list('/budgets?status=PendingApproval')).pagination.totalCount
  const failing = (await list('/report-schedules?status=error')).pagination.totalCount
  await page.goto('./')
  await expect(page).toHaveURL('./today')
  const part = (name: string) => page.locator('section', { has: page.getByRole('heading', { name }) })
  await expect(part('Waiting for a reply')).toContainText(String(waiting.length))
  await expect(part('Budgets waiting for approval')).toContainText(String(budgets))
  await expect(part('Failing report schedules')).toContainText(String(failing))
  const link = (name: string) =>
    page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true })
  await expect(link('Follow-up')).toHaveAccessibleDescription(`${waiting.length} waiting for a reply`)
  await expect(link('Budgets')).toHaveAccessibleDescription(`${budgets} waiting for approval`)
  await expect(link('Report schedules')).toHaveAccessibleDescription(`${failing} failing`)
  await expect(link('Today')).toHaveAccessibleDescription(`${waiting.length + budgets + failing} need attention`)
  const detractors = waiting
    .filter(({ score }) => score <= 6)
    .sort((a, b) => a.responseDate.localeCompare(b.responseDate))
  const first = part('Waiting for a reply').getByRole('listitem').first()
  await expect(first.getByRole('link').first()).toHaveAttribute('href', hrefOf(`/nps/responses/${detractors[0]?.id}`))

  await page
    .getByRole('status')
    .getByRole('link', { name: /budget/ })
    .click()
  await expect(page).toHaveURL('./budgets?status=PendingApproval')
  await expect(page.getByRole('table', { name: new RegExp(`^Budgets: ${budgets} `) })).toBeVisible()
})

test('the week’s due count links to as many items, without report runs', thorough, async ({ page, server }) => {
  await signIn(page, server)
  await page.goto('./today')
  const things = page.getByRole('status').getByRole('link', { name: /^\d+ items$/ })
  const count = Number.parseInt(await things.innerText(), 10)
  await things.click()
  await expect(page).toHaveURL('./due?days=7&kind=endings')
  await expect(page.getByText(`${count} items in the next 7 days`)).toBeVisible()
  const list = page.locator('section', { has: page.getByRole('heading', { name: 'Coming up' }) })
  await expect(list.locator('header > span').first()).toHaveText(String(count))
  const lanes = page.getByRole('group').locator('p small')
  const counts = (await lanes.allInnerTexts()).map(Number)
  expect(counts).toHaveLength(4)
  expect(counts.reduce((sum, one) => sum + one, 0)).toBe(count)
})

test('the 90-day score matches the responses', thorough, async ({ page, server }) => {
  await signIn(page, server)
  await page.goto('./today')
  const section = page.locator('section', { has: page.getByRole('heading', { name: 'Score' }) })
  const link = section.getByRole('link', { name: /responses$/ })
  const href = new URL((await link.getAttribute('href')) ?? '', server.origin)
  const answers = await api(page, server).all<Answer>(`/surveys/nps/responses${href.search}`)
  const scores = answers.map(({ score }) => score)
  await expect(link).toHaveText(`${scores.length.toLocaleString('en-GB')} responses`)
  const promoters = scores.filter((score) => score >= 9).length
  const detractors = scores.filter((score) => score <= 6).length
  const nps = Math.round((1000 * (promoters - detractors)) / scores.length) / 10
  await expect(section).toContainText(`${nps > 0 ? '+' : ''}${nps.toFixed(1)}`)
  await expect(section).toContainText(`${promoters} promoters`)
  await expect(section).toContainText(`${detractors} detractors`)

  const gone = await api(page, server).list<{ id: string }>('/companies?status=inactive&limit=100')
  const isGone = new Set(gone.data.map(({ id }) => id))
  const clients = new Map<string, number[]>()
  for (const { companyId, score } of answers.filter(({ companyId }) => !isGone.has(companyId)))
    clients.set(companyId, [...(clients.get(companyId) ?? []), score >= 9 ? 100 : score <= 6 ? -100 : 0])
  const least = [...clients]
    .map(([id, points]) => ({ id, nps: points.reduce((sum, point) => sum + point, 0) / points.length, points }))
    .sort((a, b) => a.nps - b.nps || b.points.length - a.points.length)
  const judged = least.filter(({ points }) => points.length >= 10)
  const others = least.filter(({ points }) => points.length < 10)
  const isUnhappy = ({ nps }: { nps: number }) => nps < 0
  const unhappy = others.filter(isUnhappy)
  const below = judged.filter(isUnhappy).length
  for (const [caption, group, rows] of [
    [
      below > 0
        ? `Ten responses or more (${judged.length} clients, ${below} below zero)`
        : `No client with ten or more responses is below zero (${judged.length} clients)`,
      judged,
      below > 0 ? 5 : 3,
    ],
    [`Below zero, from fewer than ten responses (${unhappy.length} of ${others.length} clients)`, unhappy, 5],
  ] as const) {
    const table = page.getByRole('table', { name: caption })
    await expect(table.getByRole('row')).toHaveCount(1 + Math.min(rows, group.length))
    await expect(table.getByRole('row').nth(1)).toContainText(`n ${group[0]?.points.length}`)
    await expect(table.getByRole('row').nth(1)).toContainText(npsText(group[0]?.nps ?? 0))
  }
  await expect(page.getByText(`of ${clients.size} with responses`)).toBeVisible()

  // The trend and the notice stay while the rest of the page is refreshed.
  const trend = section.getByRole('figure')
  await expect(trend).toBeVisible()
  await page.route('**/surveys/nps/**', (route) =>
    route.fulfill({ status: 503, body: '{"detail":"The database is away."}' }),
  )
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText('The database is away. Showing earlier data. Retrying.')).toBeVisible()
  await expect(trend).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText('Showing earlier data')).toBeHidden()
  await expect(trend).toBeVisible()

  // Where companies are not counted by the server, their ranking does not wait for their earlier scores.
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/nps-counts/companies?*', (route) => route.fulfill({ status: 404, body: '{}' }))
  await page.route('**/surveys/nps/responses?*', async (route) => {
    const search = new URL(route.request().url()).searchParams
    if (search.has('companyId') && search.has('category')) await released
    await route.fallback()
  })
  await page.goto('./today')
  const ranking = page.getByRole('table', { name: /en (or more )?responses/ })
  await expect(ranking.nth(1).getByRole('row').nth(1)).toBeVisible()
  await expect(ranking.getByText(/^\s*(up|down)$/)).toHaveCount(0)
  release()
  await expect(ranking.getByText(/^\s*(up|down)$/).first()).toBeAttached()
})

test('an earlier score that fails to load says so, and can be tried again', async ({ page, server }) => {
  await signIn(page, server)
  await page.goto('./budgets')
  const refuse = (route: Route) => route.fulfill({ status: 400, body: '{"detail":"Not now."}' })
  await page.route(/\/nps\/responses\?.*category=/, refuse)
  await page.route('**/nps-counts?*', (route) => {
    const bounds = new URL(route.request().url()).searchParams.get('bounds')?.split(',') ?? []
    const isEarlier = bounds.length === 2 && Date.parse(bounds[1] ?? '') < Date.now() - 80 * 24 * 60 * 60 * 1000
    return isEarlier ? refuse(route) : route.fallback()
  })
  await page.getByRole('link', { name: 'Today', exact: true }).click()
  const section = page.locator('section', { has: page.getByRole('heading', { name: 'Score' }) })
  await expect(section).toContainText('The score of the 90 days before couldn’t be loaded. Not now.')
  await page.unrouteAll()
  await section.getByRole('button', { name: 'Try again' }).click()
  await expect(section).toContainText(/(up|down|No change) on the 90 days before/)
})

test.describe('in a locale with digits of its own', () => {
  test.use({ locale: 'ar-EG' })

  test('a section that fails says so, and an empty day says so too', thorough, async ({ page, server }) => {
    await signIn(page, server)
    await page.route('**/report-schedules?*', (route) =>
      route.fulfill({ status: 403, body: '{"detail":"Not with this key."}' }),
    )
    await page.route('**/surveys/nps/responses?*', (route) =>
      route.fulfill({
        body: JSON.stringify({
          data: [],
          pagination: { page: 1, limit: 100, totalCount: 0, totalPages: 0, hasNextPage: false, hasPrevPage: false },
        }),
      }),
    )
    await page.route('**/nps-counts**', (route) => route.fulfill({ body: '{"data":[]}' }))
    await page.goto('./today')
    const failing = page.locator('section', { has: page.getByRole('heading', { name: 'Failing report schedules' }) })
    await expect(failing.getByRole('alert')).toHaveText('Not with this key.')
    await expect(page.getByText('Some items couldn’t be loaded.')).toBeVisible()
    await expect(page.getByText('No responses in this period, so there is no score.')).toBeVisible()
    await expect(page.getByText('None.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Warranties', level: 2 })).toBeVisible()
  })
})

test(
  'if nothing can be loaded Today does not claim that nothing needs attention',
  thorough,
  async ({ page, server }) => {
    await signIn(page, server)
    await page.route('**/api/public/**', (route) => route.fulfill({ status: 400, body: '{"detail":"Not now."}' }))
    await page.goto('./today')
    await expect(page.getByText('Some items couldn’t be loaded.')).toBeVisible()
    await expect(page.getByText('Nothing needs attention')).toBeHidden()
  },
)

test(
  'a queue that was cut says “or more” in the summary, and too many responses lead to all clients',
  thorough,
  async ({ page, server }) => {
    await signIn(page, server)
    const responseDate = new Date().toISOString()
    await page.route('**/nps-counts/companies?*', (route) => route.fulfill({ status: 404, body: '{}' }))
    await page.route('**/surveys/nps/responses?*', async (route) => {
      const search = new URL(route.request().url()).searchParams
      const isRanking = search.get('limit') === '1' && !search.has('category')
      if (!isRanking && !search.has('followUpState')) return route.fallback()
      const response = await route.fetch()
      const answer = await response.json()
      const pagination = { ...answer.pagination, totalCount: 9000, totalPages: 90, hasNextPage: true }
      const data = answer.data.map((one: Answer) => ({ ...one, responseDate }))
      await route.fulfill({ response, json: { data, pagination } })
    })
    await page.goto('./today')
    const summary = page.getByRole('status').filter({ hasText: 'waiting for a reply' })
    await expect(summary.getByRole('link', { name: /responses? or more$/ })).toBeVisible()
    await expect(summary).toContainText(/ waiting for a reply[,.]/)
    await page.getByRole('main').getByRole('link', { name: 'Clients side by side' }).click()
    await expect(page.getByRole('columnheader', { name: 'Score' })).toHaveAttribute('aria-sort', 'ascending')
  },
)
