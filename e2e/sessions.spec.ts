import { type Browser, expect, type Page } from '@playwright/test'
import { api } from './support/api'
import { adminKey, type Server } from './support/instance'
import { hydrated, signIn, test } from './support/server'
import { thorough } from './support/thorough'

test.use({ ownServer: true })

/** Someone else who signs in with the same key. */
const another = async (browser: Browser, server: Server, userAgent: string) => {
  const context = await browser.newContext({ userAgent })
  await signIn(await context.newPage(), server)
  return {
    status: async () => (await context.request.get(`${server.origin}/session`)).status(),
    close: () => context.close(),
  }
}

/** Ends all sessions of the same key but this one. */
const endOthers = (page: Page, { origin }: Server) =>
  page.request.post('./session/end', { headers: { origin: new URL(origin).origin }, data: { key: adminKey } })

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'
const samsung =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36'

test('sessions of the same key are listed, and ended with the key', thorough, async ({ page, browser, server }) => {
  await signIn(page, server)
  await endOthers(page, server)
  const [here, there] = [await another(browser, server, firefox), await another(browser, server, samsung)]
  await page.goto('./settings/api-access')
  const part = page.getByRole('region', { name: 'Sessions' })
  const rows = part.getByRole('row').filter({ has: page.getByRole('rowheader') })
  await expect(rows).toHaveCount(3)
  await expect(rows.first()).toContainText('this one')
  await expect(rows.first().getByRole('button')).toHaveCount(0)
  await expect(rows.first().getByRole('cell').first()).toHaveText('now')

  await part.getByRole('button', { name: /^End Firefox on Windows since \d/ }).press('Enter')
  const question = page.getByRole('alertdialog', { name: 'End the session of Firefox on Windows?' })
  await expect(question.getByLabel('API key', { exact: true })).toBeFocused()
  await page.keyboard.type('no-such-key')
  await page.keyboard.press('Enter')
  await expect(question.getByRole('alert')).toContainText('This key is unknown')
  expect(await here.status()).toBe(200)
  await question.getByLabel('API key', { exact: true }).fill(adminKey)
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(2)
  expect([await here.status(), await there.status()]).toEqual([401, 200])

  await page.getByRole('button', { name: 'End all others' }).click()
  await expect(page.getByRole('alertdialog').getByLabel('API key', { exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  expect(await there.status()).toBe(200)
  await page.getByRole('button', { name: 'End all others' }).click()
  await page.getByLabel('API key', { exact: true }).fill(adminKey)
  await page.getByRole('alertdialog').getByRole('button', { name: 'End all others' }).click()
  await expect(rows).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'End all others' })).toHaveCount(0)
  expect(await there.status()).toBe(401)
  await Promise.all([here.close(), there.close()])
})

test('a session ended elsewhere asks for a key in place', thorough, async ({ page, browser, server }) => {
  await signIn(page, server)
  await page.goto('./settings/api-access')
  await expect(page.getByRole('row').filter({ hasText: 'this one' })).toBeVisible()
  const context = await browser.newContext()
  const other = await context.newPage()
  await signIn(other, server)
  await endOthers(other, server)
  const ended = page.getByRole('alertdialog', { name: 'Your session has ended' })
  // A request of the page itself can be the first to be refused; then the dialog is there before the click.
  await expect(async () => {
    if (!(await ended.isVisible()))
      await page.getByRole('link', { name: 'Companies', exact: true }).click({ timeout: 1000 })
    await expect(ended).toBeVisible({ timeout: 2000 })
  }).toPass()
  await page.route('**/session', (route) => route.abort())
  await ended.getByRole('button', { name: 'Sign out' }).click()
  await expect(ended).toContainText('Couldn’t sign out. The server didn’t respond. Try again later.')
  await context.close()
})

test('a session that someone else has leaves the list of all once it is ended', async ({ page, browser, server }) => {
  await signIn(page, server)
  const other = await another(browser, server, firefox)
  await page.goto('./settings/people')
  const rows = page.getByRole('region', { name: 'All people’s sessions' }).getByRole('rowheader')
  const row = page.getByRole('row').filter({ hasText: 'Firefox on Windows' })
  await row.first().getByRole('button', { name: 'End Admin key' }).click()
  const before = await rows.count()
  await page.getByRole('button', { name: 'End session' }).click()
  await expect(rows).toHaveCount(before - 1)
  await other.close()
})

test('signing in again with another key shows its name and scopes, in each tab', async ({ page, server }) => {
  const made = await api(page, server).post<{ key: string }>('/api-keys', {
    name: 'Reader only',
    scopes: ['companies:read'],
    expiresAt: null,
  })
  await signIn(page, server)
  const other = await page.context().newPage()
  const who = (tab: Page, name: string) =>
    expect(tab.getByRole('navigation', { name: 'Pages' }).getByText(name, { exact: true })).toBeVisible()
  for (const tab of [page, other]) {
    await tab.goto('./companies')
    await who(tab, 'Admin key')
    await hydrated(tab)
  }
  await page.context().clearCookies()
  // Not a real click: the page may find by itself that its session has ended, and cover the button.
  await page.getByRole('button', { name: 'Next page' }).dispatchEvent('click')
  const ended = page.getByRole('alertdialog', { name: 'Your session has ended' })
  await ended.getByLabel('API key', { exact: true }).fill(made.data.key)
  await ended.getByRole('button', { name: 'Continue' }).click()
  await expect(ended).toHaveCount(0)
  for (const tab of [page, other]) {
    await who(tab, 'Reader only')
    const row = tab.getByRole('row').nth(3)
    await row.hover()
    await expect(row.getByRole('link', { name: /^Open / })).toBeVisible()
    await expect(row.getByRole('link', { name: /^Edit / })).toHaveCount(0)
  }
})
