import { expect, type Request } from '@playwright/test'
import { api } from './support/api'
import { adminKey } from './support/instance'
import { onOtherSite } from './support/other-site'
import { hydrated, signIn, test } from './support/server'
import { thorough } from './support/thorough'

test.use({ ownServer: true })

test('a wrong key is refused with a sentence, and the right one opens the requested page', async ({ page }) => {
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'warning' && complaints.push(message.text()))
  await page.goto('./automation?isActive=true')
  await expect(page.getByRole('heading', { name: 'Sign in with an API key' })).toBeVisible()
  const key = page.getByLabel('API key', { exact: true })
  await expect(key).toBeFocused()
  expect(complaints).toEqual([])

  await key.fill('no-such-key')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toContainText('key')
  await expect(key).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeFocused()

  await key.fill(adminKey)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('./automation?isActive=true')
  await expect(page.getByRole('heading', { level: 1, name: 'Automation rules' })).toBeVisible()
})

test('the sign-in link works and its code does not stay in the URL', async ({ page, server }) => {
  await page.goto(server.signInLink)
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
  await hydrated(page)
  expect(page.url()).not.toContain('code')

  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in with an API key' })).toBeVisible()
  await hydrated(page)
  await page.goto(server.signInLink)
  await expect(page.getByRole('alert')).not.toBeEmpty()
  expect(page.url()).not.toContain('code')
})

test(
  'without a session the page redirects to sign-in, and back to the page and its panel',
  thorough,
  async ({ page, server }) => {
    await signIn(page, server)
    const { data } = await api(page, server).list<{ id: string; name: string }>('/companies?limit=1')
    const [company] = data
    await page.context().clearCookies()
    const response = await page.goto(`./companies?limit=10#${company?.id}`)
    expect(response?.request().redirectedFrom()?.url()).toContain('/companies?limit=10')
    await page.getByLabel('API key', { exact: true }).fill(adminKey)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`./companies?limit=10#${company?.id}`)
    await expect(page.getByRole('complementary').getByRole('heading', { name: company?.name })).toBeVisible()
  },
)

test(
  'a link from another site opens with the session at its panel, and Back returns to that site',
  thorough,
  async ({ page, server }) => {
    const address = `${server.origin}/companies?limit=10#panel`
    const asked: Request[] = []
    page.on('request', (request) => {
      if (request.isNavigationRequest() && request.url().startsWith(server.origin)) asked.push(request)
    })
    await onOtherSite(`<a href="${address}">Companies</a>`, async (elsewhere) => {
      const follow = async () => {
        await page.goto(elsewhere, { waitUntil: 'commit' })
        asked.length = 0
        await page.getByRole('link', { name: 'Companies' }).click()
      }
      await follow()
      await expect(page).toHaveURL(`./sign-in?next=${encodeURIComponent('/companies?limit=10')}#panel`)
      await signIn(page, server)
      await follow()
      await expect(page.getByRole('rowheader').first()).toBeVisible()
      await expect(page).toHaveURL(address)
      const from = await Promise.all(asked.map(async (request) => (await request.allHeaders())['sec-fetch-site']))
      expect(from).toEqual(['cross-site', 'same-origin'])
      await hydrated(page)
      await page.goBack()
      await expect(page).toHaveURL(elsewhere)
    })
  },
)

test('signing in redirects only to this console', async ({ page, server }) => {
  for (const next of ['/\\a.example', 'javascript:alert(1)']) {
    await page.goto(`./sign-in?next=${encodeURIComponent(next)}`)
    await page.getByLabel('API key', { exact: true }).fill(adminKey)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).not.toContainText('Sign in')
    expect(page.url()).toContain(`${server.origin}/`)
  }
})

test('signing out ends the session and leaves the page, in every tab', async ({ page, server }) => {
  await signIn(page, server)
  const other = await page.context().newPage()
  await other.goto('./companies?limit=10')
  await hydrated(other)
  await page.goto('./companies')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in with an API key' })).toBeVisible()
  await expect(other).toHaveURL(`./sign-in?next=${encodeURIComponent('/companies?limit=10')}`)
  await expect(other.getByRole('heading', { name: 'Sign in with an API key' })).toBeVisible()
  await page.goto('./companies')
  await expect(page.getByRole('heading', { name: 'Sign in with an API key' })).toBeVisible()
})

test('the theme is applied from the first paint of the next visit', thorough, async ({ page, server }) => {
  await signIn(page, server)
  await page.goto('./companies')
  await page.getByRole('radio', { name: 'Dark' }).check()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  const html = async () => (await page.request.get('./companies', { headers: { accept: 'text/html' } })).text()
  await expect.poll(html).toContain('data-theme="dark"')
  await page.getByRole('radio', { name: 'Follow the system' }).check()
  await expect(page.locator('html')).not.toHaveAttribute('data-theme')
})
