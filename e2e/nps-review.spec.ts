import { expect, type Page } from '@playwright/test'
import { api } from './support/api'
import type { Server } from './support/instance'
import { signIn, test } from './support/server'
import { thorough } from './support/thorough'

// Its days are those that the API counts.
test.use({ timezoneId: 'UTC' })

type Answer = {
  id: string
  score: number
  responseDate: string
  companyId: string
  surveyId: string
  respondentName: string
  feedbackText: string | null
  followUpRequired: boolean
  followUpCompleted: boolean
}

/** Every answer that matches. */
const everyAnswer = (page: Page, server: Server, query: string) =>
  api(page, server).all<Answer>(`/surveys/nps/responses?${query}`)

const npsOf = (answers: Answer[]) => {
  const promoters = answers.filter(({ score }) => score >= 9).length
  const detractors = answers.filter(({ score }) => score <= 6).length
  const nps = Math.round((1000 * (promoters - detractors)) / answers.length) / 10
  return `${nps > 0 ? '+' : ''}${nps.toFixed(1)}`
}

/** The last one that has ended. */
const lastQuarter = (today = new Date()) => {
  const [year, month] = [today.getUTCFullYear(), 3 * Math.floor(today.getUTCMonth() / 3) - 3]
  const [first, last] = [new Date(Date.UTC(year, month, 1)), new Date(Date.UTC(year, month + 3, 0))]
  const monthOf = (day: Date) => day.toLocaleString('en-US', { month: 'short', timeZone: 'UTC' })
  return {
    name: `1 ${monthOf(first)} – ${last.getUTCDate()} ${monthOf(last)} ${last.getUTCFullYear()}`,
    from: first.toISOString().slice(0, 10),
    to: last.toISOString().slice(0, 10),
  }
}

const section = (page: Page, name: string) =>
  page.locator('section', { has: page.getByRole('heading', { name, exact: true }) })
const cards = (page: Page) => page.getByRole('list', { name: 'Responses' }).locator('> li')

test.beforeEach(({ page, server }) => signIn(page, server))

test('score, distribution and trend match the responses', async ({ page, server }) => {
  await page.goto('./nps/review?period=365')
  const table = await page.getByRole('link', { name: 'As a table' }).getAttribute('href')
  const answers = await everyAnswer(page, server, new URL(table ?? '', server.origin).search.slice(1))
  await expect(section(page, 'Score')).toContainText(npsOf(answers))
  await expect(section(page, 'Score')).toContainText(`from ${answers.length.toLocaleString('en-GB')} responses`)

  const distribution = section(page, 'Score distribution')
  await distribution.getByText('As a table').click()
  for (const score of [0, 5, 7, 8, 9, 10])
    await expect(distribution.getByRole('row', { name: new RegExp(`^${score} `) })).toContainText(
      answers.filter((answer) => answer.score === score).length.toLocaleString('en-GB'),
    )

  await page.getByLabel('Trend interval').selectOption('quarter')
  await expect(page).toHaveURL('./nps/review?period=365&by=quarter')
  const trend = section(page, 'Over time')
  await trend.getByText('As a table').click()
  const { name, from, to } = lastQuarter()
  const inQuarter = await everyAnswer(page, server, `dateFrom=${from}&dateTo=${to}`)
  await expect(trend.getByRole('row', { name })).toContainText(npsOf(inQuarter))
})

test(
  'one survey of one company has the same score from analytics and from list totals',
  thorough,
  async ({ page, server }) => {
    const counts = new Map<string, number>()
    for (const { companyId, surveyId } of await everyAnswer(page, server, 'sortColumn=score')) {
      const pair = `companyId=${companyId}&surveyId=${surveyId}`
      counts.set(pair, (counts.get(pair) ?? 0) + 1)
    }
    const [pair = ''] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? []
    const answers = await everyAnswer(page, server, pair)
    const said = async () => {
      await page.goto(`./nps/review?${pair}&period=all&by=quarter`)
      await expect(section(page, 'Score')).toContainText(npsOf(answers))
      await section(page, 'Over time').getByText('As a table').click()
      await expect(page.locator('[data-loading]')).toHaveCount(0)
      return section(page, 'Over time').getByRole('table').innerText()
    }
    const analysed = await said()
    // As to a key without nps-surveys:read.
    await page.route('**/analytics?*', (route) => route.fulfill({ status: 403, body: '{}' }))
    expect(await said()).toBe(analysed)
  },
)

