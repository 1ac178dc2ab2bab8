import { expect, type Page } from '@playwright/test'
import { api, type Company, type Rule, sharedWord } from './support/api'
import { signIn, test } from './support/server'
import { thorough } from './support/thorough'

const table = (page: Page, total: number) => page.getByRole('table', { name: `Companies: ${total} compan` })
const names = (page: Page) => page.getByRole('rowheader')

// Its days are those that the API counts.
test.use({ ownServer: true, timezoneId: 'UTC' })

test.beforeEach(({ page, server }) => signIn(page, server))

test('searching filters the list and updates the URL', async ({ page, server }) => {
  const { list } = api(page, server)
  const word = sharedWord((await list<Company>('/companies?limit=100')).data)
  const found = await list<Company>(`/companies?search=${word}`)
  await page.goto('./companies')
  await page.getByRole('searchbox').fill(` ${word} `)
  await expect(table(page, found.pagination.totalCount)).toBeVisible()
  // An Enter that confirms a word of an input method.
  await page.getByRole('searchbox').dispatchEvent('keydown', { key: 'Enter', keyCode: 229, isComposing: true })
  await expect(page.getByRole('searchbox')).toBeFocused()
  await expect(page).toHaveURL(`./companies?search=${word}`)
  await page.reload()
  await expect(page.getByRole('searchbox')).toHaveValue(word)
  await expect(table(page, found.pagination.totalCount)).toBeVisible()
})

test('filters are removed one by one, and an empty result names them', thorough, async ({ page, server }) => {
  const { list } = api(page, server)
  const inactive = (await list('/companies?status=inactive')).pagination.totalCount
  const all = (await list('/companies')).pagination.totalCount
  await page.goto('./companies')
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Inactive')
  await expect(page).toHaveURL('./companies?status=inactive')
  await expect(table(page, inactive)).toBeVisible()
  await expect(page.getByRole('group', { name: 'Filters' })).toContainText('Status is')

  await page.getByRole('textbox', { name: 'Industry' }).fill('Alchemy')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'No companies match' })).toBeVisible()
  await expect(page.getByText('Status is “Inactive”, and industry is “Alchemy”.')).toBeVisible()
  await page.getByRole('link', { name: 'Remove industry' }).click()
  await expect(table(page, inactive)).toBeVisible()
  await page.getByRole('button', { name: 'Remove filter: Status' }).click()
  await expect(table(page, all)).toBeVisible()
  await expect(page).toHaveURL('./companies')
})

test('an empty result names a filter by a record without its ID', thorough, async ({ page, server }) => {
  const { data } = await api(page, server).list<Company>('/companies?limit=1')
  await page.goto(`./budgets?companyId=${data[0]?.id}&fiscalYear=1999`)
  await expect(page.getByText('Year is “1999”, and company is set.')).toBeVisible()
})

test('a column header sorts in both directions, as the API does', async ({ page, server }) => {
  const { list } = api(page, server)
  await page.goto('./companies?page=2')
  const head = page.getByRole('columnheader', { name: 'Name' })
  for (const [direction, sort] of [
    ['asc', 'ascending'],
    ['desc', 'descending'],
  ]) {
    await head.getByRole('link').click()
    await expect(head).toHaveAttribute('aria-sort', sort ?? '')
    const { data } = await list<Company>(`/companies?orderBy=name&orderDirection=${direction}`)
    await expect(names(page)).toHaveText(data.map(({ name }) => name))
  }
  await expect(page).toHaveURL('./companies?orderBy=name')
  await expect(page.getByRole('columnheader', { name: 'Domain' }).getByRole('link')).toHaveCount(0)
})

test('pages change by button, field and key, and Back returns to the previous one', async ({ page, server }) => {
  const { data } = await api(page, server).list<Company>('/companies?page=3')
  await page.goto('./companies')
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL('./companies?page=2')
  await expect(page.getByRole('status').filter({ hasText: /^21–40$/ })).toBeVisible()
  await page.keyboard.press(']')
  await expect(names(page)).toHaveText(data.map(({ name }) => name))
  await page.keyboard.press('[')
  await expect(page.getByText('21–40')).toBeVisible()
  await page.goBack()
  await expect(names(page)).toHaveText(data.map(({ name }) => name))
  const field = page.getByLabel('Page', { exact: true })
  await expect(field).toHaveValue('3')
  await field.fill('999')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Next page' })).toHaveAttribute('aria-disabled', 'true')
  await expect(field).toBeFocused()
  await page.getByRole('button', { name: 'Previous page' }).click()
  await expect(field).not.toHaveValue('999')
  await page.getByLabel('Rows').selectOption('100')
  await expect(page).toHaveURL('./companies?limit=100')
  await expect(names(page)).toHaveCount(100)
})

