import { expect } from '@playwright/test'
import { api } from './support/api'
import { hold } from './support/hold'
import { signIn, test } from './support/server'
import { thorough } from './support/thorough'

type Schedule = { id: string; name: string; lastError: string; nextRunAt: string; companyName: string | null }

test('failing schedules are counted above the list, and say why they fail in rows, panel and page', async ({
  page,
  server,
}) => {
  await signIn(page, server)
  const { data } = await api(page, server).list<Schedule>('/report-schedules?status=error&limit=100')
  const schedule = data.find(({ companyName }) => companyName)
  if (!schedule) throw new Error('The sample has no failing schedule of a company.')
  await page.goto('./report-schedules')
  const failing = page.getByRole('region', { name: `${data.length} failing schedules` })
  const [above, table] = await Promise.all([failing.boundingBox(), page.getByRole('table').boundingBox()])
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(table?.y ?? 0)
  expect(above?.height).toBeLessThan(48)
  // In a low window the page scrolls to the rows.
  await page.setViewportSize({ width: 683, height: 384 })
  const topmost = page.getByRole('table').getByRole('rowheader').first()
  await topmost.scrollIntoViewIfNeeded()
  await expect(topmost).toBeInViewport({ ratio: 0.9 })
  await page.setViewportSize({ width: 1280, height: 720 })
  await failing.getByRole('link', { name: 'Show' }).click()
  await expect(page).toHaveURL('./report-schedules?status=error')
  await expect(failing).toHaveCount(0)
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: schedule.name, exact: true }) })
  await expect(row).toContainText(schedule.lastError)
  await expect(row).toContainText('Failing')
  const reason = `The last run failed. “${schedule.lastError}”`
  await page.goto(`./report-schedules?status=error#${schedule.id}`)
  await expect(page.getByRole('complementary').getByText(reason)).toBeVisible()

  await row.getByRole('rowheader').getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: schedule.name })).toBeVisible()
  await expect(page.getByText(reason)).toBeVisible()
  const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'Europe/London' })
  const next = page.getByRole('definition').filter({ has: page.locator(`time[datetime="${schedule.nextRunAt}"]`) })
  await expect(next).toContainText(new RegExp(`today|${weekday.format(new Date(schedule.nextRunAt))} \\d+ `))
  await expect(
    page.getByText(/^(every \w+day|on the \d+(st|nd|rd|th)) at \d\d:\d\d server time$/).first(),
  ).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Email' })).toBeVisible()

  await page
    .getByRole('link', { name: schedule.companyName ?? '', exact: true })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: schedule.companyName ?? '' })).toBeVisible()
})

test('the rows come with the number of failing ones above them', thorough, async ({ page, server }) => {
  await signIn(page, server)
  const failed = /\/report-schedules\?.*status=error/
  const release = await hold(page, failed)
  const pages = page.getByRole('navigation', { name: 'Pages', exact: true })
  const rows = page.getByRole('table').getByRole('rowheader')
  const failing = page.getByRole('region', { name: /failing schedules$/ })
  await page.goto('./goals')
  const answered = page.waitForResponse(/\/report-schedules$/)
  await pages.getByRole('link', { name: 'Report schedules' }).click()
  await answered
  await expect(page.getByText(/^1–\d+ of \d+$/)).toBeVisible()
  await expect(rows).toHaveCount(0)
  release()
  await expect(rows.first()).toBeVisible()
  await expect(failing).toBeVisible()
  const { data } = await api(page, server).list('/report-schedules?status=error')

  await page.setViewportSize({ width: 390, height: 844 })
  expect((await failing.boundingBox())?.height).toBeLessThan(48)
  await failing.getByRole('link', { name: 'Show' }).click()
  await expect(page).toHaveURL('./report-schedules?status=error')
  await expect(rows).toHaveCount(data.length)

  // One that failed does not hold them, though it is asked for again.
  let asked = 0
  await page.route(failed, (route) => (asked++ === 0 ? route.fulfill({ status: 500 }) : undefined))
  await page.goto('./report-schedules')
  await expect(rows.first()).toBeVisible()
  expect(asked).toBeGreaterThan(0)
})