test(
  'few responses are flagged, none give no score, and the previous period is compared',
  thorough,
  async ({ page }) => {
    const none = '/nps/review?dateFrom=1990-01-01&dateTo=1990-12-31'
    await page.goto(`.${none}`)
    await expect(section(page, 'Score')).toContainText('No responses in this period')
    await expect(page.getByRole('heading', { name: 'No matching responses' })).toBeVisible()
    await page.goto('./nps/review')
    await expect(section(page, 'Score')).toContainText(
      /on the 90 days before \([+−]?[\d.]+ ±\d+ from [\d,]+ responses?\)/,
    )
    // A year of its own time has not passed before its last day.
    const [today, year] = [new Date(), new Date().getUTCFullYear()]
    const passed = Math.floor((today.getTime() - Date.UTC(year, 0, 1)) / 86_400_000) + 1
    await page.goto(`./nps/review?dateFrom=${year}-01-01&dateTo=${year + 1}-12-31`)
    await expect(section(page, 'Score')).toContainText(/\d{4} so far/)
    if (passed > 1) await expect(section(page, 'Score')).toContainText(`the ${passed} days before`)
    await page.goto('./nps/review')
    await page.getByRole('button', { name: /^Period is/ }).click()
    await page.getByRole('button', { name: 'Last 365 days' }).click()
    await expect(page).toHaveURL('./nps/review?period=365')
    await expect(section(page, 'Score')).toContainText('365 days before')
    await expect(page.getByRole('button', { name: /^Period is last 365 days/ })).toBeFocused()
    const threePromoters = [{ promotersCount: 3, passivesCount: 0, detractorsCount: 0 }]
    await page.route('**/nps-counts?*', (route) => route.fulfill({ json: { data: threePromoters } }))
    await page.goto('./nps/review?period=30')
    await expect(section(page, 'Score')).toContainText('+100.0')
    await expect(section(page, 'Score')).toContainText('Fewer than ten responses: each moves the score 33 points.')
  },
)

test(
  'responses are read one after another by key across pages, and Back keeps the position',
  thorough,
  async ({ page }) => {
    await page.goto('./nps/review?period=all&limit=10')
    await expect(cards(page)).toHaveCount(10)
    await expect(cards(page).first()).toHaveAttribute('aria-current', 'true')
    for (let presses = 0; presses < 9; presses++) await page.keyboard.press('j')
    await expect(cards(page).last()).toHaveAttribute('aria-current', 'true')
    await expect(page.getByText(/^10 of /)).toBeVisible()
    await page.keyboard.press('j')
    await expect(page).toHaveURL(/page=2/)
    await expect(page.getByText(/^11 of /)).toBeVisible()
    await page.keyboard.press('j')
    await expect(page.getByText(/^12 of /)).toBeVisible()
    await page.keyboard.press('f')
    await expect(page).toHaveURL(/followUpRequired=true/)
    await page.keyboard.press('f')
    await expect(page.getByText(/^12 of /)).toBeVisible()
    await page.keyboard.press('k')
    await expect(page.getByText(/^11 of /)).toBeVisible()
    await page.keyboard.press('k')
    await expect(page.getByText(/^10 of /)).toBeVisible()
    await expect(cards(page).last()).toBeInViewport({ ratio: 1 })
    const name = await cards(page).last().getByRole('link').first().innerText()
    await page.keyboard.press('c')
    await expect(page).toHaveURL(/\/companies\/[^/]+$/)
    await page.goBack()
    await expect(page.locator('li[aria-current="true"]').getByRole('link').first()).toHaveText(name)
    await page.keyboard.press('p')
    await expect(page).toHaveURL(/\/company-users\?companyId=/)

    // From the last response of the page before, back to the first one here.
    await page.goto('./nps/review?period=all&limit=10&page=2')
    await expect(page.getByText(/^11 of /)).toBeVisible()
    await page.keyboard.press('k')
    await expect(page.getByText(/^10 of /)).toBeVisible()
    await expect(page).toHaveURL(/#/)
    await page.goBack()
    await expect(page).toHaveURL(/page=2/)
    await expect(page.getByText(/^11 of /)).toBeVisible()
  },
)

test(
  'turning a page on a phone leads to its first response, also to the last page',
  thorough,
  async ({ page, server }) => {
    const total = (await everyAnswer(page, server, 'sortColumn=score')).length
    const last = Math.ceil(total / 100)
    await page.setViewportSize({ width: 390, height: 800 })
    await page.goto(`./nps/review?period=all&limit=100&page=${last - 1}`)
    await expect(cards(page)).toHaveCount(100)
    await page.getByRole('button', { name: 'Older' }).click()
    await expect(page).toHaveURL(new RegExp(`page=${last}&`))
    await expect(cards(page)).toHaveCount(total - 100 * (last - 1))
    await expect(cards(page).first()).toBeInViewport({ ratio: 0.5 })
    await expect(cards(page).first().getByRole('link').first()).toBeFocused()
    await expect(page.getByRole('button', { name: 'Older' })).toHaveAttribute('aria-disabled', 'true')
    await page.getByRole('button', { name: 'Newer' }).click()
    await expect(cards(page)).toHaveCount(100)
    await expect(cards(page).first()).toBeInViewport({ ratio: 0.5 })
    await expect(cards(page).first()).toHaveAttribute('aria-current', 'true')
  },
)

test('category and follow-up filters apply to the responses, not to the score', thorough, async ({ page, server }) => {
  await page.goto('./nps/review?period=all')
  const all = await everyAnswer(page, server, 'sortColumn=score')
  const tabs = page.getByRole('navigation', { name: 'Categories' })
  const detractors = all.filter(({ score }) => score <= 6)
  await tabs.getByRole('button', { name: /^Detractors/ }).click()
  await expect(page).toHaveURL('./nps/review?category=detractor&period=all')
  await expect(page.getByText(`1 of ${detractors.length.toLocaleString('en-GB')}`)).toBeVisible()
  await expect(section(page, 'Score')).toContainText(npsOf(all))
  await page.keyboard.press('f')
  const asked = detractors.filter(({ followUpRequired }) => followUpRequired)
  await expect(page.getByText(`1 of ${asked.length.toLocaleString('en-GB')}`)).toBeVisible()
  const ofAll = all.filter(({ followUpRequired }) => followUpRequired)
  await expect(tabs.getByRole('button', { name: /^All/ })).toHaveText(`All${ofAll.length.toLocaleString('en-GB')}`)
  await expect(tabs.getByRole('button', { name: /^Detractors/ })).toHaveText(
    `Detractors${asked.length.toLocaleString('en-GB')}`,
  )
  await page.getByRole('link', { name: 'As a table' }).click()
  await expect(page.getByRole('table')).toHaveAccessibleName(
    new RegExp(`NPS responses: ${asked.length.toLocaleString('en-GB')} `),
  )
  await page.getByRole('link', { name: 'Review', exact: true }).click()
  await expect(page).toHaveURL('./nps/review?category=detractor&followUpRequired=true&period=all')

  // A key that is pressed after the address has changed, but before the page shows it.
  await expect(tabs.getByRole('button', { name: /^Detractors/ })).toHaveAttribute('aria-current', 'true')
  const thenPress = (key: string) =>
    page.evaluate((key) => {
      const push = history.pushState
      history.pushState = (...entry) => {
        history.pushState = push
        history.pushState(...entry)
        queueMicrotask(() => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))
      }
    }, key)
  await thenPress('f')
  await tabs.getByRole('button', { name: /^Passives/ }).click()
  await expect(page).toHaveURL('./nps/review?category=passive&period=all')
  await thenPress('f')
  await page.keyboard.press('f')
  await expect(page.getByRole('button', { name: 'Only follow-ups' })).toHaveAttribute('aria-pressed', 'false')
  await expect(page).toHaveURL('./nps/review?category=passive&period=all')
})