test('turning pages quickly shows only the last page', thorough, async ({ page, server }) => {
  const { list } = api(page, server)
  const firstOn = async (number: number) => (await list<Company>(`/companies?page=${number}`)).data[0]?.name ?? ''
  const [first, second, third, fourth] = [await firstOn(1), await firstOn(2), await firstOn(3), await firstOn(4)]
  await page.goto('./companies?page=4')
  await expect(names(page).first()).toHaveText(fourth)
  // All of them are loaded by then.
  for (const before of [third, second, first]) {
    await page.getByRole('button', { name: 'Previous page' }).click()
    await expect(names(page).first()).toHaveText(before)
  }
  const seen = page.evaluate(async (last) => {
    const first = () => document.querySelector('tbody th')?.textContent ?? ''
    const names: string[] = []
    for (const _ of ['2', '3', '4']) {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: ']', bubbles: true }))
      // Draws what the key asked for, without a picture in between.
      for (let turn = 0; turn < 20; turn += 1) await null
    }
    while (!names.includes(last)) {
      await new Promise(requestAnimationFrame)
      names.push(first())
    }
    return names
  }, fourth)
  expect(await seen).not.toContain(second)
  expect(await seen).not.toContain(third)
  await expect(page).toHaveURL('./companies?page=4')
})

test('Back from a company restores scroll position and focus', async ({ page }) => {
  await page.goto('./companies?limit=100')
  const row = names(page).nth(60).getByRole('link')
  const name = (await row.textContent()) ?? ''
  await row.click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeFocused()
  await expect(page).toHaveTitle(`${name} · Quarterdeck`)
  await page.goBack()
  await expect(page).toHaveURL('./companies?limit=100')
  await expect(names(page).nth(60).getByRole('link')).toBeFocused()
  await expect(names(page).nth(60)).toBeInViewport()

  // The same through the panel, which is another entry in the history.
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary')
  await panel.getByRole('link', { name: 'Open page' }).last().click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.goBack()
  await expect(panel).toBeVisible()
  await expect(names(page).nth(60).getByRole('link')).toBeFocused()
  await expect(names(page).nth(60)).toBeInViewport()

  // A form gives the focus back to what opened it, and a panel to its row.
  const edit = panel.getByRole('link', { name: 'Edit' })
  await edit.press('Enter')
  await expect(page.getByRole('dialog', { name: `Edit ${name}` })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(edit).toBeFocused()
  await page.goBack()
  await expect(panel).toHaveCount(0)
  await expect(names(page).nth(60).getByRole('link')).toBeFocused()
})

test('a company and its form open from the loaded row, however slow the API is', thorough, async ({ page }) => {
  await page.goto('./companies')
  const rows = page.locator('tbody tr')
  await expect(rows.nth(4).locator('th a')).toBeVisible()
  let held = 0
  await page.route('**/api/public/v1/**', () => {
    held++
  })
  // A row that is not rendered yet has no `innerText`.
  const nameOf = async (row: number) => (await rows.nth(row).locator('th a').textContent()) ?? ''
  const [name, other] = [await nameOf(2), await nameOf(4)]
  expect(other).not.toBe('')
  await rows.nth(2).locator('th a').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(page.locator('main dl').first()).toContainText('Employees')
  await expect(page.getByRole('heading', { name: 'Satisfaction' })).toBeVisible()
  await page.goBack()
  await rows.nth(4).hover()
  await rows.nth(4).getByRole('link', { name: 'Edit' }).click()
  await expect(page.getByRole('dialog').getByLabel('Name', { exact: true })).toHaveValue(other)
  expect(held).toBeGreaterThan(0)
})

test('an invalid URL says which parameters were ignored and keeps the rest', thorough, async ({ page, server }) => {
  const { pagination } = await api(page, server).list('/companies?status=pending')
  await page.goto('./companies?status=pending&limit=1000&colour=blue')
  await expect(page.getByText('Ignored')).toHaveText(
    'Ignored unknown parts of the link: colour=blue. Ignored values that aren’t allowed: limit=1000.',
  )
  await expect(table(page, pagination.totalCount)).toBeVisible()
  const long = 'x'.repeat(10_000)
  await page.goto(`./companies?search=${long}&industry=%00`)
  await expect(page.getByText('Ignored')).toHaveText(
    `Ignored values that aren’t allowed: search=${'x'.repeat(53)}…, industry=\\u0000.`,
  )
  await page.goto('./companies?page=4000')
  await expect(page.getByRole('heading', { name: 'Page 4,000 doesn’t exist' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to the last page' }).click()
  await expect(names(page).first()).toBeVisible()
})

test('an unknown company and an unknown page say so, and IDs ignore case', thorough, async ({ page }) => {
  await page.goto('./companies/00000000-0000-4000-8000-000000000000')
  await expect(page.getByRole('heading', { name: 'Company not found' })).toBeVisible()
  await page.goto('./companies/nonsense')
  await expect(page.getByText('The ID in this address isn’t valid.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Companies' })).toBeVisible()
  await page.goto('./Companies')
  await expect(page.getByRole('heading', { level: 1, name: 'Companies' })).toBeVisible()
  await page.goto('./no/such/page')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})

test('a URL with a broken % escape says so', thorough, async ({ page }) => {
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'warning' && complaints.push(message.text()))
  await page.goto('./companies/%E0%A4%A')
  await expect(page.getByRole('heading', { name: 'Company not found' })).toBeVisible()
  await expect(page.getByText('The ID in this address isn’t valid.')).toBeVisible()
  await page.goto('./%E0%A4%A')
  await expect(page.getByText('There is no page at /%E0%A4%A.')).toBeVisible()
  expect(complaints).toEqual([])
})

test('rows stay without a network, and loading resumes when it is back', thorough, async ({ page, context }) => {
  const ahead = page.waitForEvent('requestfinished', (request) => request.url().endsWith('/companies?page=3'))
  await page.goto('./companies?page=2')
  await expect(page.getByText('21–40')).toBeVisible()
  await ahead
  await context.setOffline(true)
  await expect(page.getByText('Offline.')).toBeVisible()
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText('41–60')).toBeVisible()
  await page.getByLabel('Page', { exact: true }).fill('5')
  await page.keyboard.press('Enter')
  await expect(names(page).first()).toBeVisible()
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'true')
  await context.setOffline(false)
  await expect(page.getByText('81–100')).toBeVisible()
  await expect(page.getByText('Offline.')).toHaveCount(0)
})

