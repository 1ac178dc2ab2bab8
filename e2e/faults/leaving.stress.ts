import { expect, type Locator, type Page, type Route } from '@playwright/test'
import { api, type Company } from '../support/api'
import type { Server } from '../support/instance'
import { test } from './support/browser'

test.use({ ownServer: true })

const openForm = async (page: Page, server: Server, row: number) => {
  const { data } = await api(page, server).list<Company>('/companies?orderBy=name&orderDirection=asc&status=active')
  const company = data[row]
  if (!company) throw new Error('The sample has too few companies.')
  await page.goto(`./companies?${new URLSearchParams({ search: company.name })}`)
  await page.getByRole('rowheader', { name: company.name, exact: true }).hover()
  await page.getByRole('link', { name: `Open ${company.name}`, exact: true }).click()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(company.name)
  return { ...company, now: () => api(page, server).get<Company>(`/companies/${company.id}`) }
}

/** Keeps writes waiting until they are let go. */
const hold = async (page: Page) => {
  const held: Route[] = []
  await page.route('**/api/public/v1/**', (route) =>
    route.request().method() === 'GET' ? route.fallback() : void held.push(route),
  )
  return held
}

/** As fast as no hand can: both before the page can draw anything. */
const twice = (button: Locator) =>
  button.evaluate((element: HTMLElement) => {
    element.click()
    element.click()
  })

test('A button pressed twice writes once', async ({ page, server, found }) => {
  const writes: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && writes.push(request.url()))
  const { name } = await openForm(page, server, 0)
  await page.getByLabel('Industry').fill('Pressed twice')
  await twice(page.getByRole('button', { name: 'Save', exact: true }))
  await expect(page.getByText(`${name} saved.`)).toBeVisible()
  expect(writes).toHaveLength(1)

  await openForm(page, server, 1)
  await page.getByLabel('Industry').fill('By keys')
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('saved.')).toBeVisible()
  expect(writes).toHaveLength(2)

  await page.goto('./settings/api-access')
  await page.getByRole('button', { name: 'Create key' }).click()
  const making = page.getByRole('dialog', { name: 'Create key' })
  await making.getByLabel('Name').fill('Made once')
  await making.getByRole('checkbox', { name: 'Read Companies' }).check()
  await twice(making.getByRole('button', { name: 'Create key' }))
  await page.getByRole('button', { name: 'I have copied it' }).click()
  expect(writes).toHaveLength(3)
  for (const [open, act] of [
    ['Rotate Made once', 'Rotate key'],
    ['Revoke Made once', 'Revoke key'],
  ] as const) {
    await page.getByRole('button', { name: open }).first().click()
    await twice(page.getByRole('button', { name: act }))
    if (act === 'Rotate key') await page.getByRole('button', { name: 'I have copied it' }).click()
    else await expect(page.getByText('revoked.')).toBeVisible()
  }
  expect(writes).toHaveLength(5)

  await page.goto('./automation')
  const flip = page.getByRole('switch').first()
  await expect(flip).toBeVisible()
  const wasOn = await flip.isChecked()
  await twice(flip)
  await expect(page.getByText('Version')).toBeVisible()
  expect(writes).toHaveLength(6)
  await expect(flip).toBeChecked({ checked: !wasOn })

  const { data } = await api(page, server).list<{ id: string }>('/budgets?status=Draft&limit=1')
  await page.goto(`./budgets/${data[0]?.id}`)
  await twice(page.getByRole('group', { name: 'Status' }).getByRole('button', { name: 'Approved' }))
  await expect(page.getByText('set to approved.')).toBeVisible()
  expect(writes).toHaveLength(7)
  found({
    harm: 'pressed twice before the page can answer',
    count: `${writes.length} controls`,
    result: 'one write each',
  })
})

test('Going back during a save waits, then navigates, or stays with what failed', async ({ page, server, found }) => {
  for (const outcome of ['taken', 'dropped'] as const) {
    const { now } = await openForm(page, server, outcome === 'taken' ? 2 : 3)
    const held = await hold(page)
    await page.getByLabel('Industry').fill('Saved behind my back')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(() => held.length).toBe(1)
    await page.evaluate(() => history.go(-2))
    await expect(page.getByText('The form closes once it’s saved.')).toBeVisible()
    await (outcome === 'taken' ? held[0]?.continue() : held[0]?.abort('connectionreset'))
    if (outcome === 'taken') {
      await expect(page.getByText(' saved.')).toBeVisible()
      await expect(page).toHaveURL(/companies\?search=/)
    } else {
      await expect(page.getByText('may or may not have saved')).toBeVisible()
      await expect(page.getByLabel('Industry')).toHaveValue('Saved behind my back')
    }
    expect((await now()).industry === 'Saved behind my back').toBe(outcome === 'taken')
    await page.unrouteAll()
  }
  found({ harm: 'back during a save, taken and dropped', count: '2 saves', result: 'waited, told, nothing lost' })
})

test('Reloading during a save asks first', async ({ page, server, found }) => {
  await openForm(page, server, 4)
  const held = await hold(page)
  await page.getByLabel('Industry').fill('On its way')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(() => held.length).toBe(1)
  const asked = page.waitForEvent('dialog')
  const reloading = page.evaluate(() => location.reload())
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await reloading
  await expect(page.getByLabel('Industry')).toHaveValue('On its way')
  await held[0]?.continue()
  await expect(page.getByText('saved.')).toBeVisible()
  found({ harm: 'reload during a save', count: '1 save', result: 'asked, saved' })
})

test('Back and Forward, many times over, end on the right page with its content', async ({ page, found }) => {
  const ways = ['/today', '/companies', '/automation', '/devices', '/budgets', '/nps/review']
  const headings = ['Today']
  await page.goto('./today')
  for (const way of ways.slice(1)) {
    await page.locator(`nav[aria-label="Pages"] a[href="${way}"]`).evaluate((link: HTMLElement) => link.click())
    await page.waitForURL(`**${way}`)
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(headings.at(-1) ?? 'Today')
    headings.push((await page.getByRole('heading', { level: 1 }).textContent()) ?? '')
  }
  let turns = 0
  for (let round = 0; round < 10; round++) {
    const burst = round % 2 ? [1, 1, -1, 2, -3, 1] : [-1, -1, 1, -2, 3, -1]
    await page.evaluate((turns) => {
      for (const by of turns) history.go(by)
    }, burst)
    turns += burst.length
    // A browser may drop turns of such a burst, so where it ends is its own affair.
    await expect
      .poll(async () => {
        const heading = await page.getByRole('heading', { level: 1 }).textContent()
        return heading === headings[ways.indexOf(new URL(page.url()).pathname)]
      })
      .toBe(true)
  }
  found({ harm: 'back and forward without waiting', count: `${turns} turns`, result: 'each address with its own page' })
})

test('Pressing Escape repeatedly loses no form, question or input', async ({ page, server, found }) => {
  await openForm(page, server, 5)
  await page.getByLabel('Industry').fill('Still here')
  for (let press = 0; press < 25; press++) await page.keyboard.press('Escape')
  const question = page.getByRole('button', { name: 'Keep editing' })
  if (await question.isVisible()) await question.click()
  await expect(page.getByLabel('Industry')).toBeVisible()
  await expect(page.getByLabel('Industry')).toHaveValue('Still here')

  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const ended = page.getByRole('alertdialog', { name: 'Your session has ended' })
  await expect(ended).toBeVisible()
  for (let press = 0; press < 25; press++) await page.keyboard.press('Escape')
  await expect(ended).toBeVisible()
  found({ harm: 'Escape, again and again', count: '50 presses', result: 'form and question stay' })
})