test('an invalid URL says which parameters were ignored', thorough, async ({ page }) => {
  await page.goto('./nps/review?period=7&companyId=seven&search=x&page=-3')
  await expect(page.getByText('Ignored')).toHaveText(
    'Ignored unknown parts of the link: search=x. Ignored values that aren’t allowed: companyId=seven, page=-3, period=7.',
  )
  // A page that doesn’t exist has no place among the responses.
  await page.goto('./nps/review?period=all&page=4000')
  const responses = page.getByRole('region', { name: 'Responses' })
  await expect(responses.getByRole('heading', { name: 'Page 4,000 doesn’t exist' })).toBeVisible()
  await expect(responses).not.toContainText(/[\d,]+ of [\d,]+/)
  await expect(section(page, 'Score')).toContainText('responses')
})

test('charts print as wide as on the screen', thorough, async ({ page }) => {
  // As wide as a sheet of A4 between its margins.
  await page.setViewportSize({ width: 688, height: 1000 })
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.goto('./nps/review')
  const [bars, trend] = [
    section(page, 'Score distribution').locator('figure'),
    section(page, 'Over time').locator('figure'),
  ]
  await expect(trend).toBeVisible()
  for (const figure of [bars, trend]) {
    expect((await figure.boundingBox())?.width).toBeGreaterThan(350)
    // Without it no browser prints what is a background.
    expect(await figure.evaluate((one) => getComputedStyle(one).printColorAdjust)).toBe('exact')
  }
  const score = section(page, 'Score').locator('p').last()
  await expect(score).toContainText('before')
  const end = await score.evaluate((text) => text.getBoundingClientRect().right)
  expect((await bars.boundingBox())?.x).toBeGreaterThan(end + 16)
})
