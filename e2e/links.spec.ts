import { expect, type Page } from '@playwright/test'
import { scriptOf } from './support/scripts'
import { signIn, test } from './support/server'
import { thorough } from './support/thorough'

test.beforeEach(({ page, server }) => signIn(page, server))

/** A document that was loaded anew has no mark. */
const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { isSame: true }))
const isSame = (page: Page) => page.evaluate(() => 'isSame' in window)

test('a link navigates within the app, or opens a new tab on request', thorough, async ({ page, context }) => {
  await page.goto('./companies?status=active')
  const nav = page.getByRole('navigation', { name: 'Pages' })
  const toDevices = nav.getByRole('link', { name: 'Devices' })
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  await mark(page)

  const opened = context.waitForEvent('page')
  await toDevices.click({ modifiers: ['ControlOrMeta'] })
  await expect(await opened).toHaveURL('./devices')
  await expect(page).toHaveURL('./companies?status=active')

  await toDevices.click()
  await expect(page).toHaveURL('./devices')
  await expect(toDevices).toHaveAttribute('aria-current', 'page')
  expect(await isSame(page)).toBe(true)

  const entries = () => page.evaluate(() => history.length)
  const before = await entries()
  await toDevices.click()
  expect(await entries()).toBe(before)
  await page.goBack()
  await expect(page).toHaveURL('./companies?status=active')

  await toDevices.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Devices' })).toBeFocused()
  expect(await isSame(page)).toBe(true)
})

test('a link within a page is handled by the browser', thorough, async ({ page }) => {
  await page.goto('./reference')
  const link = page.getByRole('main').locator('a[href^="#"]').first()
  await expect(link).toBeVisible()
  await mark(page)
  const hash = await link.getAttribute('href')
  await link.click()
  await expect(page).toHaveURL(`./reference${hash}`)
  await page.goBack()
  await expect(page).toHaveURL('./reference')
  expect(await isSame(page)).toBe(true)
})

test('hovering a link loads its page', thorough, async ({ page }) => {
  await page.goto('./companies')
  const link = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Devices' })
  const isDevices = (url: URL) => url.pathname.endsWith('/v1/devices')
  const code = page.waitForResponse(scriptOf('src/web/devices/devices-page.tsx'))
  const rows = page.waitForResponse((response) => isDevices(new URL(response.url())))
  await link.hover()
  await Promise.all([code, rows])
  await expect(page).toHaveURL('./companies')
  await page.route(isDevices, () => {})
  await link.click()
  await expect(page).toHaveTitle(/^Devices/)
  await expect(page.getByRole('rowheader').locator('a[href*="/devices/"]').first()).toBeVisible()
})
