import { expect, type Route } from '@playwright/test'
import { api, type Company, type Rule } from '../support/api'
import { test } from './support/browser'

test.use({ ownServer: true })

/** Answers that come in the opposite order of their questions. */
const release = async (held: Route[]) => {
  for (const route of held.splice(0).reverse()) await route.continue().catch(() => {})
}

test('An older search whose response arrives last is not shown', async ({ page, server, found }) => {
  const { data } = await api(page, server).list<Company>('/companies?limit=1')
  const word = (data[0]?.name ?? '').slice(0, 6)
  await page.goto('./companies')
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  const held: Route[] = []
  await page.route('**/api/public/v1/companies?*search=*', (route) => void held.push(route))
  const search = page.getByRole('searchbox')
  for (let length = 1; length <= word.length; length++) {
    await search.fill(word.slice(0, length))
    const asked = new URLSearchParams({ search: word.slice(0, length).trim() }).toString()
    await expect.poll(() => held.some((route) => new URL(route.request().url()).search.includes(asked))).toBe(true)
  }
  const count = held.length
  await release(held)
  await page.unrouteAll()
  const truth = await api(page, server).list<Company>(`/companies?${new URLSearchParams({ search: word })}`)
  await expect(page.getByRole('rowheader')).toHaveText(truth.data.map(({ name }) => new RegExp(name)))
  await expect(page.locator('main h1 + [role=status]')).toContainText(`${truth.pagination.totalCount} of`)
  found({ harm: 'answers in the opposite order', count: `${count} searches`, result: 'the last one is shown' })
})

test('Turning pages faster than they load ends on the page in the URL', async ({ page, server, found }) => {
  await page.goto('./devices?limit=10')
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  const held: Route[] = []
  await page.route('**/api/public/v1/devices?*page=*', (route) => void held.push(route))
  for (let turn = 2; turn <= 5; turn++) {
    await page.keyboard.press(']')
    await page.waitForURL(new RegExp(`page=${turn}`))
  }
  await page.goBack()
  await page.waitForURL(/page=4/)
  const count = held.length
  await release(held)
  await page.unrouteAll()
  const truth = await api(page, server).list<{ name: string }>('/devices?limit=10&page=4')
  await expect(page.getByRole('rowheader')).toHaveText(truth.data.map(({ name }) => new RegExp(`^${name}`)))
  found({ harm: 'answers in the opposite order', count: `${count} pages`, result: 'the rows are those of the address' })
})

test('A response requested before a write and received after it is not shown', async ({ page, server, found }) => {
  const { data } = await api(page, server).list<Rule>('/automation?isActive=false&limit=1')
  const { id, name } = data[0] as Rule
  await page.goto('./automation?isActive=false')
  const row = page.getByRole('row').filter({ has: page.locator(`a[href$="${id}"]`) })
  await expect(row).toBeVisible()
  const held: Route[] = []
  // The record is read ahead when its row is pointed at; the server answers before the write, the network after it.
  const before = await page.request.get(`${server.origin}/api/public/v1/automation/${id}`)
  const old = await before.text()
  await page.route(`**/api/public/v1/automation/${id}`, (route) => void held.push(route))
  await row.getByRole('link').first().hover()
  await expect.poll(() => held.length).toBe(1)
  await row.getByRole('switch').click()
  await expect(page.getByText(`${name} is on.`)).toBeVisible()
  await page.unroute(`**/api/public/v1/automation/${id}`)
  for (const route of held) await route.fulfill({ body: old, contentType: 'application/json' }).catch(() => {})
  await page.getByRole('link', { name: 'View rule' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByRole('switch')).toBeChecked()
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('switch')).toBeChecked()
  found({ harm: 'a read answered after a later write', count: '1 read ahead', result: 'the written value is shown' })
})
