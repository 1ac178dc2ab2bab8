import { expect, type Page } from '@playwright/test'
import { api, type Rule } from './support/api'
import { addFilter } from './support/filters'
import { hold, holdSearches } from './support/hold'
import { signIn, test } from './support/server'
import { thorough } from './support/thorough'
import { keepToast } from './support/toast'

const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })

/** A rule of the sample whose name no other rule has. */
const ruleThat = (rules: Rule[], fits: (rule: Rule) => boolean) => {
  const rule = rules.find((one) => fits(one) && rules.filter(({ name }) => name === one.name).length === 1)
  if (!rule) throw new Error('The sample has no such rule.')
  return rule
}

test.use({ ownServer: true })

test('a switch changes at once, a toast confirms it, and Undo switches back', async ({ page, server }) => {
  await signIn(page, server)
  const { list, get } = api(page, server)
  const { data } = await list<Rule>('/automation?limit=100')
  const { id, name } = ruleThat(data, ({ isActive }) => !isActive)
  const before = await get<Rule>(`/automation/${id}`)
  await page.goto('./automation?limit=100')
  const flip = rowOf(page, name).getByRole('switch', { name })
  await expect(flip).not.toBeChecked()
  await flip.click()
  await expect(page.getByText(`${name} is on.`)).toBeVisible()
  await keepToast(page)
  await expect(page.getByText(`Now version ${before.version + 1}`)).toBeVisible()
  await expect(flip).toBeChecked()
  expect(await get<Rule>(`/automation/${id}`)).toMatchObject({ isActive: true, version: before.version + 1 })

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(`${name} is off.`)).toBeVisible()
  await expect(flip).not.toBeChecked()
  await page.reload()
  await expect(flip).not.toBeChecked()
  const isActive = async () => (await get<Rule>(`/automation/${id}`)).isActive
  expect(await get<Rule>(`/automation/${id}`)).toMatchObject({ isActive: false, version: before.version + 2 })

  // Ticked before it is on, then turned off with others.
  const dialog = page.locator('dialog[open]')
  const turnOff = async (rules: string) => {
    await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Turn off' }).click()
    await page.getByRole('button', { name: `Turn off ${rules}` }).click()
    await expect(dialog.getByRole('button', { name: 'Done' })).toBeVisible()
  }
  await rowOf(page, name).getByRole('checkbox').check()
  await flip.click()
  await expect(page.getByText(`${name} is on.`)).toBeVisible()
  await turnOff('1 rule')
  await expect(dialog.getByRole('heading')).toHaveText('1 of 1 rule turned off')
  expect(await isActive()).toBe(false)
  await dialog.getByRole('button', { name: 'Done' }).click()
  // Turned on by someone else, unseen, and another that has stayed off: each is read before it is changed.
  const other = ruleThat(data, (rule) => !rule.isActive && rule.id !== id)
  for (const off of [name, other.name]) await rowOf(page, off).getByRole('checkbox').check()
  await api(page, server).post(`/automation/${id}/toggle`, { isActive: true })
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Turn off' }).click()
  for (const off of [name, other.name])
    await expect(dialog.getByRole('listitem').filter({ hasText: off })).toBeVisible()
  await page.keyboard.press('Escape')
  await turnOff('2 rules')
  await expect(dialog.getByRole('heading')).toHaveText('1 of 2 rules turned off')
  await expect(dialog.getByRole('status')).toHaveText('1 already up to date.')
  expect(await isActive()).toBe(false)
})

test('a switch and its Undo keep to their rule when other rules are shown', async ({ page, server }) => {
  await signIn(page, server)
  const { list, get } = api(page, server)
  const [first, second] = (await list<Rule>('/automation?limit=2')).data as [Rule, Rule]
  const stateOf = async ({ id }: Rule) => (await get<Rule>(`/automation/${id}`)).isActive
  await page.goto('./automation?limit=1')
  await rowOf(page, first.name).getByRole('switch').click()
  await expect(page.getByText(`${first.name} is ${first.isActive ? 'off' : 'on'}.`)).toBeVisible()
  await keepToast(page)
  await page.getByRole('button', { name: 'Next page' }).press('Enter')
  await expect(rowOf(page, second.name)).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(`${first.name} is ${first.isActive ? 'on' : 'off'}.`)).toBeVisible()
  expect([await stateOf(first), await stateOf(second)]).toEqual([first.isActive, second.isActive])

  await page.goto(`./automation?limit=2#${first.id}`)
  const panel = page.getByRole('complementary')
  await expect(panel).toContainText(first.id)
  const release = await hold(page, '**/toggle', { method: 'POST' })
  await panel.getByRole('switch').click()
  await expect(panel.getByText('Saving')).toBeVisible()
  await page.keyboard.press('j')
  await expect(panel).toContainText(second.id)
  release()
  await expect(page.getByText(`${first.name} is ${first.isActive ? 'off' : 'on'}.`)).toBeVisible()
  await expect(panel.getByRole('switch')).toBeChecked({ checked: second.isActive })
  expect([await stateOf(first), await stateOf(second)]).toEqual([!first.isActive, second.isActive])
  await page.keyboard.press('Control+z')
  await expect(page.getByText(`${first.name} is ${first.isActive ? 'on' : 'off'}.`)).toBeVisible()
  expect([await stateOf(first), await stateOf(second)]).toEqual([first.isActive, second.isActive])
})