test('on a phone rows are cards, nothing is cut off, and they can be sorted', async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { data } = await api(page, server).list<Company>('/companies?orderBy=name&orderDirection=asc')
  await page.goto('./companies')
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Name, A to Z')
  await expect(page.locator('tbody tr').first()).toContainText(data[0]?.name ?? '')
  // The usual sort of budgets is by a column that is hidden until it is chosen, and a link can sort by what has none.
  const sort = page.getByRole('combobox', { name: 'Sort by' }).locator('option:checked')
  await page.goto('./budgets?sortColumn=period_type')
  await expect(sort).toHaveText('Period type')
  await page.goto('./budgets')
  await expect(sort).toHaveText('Created, newest first')
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  const menu = page.getByRole('button', { name: 'Menu' })
  const pages = page.getByRole('navigation', { name: 'Pages', exact: true })
  await menu.click()
  await expect(menu).toHaveAttribute('aria-expanded', 'true')
  await pages.getByRole('link', { name: 'Due soon' }).focus()
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
  await expect(menu).toHaveAttribute('aria-expanded', 'false')
  await page.goto('./budgets?sortColumn=period_type')
  await menu.click()
  await pages.getByRole('link', { name: 'Budgets' }).click()
  await expect(page).toHaveURL('./budgets')
  await expect(pages).toBeHidden()
  await menu.click()
  await pages.getByRole('link', { name: 'Goals' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Goals' })).toBeFocused()
})

test.describe('in another locale and time zone', () => {
  test.use({ locale: 'de-DE', timezoneId: 'America/New_York', hasTouch: true })

  test(
    'numbers and dates follow the locale, with the time zone on hover, focus and touch',
    thorough,
    async ({ page, server }) => {
      const { list, put } = api(page, server)
      const company = (await list<Company>('/companies?limit=1')).data[0]
      await put(`/companies/${company?.id}`, { employeeCount: 12_345.5 })
      await page.goto(`./companies/${company?.id}`)
      await expect(page.getByRole('definition').getByText('12.345,5')).toBeVisible()
      const created = page.getByRole('definition').locator('time').first()
      await expect(created).toHaveText(/^\d{1,2}\. \p{L}+\.? \d{4}/u)
      const tip = page.getByRole('tooltip')
      await created.hover()
      await expect(tip).toHaveText(/GMT-[45]$/)
      await page.mouse.move(0, 0)
      await expect(tip).toHaveCount(0)
      await created.press('Shift')
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('Tab')
      await expect(tip).toHaveText(/GMT-[45]$/)
      await page.keyboard.press('Escape')
      await expect(tip).toHaveCount(0)
      await created.tap()
      await expect(tip).toHaveText(/GMT-[45]$/)

      await page.goto(`./companies/${company?.id}/edit`)
      const employees = page.getByLabel('Employees')
      await expect(employees).toHaveValue('12345,5')
      await employees.fill('1.284')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(page.getByRole('definition').getByText('1.284', { exact: true })).toBeVisible()

      const budget = (await list<{ id: string }>('/budgets?limit=1')).data[0]
      await page.goto(`./budgets/${budget?.id}`)
      await expect(page.getByText(/^\d+,\d\s%$/)).not.toHaveCount(0)
      const price = page.getByLabel('Unit price').first()
      await price.fill('0,125')
      await price.press('Tab')
      await expect(price).toHaveValue('0,125')
    },
  )
})

test('contacts who are not active show their status', async ({ page, server }) => {
  const { list } = api(page, server)
  type Person = { id: string; fullName: string; company: { id: string } | null }
  const { data } = await list<Person>('/companies/users?status=disabled&limit=50')
  let found: Person | undefined
  for (const person of data.filter(({ company }) => company)) {
    const first = (await list<Person>(`/companies/users?companyId=${person.company?.id}&limit=5`)).data
    found = first.find(({ id }) => id === person.id)
    if (found) break
  }
  await page.goto(`./companies/${found?.company?.id}`)
  const contacts = page.locator('section', { has: page.getByRole('heading', { name: 'Contacts', exact: true }) })
  await expect(contacts.getByRole('listitem').filter({ hasText: found?.fullName ?? '?' })).toContainText('Disabled')
})

test('a client’s page shows satisfaction, follow-ups and records, prints, and leads to the brief in any language', async ({
  page,
  server,
}) => {
  const { list } = api(page, server)
  const rows = (await list<{ companyId: string }>('/surveys/nps/responses?limit=100')).data
  const counts = new Map<string, number>()
  for (const { companyId } of rows) counts.set(companyId, (counts.get(companyId) ?? 0) + 1)
  const [id = ''] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? []
  const total = async (query: string) => (await list(`${query}&limit=1`)).pagination.totalCount
  await page.goto(`./companies/${id}`)
  const part = (name: string) => page.locator('section', { has: page.getByRole('heading', { name, exact: true }) })
  const satisfaction = part('Satisfaction')
  const all = await total(`/surveys/nps/responses?companyId=${id}`)
  await expect(satisfaction.getByRole('link', { name: `All ${all.toLocaleString('en-GB')} responses` })).toBeVisible()
  const today = new Date().toISOString().slice(0, 10)
  const from = new Date(Date.now() - 89 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
  const recent = await total(`/surveys/nps/responses?companyId=${id}&dateFrom=${from}&dateTo=${today}`)
  await expect(satisfaction).toContainText(`from ${recent} response`)
  await expect(satisfaction).toContainText('All clients')
  await satisfaction.getByText('As a table').click()
  await expect(satisfaction.getByRole('row')).toHaveCount(9)
  await expect(satisfaction.getByRole('row', { name: 'so far' })).toHaveCount(1)
  await expect(part('Devices in use').locator('header > span').first()).toHaveText(
    (await total(`/devices?companyId=${id}&inUse=true`)).toLocaleString('en-GB'),
  )
  await expect(part('Contacts').locator('header > span').first()).toHaveText(
    (await total(`/companies/users?companyId=${id}`)).toLocaleString('en-GB'),
  )

  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', 'true')
  })
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'true')
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByText(/^Client overview .*From 127\.0\.0\.1/)).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeHidden()
  await expect(satisfaction.getByText('As a table')).toBeHidden()
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBeGreaterThan(0)
  await expect(page.getByRole('heading', { name: 'History' })).toBeHidden()
  const paper = page.getByRole('main')
  expect(await paper.innerText()).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/)
  const off = (await list<Rule>(`/automation?companyId=${id}&isActive=false&limit=100`)).data
  for (const { name } of off) await expect(part('Rules that apply').getByText(name, { exact: true })).toHaveCount(0)
  const [budget] = (await list<{ title: string }>(`/budgets?companyId=${id}&sortColumn=fiscal_year`)).data
  if (budget) await expect(part('Budgets')).toContainText(/Draft|Pending approval|Approved/)
  await expect(part('Devices in use').getByText(/^and [\d,]+ more$/)).toBeVisible()
  expect(await paper.evaluate(brokenOrCut)).toEqual([])

  await page.emulateMedia({ media: 'screen', colorScheme: null })
  await satisfaction.getByRole('link', { name: 'Review' }).click()
  await expect(page).toHaveURL(`./nps/review?companyId=${id}`)

  await page.goBack()
  await page.getByRole('link', { name: 'Client brief' }).click()
  await expect(page.getByRole('article').getByRole('heading', { level: 1 })).toBeFocused()
  await page.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch')
  await expect(page).toHaveURL(`./companies/${id}/brief?language=de`)
  const brief = page.getByRole('article')
  await expect(brief).toHaveAttribute('lang', 'de-DE')
  const given = (category: string) =>
    total(`/surveys/nps/responses?companyId=${id}&dateFrom=${from}&dateTo=${today}&category=${category}`)
  const nps = (100 * ((await given('promoter')) - (await given('detractor')))) / recent
  const score = nps.toLocaleString('de-DE', {
    signDisplay: 'exceptZero',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  })
  const figureOf = (name: string) => brief.locator('section', { has: page.getByRole('heading', { name }) }).locator('b')
  await expect(figureOf('Zufriedenheit').first()).toHaveText(score.replace('-', '−'))
  type Plan = { status: string; currency: string; totals: { grandTotal: number } }
  const plans = (await list<Plan>(`/budgets?companyId=${id}&limit=100`)).data
  const totals = plans
    .filter(({ status }) => status === 'Approved' || status === 'PendingApproval')
    .map(({ currency, totals }) => totals.grandTotal.toLocaleString('de-DE', { style: 'currency', currency }))
  await expect.poll(async () => totals.includes(await figureOf('Budget').first().innerText())).toBe(true)
  const save = async (form: string) => {
    await page.getByRole('button', { name: 'Download' }).click()
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: form }).click()])
    return file.suggestedFilename()
  }
  expect(await save('PDF, A4')).toMatch(/^Kundenbericht, .+\.pdf$/)
  expect(await save('Word')).toMatch(/^Kundenbericht, .+\.docx$/)
  await page.getByRole('button', { name: 'Present' }).click()
  const slides = page.getByRole('dialog')
  await expect(slides.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(slides.getByRole('heading', { name: 'Zufriedenheit' })).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await page.reload()
  await expect(slides.getByRole('heading', { name: 'Kurz gefasst' })).toBeVisible()
  await expect(slides).toContainText('2 of 9')
  await page.keyboard.press('Escape')
  await expect(slides).toBeHidden()
  await expect(page).toHaveURL(`./companies/${id}/brief?language=de`)
  // Closing went back, so nothing of the slides is left in between.
  await page.goBack()
  await expect(page).toHaveURL(`./companies/${id}/brief`)
  await page.goForward()
  // The server renders it in the language of the address.
  const rendered = await page.request.get(`./companies/${id}/brief?language=de`)
  expect(await rendered.text()).toContain('Zufriedenheit')
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('combobox', { name: 'Language' })).toBeHidden()
  expect(await page.evaluate(() => getComputedStyle(document.body).colorScheme)).toBe('light')
})

