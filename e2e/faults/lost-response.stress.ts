import { expect, type Page, type Route } from '@playwright/test'
import { api, type Company, type Rule } from '../support/api'
import type { Server } from '../support/instance'
import { test } from './support/browser'

test.use({ ownServer: true })

type Budget = { id: string; title: string; status: string }

/** The writes of a page, each of which meets the next of these fates: dropped on its way, or answered to no one. */
const harm = async (page: Page, ...fates: ('dropped' | 'answer lost')[]) => {
  const seen: string[] = []
  const isWrite = (route: Route) => route.request().method() !== 'GET'
  await page.route('**/api/public/v1/**', async (route) => {
    if (!isWrite(route)) return route.fallback()
    const fate = fates[seen.length]
    seen.push(fate ?? 'answered')
    if (fate === 'answer lost') await route.fetch()
    return fate ? route.abort('connectionreset') : route.fallback()
  })
  return seen
}

const traces = async (page: Page, server: Server, id: string) =>
  (await api(page, server).list(`/audit-events?recordId=${id}`)).pagination.totalCount

const companyAt = async (page: Page, server: Server, row: number) => {
  const { data } = await api(page, server).list<Company>('/companies?orderBy=name&orderDirection=asc&status=active')
  const company = data[row]
  if (!company) throw new Error('The sample has too few companies.')
  await page.goto(`./companies/${company.id}/edit`)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(company.name)
  return { ...company, now: () => api(page, server).get<Company>(`/companies/${company.id}`) }
}

const conflict = (page: Page) => page.getByRole('alertdialog', { name: /^Someone else changed/ })

test('A save lost on its way keeps the form, and succeeds when it is sent again', async ({ page, server, found }) => {
  const { id, name, now } = await companyAt(page, server, 0)
  const seen = await harm(page, 'dropped', 'dropped')
  await page.getByLabel('Industry').fill('Sent three times')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  for (const attempt of [1, 2]) {
    await save.click()
    await expect(page.getByRole('alert')).toContainText('No response; it may')
    await expect(page.getByLabel('Industry')).toHaveValue('Sent three times')
    expect(seen).toHaveLength(attempt)
  }
  await save.click()
  await expect(page.getByText(`${name} saved.`)).toBeVisible()
  expect(await now()).toMatchObject({ industry: 'Sent three times' })
  expect(await traces(page, server, id)).toBe(1)
  found({ harm: 'the request is dropped', count: '2 of 3 saves', result: 'input kept, one write in the history' })
})

test('A save whose response is lost is recognised as our own, not as someone else’s', async ({
  page,
  server,
  found,
}) => {
  const { id, name, now } = await companyAt(page, server, 1)
  await harm(page, 'answer lost')
  await page.getByLabel('Industry').fill('Taken, and not known')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(`${name} saved.`)).toBeVisible()
  await expect(page).toHaveURL(`./companies/${id}`)
  expect(await traces(page, server, id)).toBe(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(`${name} restored.`)).toBeVisible()
  expect(await now()).toMatchObject({ industry: expect.not.stringContaining('Taken') })
  found({ harm: 'the answer is lost after the write', count: '1 save', result: 'told as saved, undone once' })
})

test('Input after a lost response is saved over our own write without a conflict question', async ({
  page,
  server,
  found,
}) => {
  const { id, name, now } = await companyAt(page, server, 2)
  // Nothing is heard of the record either, until it is saved again.
  await page.route(`**/api/public/v1/companies/${id}`, (route) =>
    route.request().method() === 'GET' ? route.abort('connectionreset') : route.fallback(),
  )
  await harm(page, 'answer lost')
  await page.getByLabel('Industry').fill('First')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('alert').first()).toContainText('No response; it may')
  await page.getByLabel('Industry').fill('Second')
  await page.getByLabel('Domain').fill('second.example')
  await page.getByRole('button', { name: 'Save 2 changes' }).click()
  await expect(page.getByText(`${name} saved.`)).toBeVisible()
  await expect(conflict(page)).toHaveCount(0)
  expect(await now()).toMatchObject({ industry: 'Second', domain: 'second.example' })
  expect(await traces(page, server, id)).toBe(2)
  found({ harm: 'the answer and every read after it are lost', count: '2 saves', result: 'both written, no conflict' })
})

test('Someone else’s change is still reported after a lost response', async ({ page, server, found }) => {
  const { id, now } = await companyAt(page, server, 3)
  await harm(page, 'dropped')
  await page.getByLabel('Industry').fill('Mine')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('No response; it may')
  await api(page, server).put(`/companies/${id}`, { industry: 'Theirs' })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(conflict(page)).toBeVisible()
  await expect(conflict(page).getByRole('radio', { name: 'Mine' })).toBeChecked()
  expect(await now()).toMatchObject({ industry: 'Theirs' })
  found({ harm: 'a dropped save, then another writer', count: '1 conflict', result: 'asked, nothing overwritten' })
})