test('clicking the text beside a switch does not toggle it', thorough, async ({ page, server }) => {
  await signIn(page, server)
  const { list, get } = api(page, server)
  const { data } = await list<Rule>('/automation?limit=100')
  const { id, name } = ruleThat(data, ({ isActive }) => isActive)
  await page.goto(`./automation/${id}`)
  await page.getByText('On', { exact: true }).first().click()
  await expect(page.getByRole('switch', { name })).toBeChecked()
  expect(await get<Rule>(`/automation/${id}`)).toMatchObject({ isActive: true })
})

test('a switch refused by the server returns to its state and says why', thorough, async ({ page, server }) => {
  const { list, post, get } = api(page, server)
  const { data: reader } = await post<{ key: string }>('/api-keys', { name: 'Reader', scopes: ['automation:read'] })
  await signIn(page, server, reader.key)
  // As on a server that does not tell what a key may do.
  await page.route('**/api/public/v1/me', (route) => route.fulfill({ status: 404, body: 'Not found' }))
  const { data } = await list<Rule>('/automation?limit=100')
  const { id, name } = ruleThat(data, ({ isActive }) => isActive)
  await page.goto(`./automation/${id}`)
  await page.getByRole('switch', { name }).click()
  await expect(page.getByText(`${name} is still on.`)).toBeVisible()
  await expect(page.getByText('automation:write')).toBeVisible()
  await expect(page.getByRole('switch', { name })).toBeChecked()
  expect(await get<Rule>(`/automation/${id}`)).toMatchObject({ isActive: true })

  await page.goto('./companies')
  await expect(page.getByRole('alert')).toContainText('You don’t have access')
  await expect(page.getByRole('alert')).toContainText('companies:read')
})

test('tabs, trigger and company filter the rules', thorough, async ({ page, server }) => {
  await signIn(page, server)
  const { list, get } = api(page, server)
  const total = async (query: string) => (await list(`/automation?${query}`)).pagination.totalCount
  const table = (count: number) => page.getByRole('table', { name: `Automation rules: ${count} rule` })
  await page.goto('./automation')
  const tabs = page.getByRole('navigation', { name: 'Views' })
  await tabs.getByRole('link', { name: 'On', exact: true }).click()
  await expect(table(await total('isActive=true'))).toBeVisible()
  await expect(tabs.getByRole('link', { name: 'On', exact: true })).toHaveAttribute('aria-current', 'page')
  await addFilter(page, 'Trigger')
  await page.getByRole('combobox', { name: 'Trigger' }).selectOption('Runs on a schedule')
  await expect(table(await total('isActive=true&triggerType=scheduled'))).toBeVisible()
  await page.getByRole('button', { name: 'Remove filter: Trigger' }).click()

  const { data } = await list<Rule>('/automation?isActive=true&limit=100')
  const { id } = ruleThat(data, ({ companyIds }) => companyIds.length > 0)
  const company = (await get<Rule>(`/automation/${id}`)).companies[0]
  const picker = page.getByRole('combobox', { name: 'Company' })
  await addFilter(page, 'Company')
  // Enter takes the first choice for the text, also where the choices shown are still those of an earlier one.
  await expect(page.getByRole('option').first()).toBeVisible()
  const release = await holdSearches(page)
  await picker.fill(company?.name ?? '')
  await picker.press('Enter')
  await expect(page.getByRole('listbox').getByText('Searching')).toBeVisible()
  release()
  await expect(page).toHaveURL(`./automation?isActive=true&companyId=${company?.id}`)
  await expect(table(await total(`isActive=true&companyId=${company?.id}`))).toBeVisible()
  await expect(picker).toHaveValue(company?.name ?? '')
})

test('a rule’s page shows trigger, conditions, actions and companies', thorough, async ({ page, server }) => {
  await signIn(page, server)
  const { list, get } = api(page, server)
  const { data } = await list<Rule>('/automation?limit=100')
  const details = await Promise.all(data.map(({ id }) => get<Rule>(`/automation/${id}`)))
  const rule = ruleThat(
    details,
    ({ conditions, companies }) => conditions.some(({ groups }) => groups.length > 0) && companies.length > 0,
  )
  await page.goto('./automation?limit=100')
  await page.getByRole('link', { name: rule.name, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: rule.name })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Conditions' })).toBeVisible()
  await expect(page.getByText('All of').or(page.getByText('Any of')).nth(1)).toBeVisible()
  await expect(page.getByText('Needs approval')).toHaveCount(rule.actions.filter((a) => a.requiresApproval).length)
  const steps = page.getByRole('list', { name: 'Actions' }).getByRole('listitem')
  await expect(steps).toHaveCount(rule.actions.length)
  await expect(page.getByText('{{')).toHaveCount(0)

  const company = rule.companies[0]
  await page
    .getByRole('main')
    .getByRole('link', { name: company?.name ?? '', exact: true })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: company?.name ?? '' })).toBeVisible()
})
