import { expect, type Page } from '@playwright/test'
import { signIn, test } from './server'

test.beforeEach(({ page, server }) => signIn(page, server))

/** A document that was loaded anew has no mark. */
const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { isSame: true }))
const isSame = (page: Page) => page.evaluate(() => 'isSame' in window)

test('a link leads to its page within the app, and elsewhere where that is asked for', async ({ page, context }) => {
  await page.goto('/companies?status=active')
  const nav = page.getByRole('navigation', { name: 'Pages' })
  const toDevices = nav.getByRole('link', { name: 'Devices' })
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  await mark(page)

  const opened = context.waitForEvent('page')
  await toDevices.click({ modifiers: ['ControlOrMeta'] })
  await expect(await opened).toHaveURL('/devices')
  await expect(page).toHaveURL('/companies?status=active')

  await toDevices.click()
  await expect(page).toHaveURL('/devices')
  await expect(toDevices).toHaveAttribute('aria-current', 'page')
  expect(await isSame(page)).toBe(true)

  const entries = () => page.evaluate(() => history.length)
  const before = await entries()
  await toDevices.click()
  expect(await entries()).toBe(before)
  await page.goBack()
  await expect(page).toHaveURL('/companies?status=active')

  await toDevices.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Devices' })).toBeVisible()
  await expect(toDevices).toBeFocused()
  expect(await isSame(page)).toBe(true)
})

test('a link within a page is the browser’s own', async ({ page }) => {
  await page.goto('/reference')
  const link = page.locator('a[href^="#"]:not(.skip)').last()
  await expect(link).toBeVisible()
  await mark(page)
  const hash = await link.getAttribute('href')
  await link.click()
  await expect(page).toHaveURL(`/reference${hash}`)
  await page.goBack()
  await expect(page).toHaveURL('/reference')
  expect(await isSame(page)).toBe(true)
})

test('what is for later is fetched once the person rests', async ({ page }) => {
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(request.url()))
  const isFetched = () => fetched.some((url) => url.includes('/device-page-'))
  await page.clock.install()
  await page.goto('/companies')
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Devices' }).click()
  await expect(async () => {
    await page.clock.runFor(1)
    await expect(page.getByRole('rowheader').first()).toContainText('-', { timeout: 100 })
    await expect(page).toHaveTitle(/^Devices/, { timeout: 100 })
  }).toPass()
  for (let step = 0; step < 8; step++) {
    await page.mouse.move(400 + step, 300)
    await page.clock.runFor(400)
  }
  expect(isFetched()).toBe(false)
  await page.clock.runFor(2000)
  await expect.poll(isFetched).toBe(true)
})