test('A budget whose save gets no response is reported as saved', async ({ page, server, found }) => {
  const { list, get } = api(page, server)
  const budget = (await list<Budget>('/budgets?status=Draft')).data[0]
  await page.goto(`./budgets/${budget?.id}/edit`)
  await harm(page, 'answer lost')
  await page.getByLabel('Title').fill('Told as saved')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('saved.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Told as saved' })).toBeVisible()
  expect(await get<Budget>(`/budgets/${budget?.id}`)).toMatchObject({ title: 'Told as saved' })
  found({ harm: 'the answer is lost after the write', count: '1 save', result: 'told as saved' })
})

test('A status and a switch show the server’s value, however the response was lost', async ({
  page,
  server,
  found,
}) => {
  const { list, get } = api(page, server)
  const budget = (await list<Budget>('/budgets?status=Draft')).data[1]
  await page.goto(`./budgets/${budget?.id}`)
  const seen = await harm(page, 'answer lost', 'dropped', 'answer lost', 'dropped')
  const station = page.getByRole('group', { name: 'Status' })
  for (const status of ['Approved', 'Obsolete']) {
    await station.getByRole('button', { name: status }).click()
    await expect(page.getByText('No response; it may')).toBeVisible()
    await expect(station.getByRole('button', { name: 'Approved' })).toHaveAttribute('aria-pressed', 'true')
  }
  expect(await get<Budget>(`/budgets/${budget?.id}`)).toMatchObject({ status: 'Approved' })
  const rule = (await list<Rule>('/automation?limit=1')).data[0]
  await page.goto(`./automation/${rule?.id}`)
  const flip = page.getByRole('switch')
  for (const attempt of [3, 4]) {
    await flip.click()
    await expect(page.getByText('No response; it may')).toBeVisible()
    await expect(flip).toBeChecked({ checked: !rule?.isActive })
    expect(seen).toHaveLength(attempt)
    await page.getByRole('button', { name: 'Dismiss' }).click()
  }
  expect(await get<Rule>(`/automation/${rule?.id}`)).toMatchObject({ isActive: !rule?.isActive })
  found({ harm: 'answers lost, requests dropped', count: '2 and 2', result: 'shown as the server has them' })
})

test('Two switches that fail in succession both keep their values', async ({ page, context, found }) => {
  await page.goto('./automation?isActive=false')
  const [first, second] = [page.getByRole('switch').nth(0), page.getByRole('switch').nth(1)]
  await expect(second).toBeVisible()
  const held: Route[] = []
  await page.route('**/toggle', (route) => void held.push(route))
  await first.click()
  await second.click()
  await expect.poll(() => held.length).toBe(2)
  await context.setOffline(true)
  for (const route of held) await route.abort('internetdisconnected')
  await expect(page.getByText('No response; it may')).toBeVisible()
  await expect(first).not.toBeChecked()
  await expect(second).not.toBeChecked()
  await context.setOffline(false)
  found({ harm: 'the network goes while two are on their way', count: '2 switches', result: 'both shown as they were' })
})

test('A write without a network is reported at once, kept, and never sent later by itself', async ({
  page,
  context,
  server,
  found,
}) => {
  const { id, name, now } = await companyAt(page, server, 4)
  const before = await now()
  await page.getByLabel('Industry').fill('Typed without a network')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('No response; it may')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Discard and leave' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  expect(await now()).toEqual(before)
  expect(await traces(page, server, id)).toBe(0)
  found({ harm: 'no network while saving', count: '1 save', result: 'told at once, discarded when it is discarded' })
})

test('A key that may have been created is reported as such', async ({ page, found }) => {
  await page.goto('./settings/api-access')
  await harm(page, 'answer lost')
  await page.getByRole('button', { name: 'Create key' }).click()
  const making = page.getByRole('dialog', { name: 'Create key' })
  await making.getByLabel('Name').fill('Lost on its way')
  await making.getByRole('checkbox', { name: 'Read Companies' }).check()
  await making.getByRole('button', { name: 'Create key' }).click()
  await expect(making.getByRole('alert')).toContainText('may have been created')
  await expect(making.getByLabel('Name')).toHaveValue('Lost on its way')
  await making.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Lost on its way' })).toHaveCount(1)
  found({ harm: 'the answer is lost after the write', count: '1 key', result: 'told, listed, can be revoked' })
})
