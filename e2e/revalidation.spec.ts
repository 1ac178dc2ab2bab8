import { expect, type Page } from '@playwright/test'
import { api, type Company, type Rule } from './support/api'
import { leftToScript, signIn, test } from './support/server'
import { thorough } from './support/thorough'

test.use({ ownServer: true })

test.beforeEach(async ({ page, server }) => {
  await signIn(page, server)
  await leftToScript(page, server)
})

/** The statuses of what was answered at a path of the API since the last look. */
const answersAt = (page: Page, path: string) => {
  const statuses: number[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (response.request().method() === 'GET' && pathname.endsWith(path)) statuses.push(response.status())
  })
  return () => statuses.splice(0)
}

const lead = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click()

/** Marks everything that was read as old. */
const readAgain = async (page: Page) => {
  await lead(page, 'Today')
  await page.getByRole('button', { name: 'Refresh' }).click()
}

test('a save refetches only the record, its lists and its history', thorough, async ({ page, server }) => {
  const { data } = await api(page, server).list<Company>('/companies')
  const [company] = data
  await page.goto(`./companies/${company?.id}/edit`)
  // The counts in the navigation are the last that a page asks for, when it is idle.
  const today = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Today', exact: true })
  await expect(today).toHaveAccessibleDescription(/need attention$/)
  await page.waitForLoadState('networkidle')
  const asked: string[] = []
  page.on('request', (request) => {
    const [, path] = new URL(request.url()).pathname.split('/api/public/v1')
    if (request.method() === 'GET' && path) asked.push(path)
  })
  await page.getByLabel('Industry').fill('Fishing')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('saved.')).toBeVisible()
  await expect.poll(() => asked).toContain('/audit-events')
  await page.waitForLoadState('networkidle')
  const expected = [`/companies/${company?.id}`, '/companies', '/audit-events']
  expect(asked.filter((path) => !expected.includes(path))).toEqual([])
})

test('a refetch transfers only changed data, and shows it', thorough, async ({ page, server }) => {
  const { list, put } = api(page, server)
  const told = answersAt(page, '/companies')
  const names = page.getByRole('rowheader')
  await page.goto('./companies')
  await expect(names.first()).toBeVisible()
  const shown = await names.allTextContents()
  expect(new Set(told())).toEqual(new Set([200]))

  await readAgain(page)
  await lead(page, 'Companies')
  await expect.poll(told).toContain(304)
  await expect(names).toHaveText(shown)

  const { data } = await list<Company>('/companies')
  await put(`/companies/${data[0]?.id}`, { name: 'Changed meanwhile' })
  await readAgain(page)
  told()
  await lead(page, 'Companies')
  await expect(names.filter({ hasText: 'Changed meanwhile' })).toBeVisible()
  await expect.poll(told).toContain(200)
})

test('aggregated figures stay correct when their requests return 304', thorough, async ({ page }) => {
  const told = answersAt(page, '/goals')
  const due = page.getByRole('group', { name: 'Goals', exact: true }).locator('small')
  await page.goto('./due')
  await expect(due).toHaveText(/^\d+$/)
  const figure = await due.innerText()
  expect(new Set(told())).toEqual(new Set([200]))
  await readAgain(page)
  await page.goBack()
  await expect.poll(told).toContain(304)
  await expect(due).toHaveText(figure)
})

test('an optimistic value that failed is not cached as the server’s response', thorough, async ({ page, server }) => {
  const { data } = await api(page, server).list<Rule>('/automation')
  const isOn = data[0]?.isActive === true
  const told = answersAt(page, '/automation')
  const sent: (() => Promise<void>)[] = []
  await page.route('**/toggle', (route) => void sent.push(() => route.abort()))
  await page.goto(`./automation#${data[0]?.id}`)
  // One in the row and one in the panel, each of which puts back what it found.
  const flips = page.getByRole('switch', { name: data[0]?.name ?? '' })
  await expect(flips).toHaveCount(2)
  for (const [place, shown] of [!isOn, isOn].entries()) {
    await flips.nth(place).click()
    await expect(flips.nth(place)).toBeChecked({ checked: shown })
    await expect.poll(() => sent.length).toBe(place + 1)
  }
  told()
  for (const refuse of sent) await refuse()
  await expect.poll(told).toContain(304)
  for (const place of [0, 1]) await expect(flips.nth(place)).toBeChecked({ checked: isOn })
})
