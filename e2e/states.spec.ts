import { expect, type Page } from '@playwright/test'
import type { z } from 'zod/mini'
import type { Endpoint } from '../src/contract/core/endpoint'
import { contract } from '../src/contract/index'
import type { Answers } from './support/answering-server'
import { runUntilVisible, stopClock } from './support/clock'
import { hold } from './support/hold'
import { test } from './support/other-server'
import { recordOf, someId } from './support/record-of'
import { signIn } from './support/server'
import { thorough } from './support/thorough'

const key = 'a-key-of-another-server'
const pagination = (totalCount: number) => ({
  page: 1,
  limit: 20,
  totalCount,
  totalPages: 1,
  hasNextPage: false,
  hasPrevPage: false,
})
const company = { id: someId, name: 'Bramley Orchard Foods Ltd' }
const problem = (status: number, detail: string) => ({
  type: 'about:blank',
  title: 'x',
  status,
  detail,
  requestId: 'req-7',
})

/** Every kind of record with its page in the console. */
const kinds: [path: string, resource: { list: Endpoint; get: Endpoint }][] = [
  ['/companies', contract.companies],
  ['/company-users', contract.companyUsers],
  ['/users', contract.users],
  ['/nps/responses', contract.npsResponses],
  ['/nps/surveys', contract.npsSurveys],
  ['/budgets', contract.budgets],
  ['/goals', contract.goals],
  ['/automation', contract.automation],
  ['/reports', contract.reports],
  ['/report-schedules', contract.reportSchedules],
  ['/dashboards', contract.dashboards],
  ['/devices', contract.devices],
  ['/training/enrollments', contract.enrollments],
  ['/training/certificates', contract.certificates],
  ['/compliance', contract.complianceTemplates],
]

const fill = (answers: Answers, text: string | null) => {
  for (const [, { list, get }] of kinds) {
    const item = (list.response as unknown as z.ZodMiniObject).shape.data?._zod.def as unknown as {
      element: z.core.$ZodType
    }
    const whole = (get.response as unknown as z.ZodMiniObject).shape.data as z.core.$ZodType
    answers[`GET ${list.path}`] = [200, { data: [recordOf(item.element, text)], pagination: pagination(1) }]
    answers[`GET ${get.path.replace(':id', someId)}`] = [200, { data: recordOf(whole, text) }]
  }
}

