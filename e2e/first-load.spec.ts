import { expect } from '@playwright/test'
import { adminKey } from './instance'
import { signIn, test } from './server'

test('a list is asked for once, by the page itself, and drawn in its place', async ({ page, server }) => {
  await signIn(page, server)
  const asked: string[] = []
  page.on('request', (request) => {
    if (/\/api\/.*companies\?page=2/.test(request.url())) asked.push(request.resourceType())
  })
  await page.goto('/companies?page=2')
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  expect(asked).toHaveLength(1)
})

test('the page has its shape before any script runs', async ({ browser, server }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: server.origin })
  const { origin } = server
  await context.request.post('/session', { headers: { origin }, data: { key: adminKey } })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  for (const [address, heading] of [
    ['/devices', 'Devices'],
    ['/nps/responses', 'NPS responses'],
  ] as const) {
    await page.goto(address)
    await expect(page).toHaveTitle(`${heading} · Quarterdeck`)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page.getByRole('link', { name: heading, exact: true })).toHaveAttribute('aria-current', 'page')
    await expect(page.locator('.bone').first()).toBeVisible()
  }
  expect(complaints).toEqual([])
  await context.close()
})
