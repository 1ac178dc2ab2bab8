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

/** Clicks the link of a row where the page's scripts are held up before, and reads the heading before the browser can draw. */
const headingAfterClick = (page: Page, name: string, heldUp: number) =>
  page.evaluate(
    ({ name, heldUp }) => {
      const link = [...document.querySelectorAll<HTMLElement>('tbody a')].find((each) => each.textContent === name)
      const holdUp = ({ timeStamp }: Event) => {
        while (performance.now() - timeStamp < heldUp);
      }
      link?.addEventListener('click', holdUp, { once: true })
      // A click of no mouse would be the Enter key, which opens the panel.
      link?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }))
      return Promise.resolve().then(() => document.querySelector('h1')?.textContent)
    },
    { name, heldUp },
  )

test('a page that is at hand comes with the click where the computer is quick, else after its picture', async ({
  page,
}) => {
  await page.goto('/companies')
  const name = (await page.getByRole('rowheader').first().getByRole('link').textContent()) ?? ''
  const heading = page.getByRole('heading', { level: 1, name, exact: true })
  const link = page.getByRole('link', { name, exact: true })
  await link.click()
  await expect(heading).toBeVisible()

  await page.goBack()
  await expect(link).toBeVisible()
  expect(await headingAfterClick(page, name, 50)).toBe('Companies')
  await expect(heading).toBeVisible()

  // The tests' own computer may be slow for a moment.
  await expect(async () => {
    await page.goBack()
    await expect(link).toBeVisible()
    expect(await headingAfterClick(page, name, 0)).toBe(name)
  }).toPass()
})

test('what is for later is fetched once the person rests', async ({ page }) => {
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(request.url()))
  const isFetched = () => fetched.some((url) => url.includes('/device-page-'))
  await page.clock.install()
  await page.goto('/companies')
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 100)
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
