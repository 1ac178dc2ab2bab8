import { expect } from '@playwright/test'
import { runUntilVisible } from './support/clock'
import { hold } from './support/hold'
import { adminKey } from './support/instance'
import { someId } from './support/record-of'
import { hydrated, signIn, test } from './support/server'
import { thorough } from './support/thorough'

test('an operation is linked to, shown and tried with the current key', async ({ page, server }) => {
  await signIn(page, server)
  await page.goto('./reference')
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter')
  const content = page.getByRole('main')
  await expect(content).toBeFocused()
  const bar = await page.getByRole('banner').boundingBox()
  expect((await content.boundingBox())?.y, 'no part of it is below the bar').toBe(bar?.height)

  await page.goto('./reference#automationList')
  const operation = page.locator('[id="automationList"]')
  await expect(operation.getByRole('heading', { name: 'List automation rules' })).toBeInViewport()
  await expect(operation.getByText('one of date_threshold, scheduled, field_change, absence')).toBeVisible()
  await operation.getByText('Try it').click()
  await operation.getByLabel('limit').fill('101')
  await operation.getByRole('button', { name: 'Send' }).click()
  await expect(operation.getByRole('status').filter({ hasText: '400' })).toContainText(
    'limit must be a whole number from 1 to 100',
  )
  await operation.getByLabel('limit').fill('1')
  await operation.getByLabel('isActive').fill('true')
  await operation.getByRole('button', { name: 'Send' }).click()
  await expect(operation.getByRole('status').filter({ hasText: '200' })).toContainText('"isActive": true')
  for (const hash of ['#%', '#companiesList'])
    await page.evaluate((next) => {
      location.hash = next
    }, hash)
  await expect(page.getByRole('heading', { name: 'List companies' })).toBeInViewport()
  for (const [id, text] of [
    ['automationToggle', 'Required.'],
    ['budgetsUpdate', 'An ISO 4217 code, such as GBP.'],
  ]) {
    const write = page.locator(`[id="${id}"]`)
    await write.getByText('Body', { exact: true }).click()
    await expect(write.getByText(text ?? '')).toBeVisible()
  }
})

test('a write is sent once, other tabs show what it changed, and an ended session asks for a key', async ({
  page,
  context,
  server,
}) => {
  await signIn(page, server)
  const list = await context.newPage()
  await list.goto('./automation')
  await expect(list.getByRole('row').nth(1)).toBeVisible()
  await hydrated(list)
  await page.goto('./reference#automationToggle')
  const operation = page.locator('[id="automationToggle"]')
  await operation.getByText('Try it').click()
  await operation.getByLabel('id', { exact: true }).fill(someId)
  const send = operation.getByRole('button', { name: 'Send' })

  // Answered in place of the server, which other files read.
  let sent = 0
  await page.route('**/toggle', async (route) => {
    sent += 1
    await route.fulfill(sent === 2 ? { status: 401, json: {} } : { status: 200, json: { data: { version: sent } } })
  })
  const release = await hold(page, '**/toggle')
  const refreshed = list.waitForResponse(/\/automation(\?|$)/)
  await send.dblclick()
  release()
  await expect(operation).toContainText('"version": 1')
  await refreshed

  await send.click()
  const ended = page.getByRole('alertdialog', { name: 'Your session has ended' })
  await ended.getByLabel('API key', { exact: true }).fill(adminKey)
  await ended.getByRole('button', { name: 'Continue' }).click()
  await expect(operation).toContainText('"version": 3')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })
  // There only what is near is laid out: what stands above takes its height while one is on the way.
  test('a link scrolls to its operation, however far below', thorough, async ({ page, server }) => {
    await signIn(page, server)
    for (const id of ['companiesUpdate', 'reportsList', 'dashboardsList']) {
      await page.goto(`./reference#${id}`)
      const operation = page.locator(`[id="${id}"]`)
      await expect(operation.getByText('Try it')).toBeAttached()
      await expect.poll(async () => Math.round((await operation.boundingBox())?.y ?? -1)).toBe(0)
    }
  })
})

test('a reference that fails to load says so and retries', thorough, async ({ page, server }) => {
  await signIn(page, server)
  await page.goto('./companies')
  await page.clock.install()
  await page.route('**/openapi.json', (route) => route.abort())
  await page.getByRole('link', { name: 'API reference' }).click()
  await runUntilVisible(page, page.getByRole('main').getByText('Can’t reach the server.'), 5000)
  await page.unroute('**/openapi.json')
  await runUntilVisible(page, page.getByRole('heading', { name: 'List automation rules' }), 5000)
})