test(
  'a client’s page counts warranties of devices in use, and lists no retired device',
  thorough,
  async ({ page, server }) => {
    const { list } = api(page, server)
    const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
    const ended = `warrantyBefore=${yesterday}&limit=100`
    type Device = { name: string; companyId: string; status: string | null }
    const old = (await list<Device>(`/devices?${ended}&sortBy=warranty_end`)).data
    const gone = (await list<Device>(`/devices?status=Retired&${ended}`)).data
    const companyId = old.find(
      (one) => one.status !== 'Retired' && gone.some((other) => other.companyId === one.companyId),
    )?.companyId
    if (!companyId)
      throw new Error('The sample has no client with an ended warranty of a device in use and of a retired one.')
    const ofClient = `/devices?companyId=${companyId}`
    const all = (await list(`${ofClient}&${ended}`)).pagination.totalCount
    const retired = (await list(`${ofClient}&${ended}&status=Retired`)).pagination.totalCount
    const names = (await list<Device>(`${ofClient}&status=Retired&limit=100`)).data.map(({ name }) => name)
    await page.goto(`./companies/${companyId}`)
    const devices = page.locator('section', { has: page.getByRole('heading', { name: 'Devices in use' }) })
    await expect(devices.getByRole('link', { name: /\d ended$/ })).toHaveText(`${all - retired} ended`)
    for (const name of names) await expect(devices.getByRole('link', { name, exact: true })).toHaveCount(0)
    await devices.getByRole('link', { name: /\d ended$/ }).click()
    await expect(page.getByRole('status').filter({ hasText: `${all - retired} of ` })).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'In use is' })).toHaveValue('true')
  },
)

