import { expect, type Page, type Route } from '@playwright/test'
import { api, type Company } from './support/api'
import { hold } from './support/hold'
import { adminKey, type Server } from './support/instance'
import { companyRows, openRowForm } from './support/row-form'
import { scriptOf } from './support/scripts'
import { signIn, test } from './support/server'
import { thorough } from './support/thorough'
import { keepToast } from './support/toast'

const open = async (page: Page, server: Server, row: number) => {
  const { data } = await api(page, server).list<Company>('/companies?orderBy=name&orderDirection=asc&status=active')
  const company = data[row]
  if (!company) throw new Error('The sample has too few companies.')
  await page.goto(`./companies/${company.id}/edit`)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(company.name)
  return { company, now: () => api(page, server).get<Company>(`/companies/${company.id}`) }
}

test.use({ ownServer: true })

test.beforeEach(({ page, server }) => signIn(page, server))

test('only changed fields are sent, are previewed first, and can be undone until someone else changes them', async ({
  page,
  server,
}) => {
  const { company, now } = await open(page, server, 0)
  const sent = page.getByRole('region', { name: 'Changes to save' })
  await expect(sent).toContainText('No changes.')
  await expect(sent).not.toContainText('PUT')
  await page.getByLabel('Domain').fill('edited.example')
  await page.getByLabel('Employees').fill('1,284')
  await expect(sent.getByRole('rowheader')).toHaveText(['Domain', 'Employees'])
  await sent.getByRole('button', { name: 'JSON' }).click()
  await expect(sent).toContainText(`PUT /api/public/v1/companies/${company.id}`)
  const shown = JSON.parse((await sent.locator('pre').textContent()) ?? '')
  expect(shown).toEqual({ domain: 'edited.example', employeeCount: 1284 })

  const request = page.waitForRequest((candidate) => candidate.method() === 'PUT')
  await page.getByRole('button', { name: 'Save 2 changes' }).click()
  expect((await request).postDataJSON()).toEqual(shown)
  await expect(page.getByText(`${company.name} saved.`)).toBeVisible()
  await keepToast(page)
  await expect(page).toHaveURL(`./companies/${company.id}`)
  await expect(page.getByRole('definition').filter({ hasText: /^edited\.example$/ })).toBeVisible()
  expect(await now()).toMatchObject({
    ...company,
    domain: 'edited.example',
    employeeCount: 1284,
    updatedAt: expect.any(String),
  })

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(`${company.name} restored.`)).toBeVisible()
  expect(await now()).toEqual({ ...company, updatedAt: expect.any(String) })
  await page.reload()
  await expect(page.getByRole('definition').getByText(company.domain ?? '', { exact: true })).toBeVisible()

  await page.goto(`./companies?search=${encodeURIComponent(company.name)}`)
  const row = companyRows(page).filter({ hasText: company.name }).first()
  const change = async () => {
    await openRowForm(row)
    await page.getByRole('dialog').getByLabel('Domain').fill('edited.example')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText(`${company.name} saved.`)).toBeVisible()
  }
  await change()
  await row.getByRole('checkbox').focus()
  await page.keyboard.press('Control+z')
  await expect(page.getByText(`${company.name} restored.`)).toBeVisible()
  await change()
  await api(page, server).put(`/companies/${company.id}`, { domain: 'colleague.example' })
  await page.keyboard.press('Control+z')
  await expect(page.getByText(`${company.name} couldn’t be restored.`)).toBeVisible()
  expect(await now()).toMatchObject({ domain: 'colleague.example' })
})

test('client-side errors appear beside their fields, and nothing is sent', async ({ page, server }) => {
  const { company, now } = await open(page, server, 1)
  await page.getByLabel('Employees').fill('-4')
  await expect(page.getByLabel('Employees')).toHaveAccessibleDescription('Must be 0 or more.')
  await page.getByLabel('Website').fill('javascript:alert(1)')
  await expect(page.getByLabel('Website')).toHaveAccessibleDescription(/^Must be a URL that starts with http/)
  await page.getByLabel('Employees').fill('1000.5')
  await expect(page.getByLabel('Employees')).toHaveAccessibleDescription('Enter a whole number.')
  await page.getByLabel('Employees').fill('')
  await expect(page.getByLabel('Employees')).toHaveAccessibleDescription(/^This field can’t be empty/)
  await expect(page.getByText('2 unsaved changes, 2 to fix')).toBeVisible()
  await page.getByRole('button', { name: 'Save 2 changes' }).click()
  await expect(page.getByLabel('Employees')).toBeFocused()
  expect(await now()).toEqual(company)
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByLabel('Website')).toHaveValue(company.website ?? '')
})