const everyPage = async (page: Page, check: (address: string) => Promise<void>) => {
  for (const [path] of kinds)
    for (const address of [path, `${path}/${someId}`]) {
      await page.goto(`.${address}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('[aria-hidden] [data-loading]')).toHaveCount(0)
      await expect(page.getByText('Something went wrong on this page'), address).toHaveCount(0)
      await expect(page.getByRole('heading', { name: 'couldn’t be loaded' }), address).toHaveCount(0)
      await check(address)
    }
}

test('every page shows null fields as empty', thorough, async ({ page, server, answers }) => {
  test.slow()
  fill(answers, null)
  await signIn(page, server, key)
  await everyPage(page, async (address) => {
    await expect(page.getByText(/undefined|NaN|Invalid|\[object/), address).toHaveCount(0)
    await expect(page.locator('td, [data-tone]').getByText(/^(Valid|On|Off|Not started)$/), address).toHaveCount(0)
  })
  await page.goto('./nps/follow-up')
  await expect(page.getByText('This server doesn’t say which responses need a follow-up.')).toBeVisible()
})

test(
  'markup and very long words stay text, and no page overflows on a phone',
  thorough,
  async ({ page, server, answers }) => {
    test.slow()
    const html = '<img src=x onerror="document.title=\'hacked\'"><b>bold</b>'
    fill(answers, html + 'Llanfairpwllgwyngyll'.repeat(13).slice(0, 255 - html.length))
    await signIn(page, server, key)
    await page.setViewportSize({ width: 390, height: 844 })
    await everyPage(page, async (address) => {
      await expect(page.locator('img[src="x"], main b:text-is("bold")'), address).toHaveCount(0)
      await expect(page, address).not.toHaveTitle('hacked')
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect.soft(overflow, address).toBeLessThanOrEqual(0)
    })
  },
)

test('a rate limit shows a countdown, then retries', async ({ page, server, answers }) => {
  answers['GET /companies'] = [200, { data: [company], pagination: pagination(1) }]
  await signIn(page, server, key)
  await stopClock(page)
  answers['GET /companies'] = [429, problem(429, 'Rate limit reached. Retry in 42 seconds.'), { 'retry-after': '30' }]
  await page.goto('./companies')
  await runUntilVisible(page, page.getByText('Rate limit reached. Retry in 42 seconds.'), 10)
  await expect(page.getByText('Trying again in 30 seconds.')).toBeVisible()
  // Read aloud once, not every second.
  await expect(page.getByRole('alert')).toContainText('Rate limit reached.')
  await expect(page.getByRole('alert')).not.toContainText('Trying again')
  await page.clock.runFor(10_000)
  await expect(page.getByText('Trying again in 20 seconds.')).toBeVisible()
  await page.clock.runFor(20_000)
  await runUntilVisible(page, page.getByText('Trying again in 30 seconds.'), 10)
  answers['GET /companies'] = [200, { data: [company], pagination: pagination(1) }]
  await runUntilVisible(page, page.getByRole('rowheader', { name: 'Bramley Orchard Foods Ltd' }), 5000)
})

test(
  'where figures are calculated from a list, an unreachable server is asked again and reading goes on',
  thorough,
  async ({ page, server, answers }) => {
    answers['GET /companies'] = [200, { data: [company], pagination: pagination(1) }]
    await signIn(page, server, key)
    await page.clock.install()
    const responses = 'GET /surveys/nps/responses'
    answers[responses] = [503, problem(503, 'The server behind can’t be reached.'), { 'retry-after': '5' }]
    await page.goto('./nps/words?period=all')
    await expect(page.getByText(/^Trying again in \d seconds?\.$/)).toBeVisible()
    await expect(page.getByText('can’t be reached. Retrying.')).toBeVisible()
    const response = { id: someId, score: 9, feedbackText: 'Quick and kind', responseDate: '2026-05-01T09:00:00.000Z' }
    answers[responses] = [200, { data: [response], pagination: pagination(150) }]
    // The second page is not there yet.
    await page.route(/nps\/responses\?.*page=2(&|$)/, (route) =>
      route.fulfill({ status: 503, json: problem(503, 'Away again.'), headers: { 'retry-after': '5' } }),
    )
    await page.clock.runFor(6_000)
    await expect(page.getByText('calculated from the newest 1 of 150 responses. Away again.')).toBeVisible()
    await page.unroute(/nps\/responses\?.*page=2(&|$)/)
    await page.clock.runFor(6_000)
    await expect(page.getByText('Away again.')).toHaveCount(0)
  },
)

test('while the database is unavailable the page stays, says so, and recovers by itself', async ({
  page,
  server,
  answers,
}) => {
  answers['GET /companies'] = [200, { data: [company], pagination: pagination(1) }]
  await signIn(page, server, key)
  await page.clock.install()
  await page.goto('./companies')
  await expect(page.getByRole('rowheader')).toHaveText(company.name)
  answers['GET /companies'] = [503, problem(503, 'The database is not responding.'), { 'retry-after': '5' }]
  await page.clock.runFor(20_000)
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByText('These companies couldn’t be refreshed')).toBeVisible()
  await expect(page.getByText('The database is not responding. Showing earlier data')).toBeVisible()
  await expect(page.getByRole('rowheader')).toHaveText(company.name)
  await page.clock.runFor(6000)
  answers['GET /companies'] = [200, { data: [{ ...company, name: 'Back again Ltd' }], pagination: pagination(1) }]
  await page.clock.runFor(6000)
  await expect(page.getByRole('rowheader')).toHaveText('Back again Ltd')
  await expect(page.getByText('These companies couldn’t be refreshed')).toHaveCount(0)
})

test('a refusal names the missing scope, and a failure gives a request ID to quote', async ({
  page,
  server,
  answers,
}) => {
  answers['GET /companies'] = [403, problem(403, 'This key lacks companies:read.')]
  await signIn(page, server, key)
  await page.goto('./companies')
  await expect(page.getByRole('heading', { name: 'You don’t have access' })).toBeVisible()
  await expect(page.getByText('This key lacks companies:read.')).toBeVisible()
  answers['GET /companies'] = [500, problem(500, 'Something broke inside. Nothing was changed.')]
  await page.clock.install()
  await page.goto('./companies')
  await page.clock.runFor(10_000)
  await expect(page.getByText('Something broke inside.')).toBeVisible()
  await expect(page.getByText('Request req-7')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy request ID' })).toBeVisible()
})

test('while a list loads it shows skeletons in the final layout, and never "no results"', async ({
  page,
  server,
  answers,
}) => {
  answers['GET /companies'] = [200, { data: [company], pagination: pagination(1) }]
  await signIn(page, server, key)
  const release = await hold(page, /\/api\/public\/v1\/companies(\?|$)/)
  await page.goto('./companies')
  await expect(page.locator('table [data-loading]').first()).toBeAttached()
  await expect(page.getByText(/No companies/)).toHaveCount(0)
  const place = () => page.locator('th', { hasText: 'Employees' }).boundingBox()
  let before: Awaited<ReturnType<typeof place>> = null
  // There is none for the moment in which the outline is replaced by the page.
  await expect.poll(async () => (before = await place())).not.toBeNull()
  release()
  await expect(page.getByRole('rowheader')).toBeVisible()
  expect(await place()).toEqual(before)
})

test(
  'an empty list says where its records come from, and a single row is counted in the singular',
  thorough,
  async ({ page, server, answers }) => {
    answers['GET /companies'] = [200, { data: [], pagination: pagination(0) }]
    await signIn(page, server, key)
    await page.goto('./companies')
    await expect(page.getByRole('heading', { name: 'No companies yet' })).toBeVisible()
    await expect(page.getByText('Create companies in the portal.')).toBeVisible()
    answers['GET /companies'] = [200, { data: [company], pagination: pagination(1) }]
    await page.reload()
    await expect(page.getByRole('table', { name: 'Companies: 1 company' })).toBeVisible()
  },
)

test('a response of five megabytes is shown', thorough, async ({ page, server, answers }) => {
  const names = Array.from({ length: 100 }, (_, index) => ({
    id: someId.replace(/^.{8}/, String(index).padStart(8, '0')),
    name: `Company ${index}`,
    industry: 'x'.repeat(50_000),
  }))
  answers['GET /companies'] = [200, { data: names, pagination: { ...pagination(100), limit: 100 } }]
  await signIn(page, server, key)
  await page.goto('./companies?limit=100')
  await expect(page.getByRole('rowheader')).toHaveCount(100)
})