/** Numbers on more than one line, and names that end in an ellipsis. */
const brokenOrCut = (paper: Element) =>
  [
    ...[...paper.querySelectorAll('[class*="number"]')].filter((number) => number.getClientRects().length > 1),
    ...[...paper.querySelectorAll('li a, li span:not(.visually-hidden)')].filter(
      (name) => getComputedStyle(name).overflow === 'hidden' && name.scrollWidth > name.clientWidth,
    ),
  ].map(({ textContent }) => textContent)

test(
  'what a key may not read is left out of the brief, which says so on screen',
  thorough,
  async ({ page, server }) => {
    const { list, post } = api(page, server)
    const { data } = await list<Company>('/companies?limit=1')
    const scopes = ['companies:read', 'devices:read', 'users:read', 'goals:read', 'automation:read', 'reports:read']
    const { data: made } = await post<{ key: string }>('/api-keys', {
      name: 'Brief',
      scopes: [...scopes, 'briefs:write'],
    })
    await signIn(page, server, made.key)
    await page.goto(`./companies/${data[0]?.id}`)
    await expect(page.getByText('because you don’t have access: satisfaction and budgets.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Budgets' })).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('heading', { name: 'Devices' })).toBeVisible()
    for (const name of ['Satisfaction', 'Waiting for a reply', 'Budgets'])
      await expect(page.getByRole('heading', { name })).toBeHidden()
    expect(await page.getByRole('main').innerText()).not.toMatch(/scope|access/)
    await page.goto(`./companies/${data[0]?.id}/brief`)
    const leftOut = page.getByText('Left out because your access or this server doesn’t include them')
    await expect(page.getByRole('heading', { name: 'Devices' })).toBeVisible()
    await expect(leftOut).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
    await expect(leftOut).toContainText('Satisfaction and Budget.')
    // Writing what a brief is made of tells what it was made of.
    for (const [name, scope] of [
      ['Edit', 'briefs:read'],
      ['Download', 'briefs:read'],
      ['Email', 'briefs:send'],
    ] as const) {
      const button = page.getByRole('button', { name, exact: true })
      await expect(button).toBeDisabled()
      await expect(button).toHaveAccessibleDescription(new RegExp(`^Your key is missing the ${scope} scope`))
    }
  },
)