test('surrounding spaces are trimmed, and a blank name is refused', thorough, async ({ page, server }) => {
  const { company } = await open(page, server, 1)
  await page.getByLabel('Name', { exact: true }).fill('   ')
  await expect(page.getByLabel('Name', { exact: true })).toHaveAccessibleDescription('Must be 1 to 255 characters.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await page.getByLabel('Name', { exact: true }).fill(`${company.name} `)
  await expect(page.getByText('No changes.')).toBeVisible()
  await page.getByLabel('Domain').fill('EXAMPLE.co.uk ')
  const request = page.waitForRequest((candidate) => candidate.method() === 'PUT')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  expect((await request).postDataJSON()).toEqual({ domain: 'EXAMPLE.co.uk' })
  await expect(page.getByText(`${company.name} saved.`)).toBeVisible()
})

test('line breaks that a field can’t hold are no changes, and are not sent', thorough, async ({ page, server }) => {
  const idOf = async (path: string) => (await api(page, server).list<{ id: string }>(`${path}?limit=1`)).data[0]?.id
  const company = `/companies/${await idOf('/companies')}`
  await api(page, server).put(company, { name: 'Two\nlines', industry: ' A\r\nB' })
  await page.goto(`.${company}/edit`)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Two lines')
  await expect(page.getByText('No changes.')).toBeVisible()
  await page.getByLabel('Employees').fill('41')
  const request = page.waitForRequest((candidate) => candidate.method() === 'PUT')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  expect((await request).postDataJSON()).toEqual({ employeeCount: 41 })

  const budget = `/budgets/${await idOf('/budgets')}`
  await api(page, server).patch(budget, { notes: 'One\r\ntwo\rthree' })
  await page.goto(`.${budget}/edit`)
  await expect(page.getByLabel('Notes')).toHaveValue('One\ntwo\nthree')
  await expect(page.getByText('No changes.')).toBeVisible()
})

test('a company with a blank name is labelled in its row and can be opened', thorough, async ({ page, server }) => {
  const { list, put } = api(page, server)
  const { id, name } = (await list<Company>('/companies?orderBy=name&orderDirection=asc')).data[6] as Company
  await put(`/companies/${id}`, { name: '   ' })
  await page.goto('./companies?orderBy=updated_at')
  const row = page.getByRole('rowheader').first()
  await expect(row).toHaveText('Company without a name')
  await row.getByRole('link').click()
  await expect(page).toHaveURL(`./companies/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Company without a name')
  await put(`/companies/${id}`, { name })
})

test('server-side errors appear beside their fields, and input is kept', async ({ page, server }) => {
  const { company, now } = await open(page, server, 2)
  // What is sent is spoilt on its way, so that it is the server that has to refuse it.
  await page.route('**/api/public/v1/companies/*', (route) =>
    route.request().method() === 'PUT' ? route.continue({ postData: { industry: 'x'.repeat(101) } }) : route.continue(),
  )
  await page.getByLabel('Industry').fill('Shipbuilding')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByLabel('Industry')).toHaveAccessibleDescription(/at most 100 characters/)
  await expect(page.getByLabel('Industry')).toHaveValue('Shipbuilding')
  expect(await now()).toEqual(company)
  await page.unroute('**/api/public/v1/companies/*')
  await page.getByLabel('Industry').fill('Shipbuilding and repair')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(`${company.name} saved.`)).toBeVisible()
  expect(await now()).toMatchObject({ industry: 'Shipbuilding and repair' })
})

test('leaving with unsaved changes asks first', async ({ page, server }) => {
  const { company, now } = await open(page, server, 3)
  // The page beside the form stays out of reach, also of a screen reader.
  await expect(page.getByRole('dialog')).toHaveAttribute('aria-modal', 'true')
  const [first, last] = [page.getByRole('button', { name: 'Close' }), page.getByRole('button', { name: 'Save' }).last()]
  await page.keyboard.press('Shift+Tab')
  await expect(first).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(last).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(first).toBeFocused()
  await page.getByLabel('Name', { exact: true }).fill('Half a name')
  await page.mouse.click(300, 300)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click()
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Leave with 1 unsaved change?' })
  await expect(question).toHaveAccessibleDescription('Your changes will be lost.')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Half a name')

  // The button keeps the focus, with nothing left to discard.
  const discard = page.getByRole('button', { name: 'Discard' })
  await discard.click()
  await expect(discard).toBeDisabled()
  await expect(discard).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(last).toBeFocused()
  await page.getByLabel('Name', { exact: true }).fill('Half a name')

  // By keyboard alone: Escape answers the question, and the browser lets some of them through.
  for (let time = 0; time < 3; time++) {
    await page.keyboard.press('Escape')
    await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  }
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Half a name')

  const asked = page.waitForEvent('dialog')
  const closed = page.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await closed

  await page.getByRole('button', { name: 'Close' }).click()
  await question.getByRole('button', { name: 'Discard and leave' }).click()
  await expect(page).toHaveURL(`./companies/${company.id}`)
  await expect(page.getByRole('heading', { level: 1, name: company.name })).toBeVisible()
  expect(await now()).toEqual(company)
})

test('leaving during a save waits for it, then goes on, or stays where it failed', async ({ page, server }) => {
  const { data } = await api(page, server).list<Company>('/companies?orderBy=name&orderDirection=asc&status=active')
  const { id, name } = data[3] as Company
  await page.goto('./companies')
  await page.goto(`./companies/${id}`)
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  const held: Route[] = []
  await page.route('**/api/public/v1/companies/*', (route) =>
    route.request().method() === 'PUT' ? void held.push(route) : route.continue(),
  )
  const saveAndLeave = async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.goBack()
    await expect(page.getByText('The form closes once it’s saved.')).toBeVisible()
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Discard' })).toBeDisabled()
    await expect.poll(() => held.length).toBe(1)
    return held.pop()
  }
  await page.getByLabel('Employees').fill('611')
  await (await saveAndLeave())?.abort('connectionreset')
  await expect(page.getByRole('alert')).toContainText('may or may not have saved')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(page.getByLabel('Employees')).toHaveValue('611')
  const second = await saveAndLeave()
  await page.getByLabel('Industry').fill('Typed meanwhile')
  await second?.continue()
  await expect(page.getByText(`${name} saved.`)).toBeVisible()
  await expect(page.getByText('1 unsaved change')).toBeVisible()
  await expect(page.getByLabel('Industry')).toHaveValue('Typed meanwhile')
  await (await saveAndLeave())?.continue()
  await expect(page).toHaveURL(`./companies/${id}`)
  expect(await api(page, server).get<Company>(`/companies/${id}`)).toMatchObject({
    employeeCount: 611,
    industry: 'Typed meanwhile',
  })
})

test('a change that is discarded after its response was lost is shown as saved', thorough, async ({ page, server }) => {
  const { company } = await open(page, server, 6)
  const industry = page.getByLabel('Industry')
  await page.route(
    `**/companies/${company.id}`,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  const release = await hold(page, `**/companies/${company.id}`, { method: 'GET' })
  await industry.fill('Lost')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('alert')).toContainText('may or may not have saved')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(industry).toHaveValue(company.industry ?? '')
  release()
  await expect(industry).toHaveValue('Lost')
  await expect(page.getByRole('dialog', { name: `Edit ${company.name}` })).toBeVisible()
})

test('someone else’s change is shown field by field and not overwritten', async ({ page, server }) => {
  const { company, now } = await open(page, server, 4)
  await page.getByLabel('Domain').fill('mine.example')
  await page.getByLabel('Industry').fill('Mine')
  await api(page, server).put(`/companies/${company.id}`, { domain: 'theirs.example', employeeCount: 358 })
  await page.keyboard.press('Control+Enter')

  const conflict = page.getByRole('alertdialog', { name: 'Someone else changed this company while you were editing' })
  await expect(conflict.getByRole('rowheader')).toHaveText(['Domain', 'Employees', 'Industry'])
  await expect(conflict.getByRole('button', { name: 'Back to editing' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(conflict).toHaveCount(0)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(page.getByLabel('Domain')).toHaveValue('mine.example')
  await page.keyboard.press('Control+Enter')
  await expect(conflict.getByRole('radio', { name: 'Domain Yours mine.example', exact: true })).toBeChecked()
  await expect(conflict.getByRole('radio', { name: '358' })).toBeChecked()
  await conflict.getByRole('radio', { name: 'theirs.example' }).check()
  await conflict.getByRole('button', { name: 'Save 1 change to current version' }).click()
  await expect(page.getByText(`${company.name} saved.`)).toBeVisible()
  expect(await now()).toMatchObject({ domain: 'theirs.example', employeeCount: 358, industry: 'Mine' })
})

test('a form saved before its record has come is compared with it first', async ({ page, server }) => {
  const { data } = await api(page, server).list<Company>('/companies?orderBy=name&orderDirection=asc')
  const [company, other] = [data[9], data[10]]
  const now = (of = company) => api(page, server).get<Company>(`/companies/${of?.id}`)
  const linkTo = (of = company) => page.getByRole('link', { name: of?.name ?? '', exact: true })
  const openForm = async (of = company) => {
    await page
      .getByRole('row')
      .filter({ has: linkTo(of) })
      .hover()
    await page.getByRole('link', { name: `Edit ${of?.name}` }).click()
    return page.getByRole('dialog', { name: `Edit ${of?.name}` })
  }
  await page.goto('./companies?orderBy=name&orderDirection=asc')
  await expect(linkTo()).toBeVisible()
  await api(page, server).put(`/companies/${company?.id}`, { industry: 'Theirs', employeeCount: 17 })
  const release = await hold(page, `**/companies/${company?.id}`, { method: 'GET' })
  const form = await openForm()
  await form.getByLabel('Industry').fill('Mine')
  await page.keyboard.press('Control+Enter')
  await expect(form.getByRole('button', { name: 'Saving' })).toBeVisible()
  release()
  const conflict = page.getByRole('alertdialog', { name: 'This company differs from what the list showed' })
  await expect(conflict.getByRole('rowheader')).toHaveText(['Industry'])
  expect(await now()).toMatchObject({ industry: 'Theirs' })
  await conflict.getByRole('radio', { name: 'Theirs' }).check()
  await conflict.getByRole('button', { name: 'Keep current version' }).click()
  await expect(form).toHaveCount(0)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  expect(await now()).toMatchObject({ industry: 'Theirs', employeeCount: 17 })

  // Nothing is written over a record that can’t be read for the moment.
  await api(page, server).put(`/companies/${other?.id}`, { industry: 'Theirs' })
  const isRead = (route: Route) => route.request().method() === 'GET'
  await page.route(`**/companies/${other?.id}`, (route) =>
    isRead(route) ? route.fulfill({ status: 500, json: { status: 500, detail: 'Out of order.' } }) : route.continue(),
  )
  const later = await openForm(other)
  await later.getByLabel('Industry').fill('Mine')
  await page.keyboard.press('Control+Enter')
  await expect(later.getByRole('alert')).toContainText('Not saved.')
  expect(await now(other)).toMatchObject({ industry: 'Theirs' })
  await page.unroute(`**/companies/${other?.id}`)
  await page.keyboard.press('Control+Enter')
  await conflict.getByRole('button', { name: 'Save 1 change to current version' }).click()
  await expect(page.getByText(`${other?.name} saved.`)).toBeVisible()
  expect(await now(other)).toMatchObject({ industry: 'Mine' })
})

test('a session that ends while editing asks for the key in place and keeps the input', async ({ page, server }) => {
  const { company, now } = await open(page, server, 5)
  const { data } = await api(page, server).post<{ key: string }>('/api-keys', {
    name: 'Budgets only',
    scopes: ['budgets:read'],
    expiresAt: null,
  })
  await page.getByLabel('Industry').fill('Kept over the end of a session')
  await page.context().clearCookies()
  // Not a real click: the page may find by itself that its session has ended, and cover the button.
  await page.getByRole('button', { name: 'Save', exact: true }).dispatchEvent('click')
  const ended = page.getByRole('alertdialog', { name: 'Your session has ended' })
  await ended.getByLabel('API key', { exact: true }).fill('wrong')
  await ended.getByRole('button', { name: 'Continue' }).click()
  await expect(ended.getByRole('alert')).not.toBeEmpty()
  await expect(ended.getByRole('button', { name: 'Continue' })).toBeFocused()
  // A key that may not even read the record.
  await ended.getByLabel('API key', { exact: true }).fill(data.key)
  await ended.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('dialog').getByText('Not saved.')).toBeVisible()
  await expect(page.getByRole('dialog').getByText('You can’t save changes.')).toBeVisible()
  await page.context().clearCookies()
  await page.evaluate(() => new BroadcastChannel('quarterdeck').postMessage({ type: 'signed out' }))
  // Someone signed out, so nothing can be read behind the dialog.
  const behind = () => ended.evaluate((dialog) => getComputedStyle(dialog, '::backdrop').backgroundColor)
  await expect.poll(behind).toMatch(/^oklch\([^/]+\)$/)
  await ended.getByLabel('API key', { exact: true }).fill(adminKey)
  await ended.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(`${company.name} saved.`)).toBeVisible()
  expect(await now()).toMatchObject({ industry: 'Kept over the end of a session' })
  const session = (await page.context().cookies()).find(({ name }) => name.endsWith('session'))
  expect(session?.expires).toBe(-1)
})

test('a very long name stays within its form and toast', thorough, async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { company } = await open(page, server, 4)
  const name = 'Llanfairpwll'.repeat(21)
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(`${name} saved.`)).toBeVisible()
  const overflowing = () =>
    page
      .locator('dialog > header, [aria-live] > [data-tone], [aria-live] p')
      .evaluateAll((elements) =>
        elements
          .filter((e) => e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight)
          .map((e) => e.className),
      )
  expect(await overflowing()).toEqual([])
  await page.goto(`./companies/${company.id}/edit`)
  await expect(page.getByRole('heading', { name: `Edit ${name}` })).toBeVisible()
  expect(await overflowing()).toEqual([])
})

test('closing a form leaves one history entry of its record', thorough, async ({ page, server }) => {
  const { data } = await api(page, server).list<Company>('/companies?orderBy=name&orderDirection=asc&status=active')
  const name = data[4]?.name ?? ''
  await page.goto('./companies?orderBy=name&orderDirection=asc&status=active')
  const record = `/companies/${data[4]?.id}`
  const form = page.getByRole('dialog', { name: `Edit ${name}` })
  const ways: Record<string, () => Promise<void>> = {
    'closed, with a key that is pressed twice': async () => {
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
    },
    saved: async () => {
      await page.getByLabel('Employees').fill('77')
      await page.getByRole('button', { name: 'Save' }).click()
    },
    'left with changes': async () => {
      await page.getByLabel('Employees').fill('78')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Discard and leave' }).click()
    },
  }
  for (const [way, leave] of Object.entries(ways)) {
    await page.getByRole('rowheader').getByRole('link', { name, exact: true }).click()
    // Not the row's own, which opens the form from the list.
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
    await leave()
    await expect(form, way).toHaveCount(0)
    await expect(page, way).toHaveURL(`.${record}`)
    await page.goBack()
    await expect(page, way).toHaveURL('./companies?orderBy=name&orderDirection=asc&status=active')
  }

  // Who came by its address stays in the app.
  await page.goto(`.${record}/edit`)
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(`.${record}`)
})

test('a form opened from a list leaves the list as it is', thorough, async ({ page, server }) => {
  const list = './companies?orderBy=name&orderDirection=asc&status=active'
  const { data } = await api(page, server).list<Company>('/companies?orderBy=name&orderDirection=asc&status=active')
  const { id, name } = data[4] ?? { id: '', name: '' }
  await page.goto(list)
  const form = page.getByRole('dialog', { name: `Edit ${name}` })
  const row = companyRows(page).filter({ has: page.getByRole('rowheader', { name, exact: true }) })
  const edit = row.getByRole('link', { name: `Edit ${name}` })
  await openRowForm(row)
  await expect(form).toBeVisible()
  await expect(page).toHaveURL(`./companies/${id}/edit`)
  await expect(page).toHaveTitle(`Edit ${name} · Quarterdeck`)
  // Behind a modal form no row has a role.
  await expect(page.locator('tbody th a').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)
  await expect(page).toHaveURL(list)
  await expect(page).toHaveTitle('Companies · Quarterdeck')
  await expect(edit).toBeFocused()
  await page.goForward()
  await expect(form).toBeVisible()
  await page.goBack()
  await expect(form).toHaveCount(0)

  await edit.focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Employees').fill('4079')
  await page.goBack()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toHaveCount(0)
  await expect(page).toHaveURL(list)
  await expect(row).toContainText('4,079')

  // A reload shows the form over the record’s page, as does the address in a new tab.
  await edit.click()
  await expect(form).toBeVisible()
  await page.reload()
  await expect(form).toBeVisible()
  await expect(page).toHaveTitle(`Edit ${name} · Quarterdeck`)
  await expect(page.locator('h1')).toHaveText(name)
  await page.goBack()
  await expect(page).toHaveURL(list)
  await expect(row).toContainText('4,079')
})

test('a form whose code cannot be loaded leaves the list and its address', thorough, async ({ page, server }) => {
  const { data } = await api(page, server).list<Company>('/companies?status=active')
  await page.route(scriptOf('src/web/companies/company-edit-page.tsx'), (route) => route.abort())
  await page.goto('./companies?status=active')
  await openRowForm(
    companyRows(page)
      .filter({ hasText: data[0]?.name ?? '' })
      .first(),
  )
  await expect(page.getByText('This part of the page couldn’t be loaded.')).toBeVisible()
  await expect(page).toHaveURL('./companies?status=active')
})

test('the key for the next page turns the list’s page while a form is still loading', thorough, async ({ page }) => {
  await page.route(scriptOf('src/web/companies/company-edit-page.tsx'), () => {})
  await page.goto('./companies?status=active')
  await openRowForm(companyRows(page).first())
  await expect(page).toHaveURL(/\/edit$/)
  await page.keyboard.press(']')
  await expect(page).toHaveURL('./companies?status=active&page=2')
})

test('a form that fails to load after it was left does not go back a second time', thorough, async ({ page }) => {
  let fail = () => {}
  const failed = new Promise<void>((resolve) => {
    fail = resolve
  })
  const code = scriptOf('src/web/companies/company-edit-page.tsx')
  await page.route(code, async (route) => {
    await failed
    await route.abort()
  })
  await page.goto('./today')
  await page.getByRole('link', { name: 'Companies', exact: true }).click()
  const row = companyRows(page).first()
  const failure = page.waitForEvent('requestfailed', (request) => code.test(request.url()))
  await openRowForm(row)
  await expect(page).toHaveURL(/\/edit$/)
  await page.goBack()
  await expect(page).toHaveURL('./companies')
  fail()
  await failure
  await row.getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Companies')
  await page.goBack()
  await expect(page).toHaveURL('./companies')
  await expect(page.getByText('This part of the page couldn’t be loaded.')).toHaveCount(0)
})

test('a row under the pointer shows its actions after Back', thorough, async ({ page, server }) => {
  const { data } = await api(page, server).list<Company>('/companies?status=active')
  await page.goto('./companies?status=active')
  const row = companyRows(page).nth(4)
  await row.getByRole('link').first().click()
  await expect(page.locator('h1')).toHaveText(data[4]?.name ?? '')
  await page.goBack()
  await row.hover()
  await expect(row.getByRole('link', { name: `Edit ${data[4]?.name}` })).toBeVisible()
})

test('closing a form restores the record’s scroll position', thorough, async ({ page, server }) => {
  const { company } = await open(page, server, 5)
  await page.goto(`./companies/${company.id}`)
  await expect(page.locator('[data-loading]')).toHaveCount(0)
  const scrolled = () => page.evaluate(() => scrollY)
  await page.evaluate(() => scrollTo(0, 400))
  await expect.poll(scrolled).toBeGreaterThan(100)
  const before = await scrolled()
  await page.getByRole('link', { name: 'Edit' }).evaluate((link: HTMLElement) => link.click())
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(`./companies/${company.id}`)
  await expect.poll(scrolled).toBe(before)
})