test('a list and a record print in light colours, without navigation', thorough, async ({ page, server }) => {
  const { data } = await api(page, server).list<Company>('/companies?limit=100')
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.goto('./companies?limit=100')
  await expect(names(page)).toHaveCount(100)
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Columns' })).toBeHidden()
  // Nothing scrolls on paper: the last row stands below the window, and is there.
  const last = await names(page).last().boundingBox()
  expect(last?.y).toBeGreaterThan(2000)
  expect(await page.evaluate(() => getComputedStyle(document.body).colorScheme)).toBe('light')
  // Columns are as wide as what is in them.
  await page.goto('./nps/responses')
  const widthOf = async (name: string) => (await page.getByRole('columnheader', { name }).boundingBox())?.width ?? 0
  expect(await widthOf('Feedback')).toBeGreaterThan(2 * (await widthOf('Score')))
  await page.goto(`./companies/${data[0]?.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Edit' })).toBeHidden()
})

test('no follow-up count is shown if follow-ups cannot be loaded', thorough, async ({ page }) => {
  await page.goto('./companies')
  await page.route('**/surveys/nps/responses?*', (route) =>
    route.fulfill({ status: 403, body: '{"detail":"Not with this key."}' }),
  )
  await names(page).first().getByRole('link').click()
  const waiting = page.locator('section', { has: page.getByRole('heading', { name: 'Waiting for a reply' }) })
  await expect(waiting).toContainText('Not with this key.')
  await expect(waiting).not.toContainText('0')
  await page.goBack()
  await names(page).first().getByRole('link').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('complementary').locator(waiting)).toContainText('Not with this key.')
})
