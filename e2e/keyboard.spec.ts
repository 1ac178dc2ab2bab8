import { expect, type Locator, type Page } from '@playwright/test'
import { api, type Company, type Rule, sharedWord } from './support/api'
import { adminKey } from './support/instance'
import { hydrated, signIn, test } from './support/server'
import { thorough } from './support/thorough'

test.use({ ownServer: true })

/** Presses Tab until the focus is there, as a person without a mouse does. */
const tabTo = async (page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') => {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  await expect(target).toBeFocused()
}

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and commands' })

/** Opens what the palette finds first. */
const openByName = async (page: Page, name: string) => {
  await page.keyboard.press('Control+k')
  await expect(palette(page).getByRole('combobox')).toBeFocused()
  await page.keyboard.insertText(name)
  await expect(palette(page).getByRole('listbox')).toHaveAttribute('aria-busy', 'false')
  await expect(palette(page).getByRole('option', { selected: true })).toContainText(name)
  await page.keyboard.press('Enter')
  await expect(palette(page)).toHaveCount(0)
}

test('from sign-in to a saved change without a mouse', async ({ page, server }) => {
  await page.goto('./companies?orderBy=name')
  await expect(page.getByLabel('API key', { exact: true })).toBeFocused()
  await page.keyboard.type(adminKey)
  await page.keyboard.press('Enter')
  const rows = page.getByRole('rowheader')
  await expect(rows.first()).toBeVisible()
  await hydrated(page)

  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page).toHaveURL('./companies?orderBy=name')
  await expect(page.getByRole('complementary')).toHaveCount(0)

  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard' })
  await help.getByLabel('Key: Next row').fill('x')
  await expect(help.getByRole('alert')).toHaveText('x is the key for “Select the row”. Choose another key.')
  await help.getByLabel('Key: Next row').fill('n')
  await expect(help.getByRole('alert')).toHaveCount(0)
  // As a press of its scrollbar, which the browser of the tests hides.
  const { x, y, width } = (await help.boundingBox()) ?? { x: 0, y: 0, width: 0 }
  await help.dispatchEvent('mousedown', { clientX: x + width - 4, clientY: y + 100 })
  await expect(help).toBeVisible()
  await page.mouse.click(2, 2)
  await expect(help).toHaveCount(0)
  await page.keyboard.press('?')
  await expect(help).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const { list } = api(page, server)
  const word = sharedWord((await list<Company>('/companies?limit=100')).data)
  const found = await list<Company>(`/companies?search=${word}&orderBy=name`)
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type(word)
  await expect(rows).toHaveText(found.data.map(({ name }) => name))
  await page.keyboard.press('Enter')
  await expect(rows.first().getByRole('link')).toBeFocused()
  await page.keyboard.press('n')
  await expect(rows.nth(1).getByRole('link')).toBeFocused()
  const setShortcuts = async (to: 'on' | 'off') => {
    await page.getByRole('button', { name: 'Keyboard' }).press('Enter')
    await help.getByRole('checkbox', { name: 'Single-key shortcuts' }).setChecked(to === 'on')
    await page.keyboard.press('Escape')
    await expect(help).toHaveCount(0)
    await rows.nth(1).getByRole('link').focus()
  }
  await setShortcuts('off')
  await page.keyboard.press('n')
  await setShortcuts('on')
  await page.keyboard.press('k')
  await expect(rows.first().getByRole('link')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('complementary')).toBeVisible()
  await page.keyboard.press('Enter')

  const company = found.data[0]
  await expect(page.getByRole('heading', { level: 1, name: company?.name ?? '' })).toBeVisible()
  await page.getByRole('link', { name: 'Edit' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  for (let field = 0; field < 4; field += 1) await page.keyboard.press('Tab')
  await expect(page.getByLabel('Industry')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Typed by hand')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('link', { name: 'Edit' })).toBeFocused()
  // The toast stays while it has the focus.
  await page.getByRole('button', { name: 'Undo' }).focus()
  await expect(page.getByText(`${company?.name} saved.`)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${company?.name} restored.`)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Edit' })).toBeFocused()

  await page.keyboard.press('Control+.')
  await expect(page.getByRole('button', { name: 'Expand the navigation' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Expand the navigation' })).toBeVisible()
  await page.locator('summary', { hasText: 'Planning' }).press('Enter')
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Goals' }).press('Enter')
  await expect(page).toHaveURL('./goals')

  const add = page.getByRole('button', { name: 'Add filter' })
  const offered = page.getByRole('region', { name: 'Add filter' }).getByRole('button')
  const control = page.getByRole('group', { name: 'Filters' }).getByRole('combobox')
  await add.press('Enter')
  await expect(offered).toHaveText(['Year', 'Quarter', 'Due', 'Open', 'Company'])
  await expect(offered.first()).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(offered.last()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(control).toBeFocused()
  await expect(control).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Escape')
  await expect(control).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('Escape')
  await expect(control).toHaveCount(0)
  await expect(add).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(offered.first()).toBeFocused()
  await page.keyboard.press('Enter')
  const year = page.getByRole('textbox', { name: 'Year' })
  await expect(year).toBeFocused()
  await page.keyboard.type('2026')
  await page.keyboard.press('Escape')
  await expect(year).toHaveCount(0)
  await expect(add).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(offered.first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Q2')
  await expect(page.getByRole('listbox', { name: 'Quarter' }).getByRole('option')).toHaveText(['Q2'])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('./goals?quarter=Q2')
  await expect(control).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Remove filter: Quarter' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('./goals')
  await expect(control).toHaveCount(0)
  await expect(add).toBeFocused()
})

test(
  'the service desk finds a device by its serial number and opens its client',
  thorough,
  async ({ page, server }) => {
    type Device = { name: string; serialNumber: string | null; companyId: string | null }
    const { list, get } = api(page, server)
    const { data } = await list<Device>('/devices?limit=50')
    const device = data.find(({ serialNumber, companyId }) => serialNumber && companyId)
    const company = await get<Company>(`/companies/${device?.companyId}`)
    await signIn(page, server)
    await page.goto('./today')
    await openByName(page, device?.serialNumber ?? '')
    await expect(page.getByRole('heading', { level: 1, name: device?.name ?? '' })).toBeVisible()
    await tabTo(
      page,
      page
        .getByRole('main')
        .getByRole('link', { name: company.name ?? '' })
        .first(),
    )
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: company.name ?? '' })).toBeVisible()
    await expect(page).toHaveURL(`./companies/${company.id}`)
  },
)

test('an account manager works through those who wait for a reply', thorough, async ({ page, server }) => {
  await signIn(page, server)
  await page.goto('./today')
  const follow = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Follow-up', exact: true })
  await tabTo(page, follow)
  await page.keyboard.press('Enter')
  const queue = page.getByRole('list', { name: 'Waiting for a reply' }).locator('> li')
  const current = page.locator('li[aria-current="true"]')
  await expect(current).toBeVisible()
  const ids = await queue.evaluateAll((items) => items.map(({ id }) => id))
  await page.keyboard.press('j')
  await expect(current).toHaveId(ids[1] ?? '')
  await page.keyboard.press('h')
  await expect(page.getByText('marked as handled')).toBeVisible()
  await expect(current).toHaveId(ids[2] ?? '')
  await page.keyboard.press('Control+z')
  await expect(queue).toHaveCount(ids.length)
  await page.keyboard.press('c')
  await expect(page).toHaveURL(/\/companies\/[0-9a-f-]{36}$/)
})

test(
  'an account manager prepares a meeting with a brief in the client’s language',
  thorough,
  async ({ page, server }) => {
    const company = (await api(page, server).list<Company>('/companies?limit=1&page=5')).data[0]
    await signIn(page, server)
    await page.goto('./today')
    await openByName(page, company?.name ?? '')
    await expect(page.getByRole('heading', { level: 1, name: company?.name ?? '' })).toBeVisible()
    await tabTo(page, page.getByRole('link', { name: 'Client brief' }))
    await page.keyboard.press('Enter')
    const language = page.getByLabel('Language')
    await tabTo(page, language)
    await page.keyboard.type('Deu')
    await expect(page).toHaveURL(/language=de/)
    await expect(page.getByRole('heading', { name: 'Zufriedenheit' })).toBeVisible()
    await expect(language).toBeFocused()
  },
)

test('budgets are approved together, and one is planned with other quantities', thorough, async ({ page, server }) => {
  await signIn(page, server)
  await page.goto('./budgets?status=PendingApproval')
  const titles = page.getByRole('rowheader').getByRole('link')
  await expect(titles.first()).toBeVisible()
  const first = (
    await api(page, server).list<{ title: string; company: { name: string } }>(
      '/budgets?status=PendingApproval&limit=1',
    )
  ).data[0]
  for (const row of [0, 1]) {
    await page.keyboard.press('j')
    await expect(titles.nth(row)).toBeFocused()
    await page.keyboard.press('x')
  }
  await tabTo(page, page.getByRole('button', { name: 'Set status' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Approved', exact: true }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Set 2 budgets to approved' }))
  await page.keyboard.press('Enter')
  const outcome = page.locator('dialog[open]')
  await expect(outcome.getByRole('heading')).toHaveText('2 of 2 budgets set to approved')
  // Budgets of one title are told apart by their clients.
  await expect(outcome.getByRole('listitem').first()).toContainText(`${first?.title}, ${first?.company.name}`)
  await tabTo(page, outcome.getByRole('button', { name: 'Undo for these 2' }))
  await page.keyboard.press('Enter')
  await expect(outcome.getByRole('heading')).toHaveText('Undone for 2 budgets')
  await tabTo(page, outcome.getByRole('button', { name: 'Done' }))
  await page.keyboard.press('Enter')
  await expect(outcome).toHaveCount(0)

  await openByName(page, (await titles.first().textContent()) ?? '')
  const plan = page.locator('section', { has: page.getByRole('heading', { name: 'What if' }) })
  const quantity = plan.getByLabel('Quantity').first()
  await tabTo(page, quantity)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('7000')
  await expect(plan).toContainText('more than the saved budget')
  await tabTo(page, plan.getByRole('button', { name: 'Reset' }))
  await page.keyboard.press('Enter')
  await expect(plan).not.toContainText('more than the saved budget')
})

test('an admin reads a rule, turns it on, and undoes that', thorough, async ({ page, server }) => {
  const { data } = await api(page, server).list<Rule>('/automation?isActive=false&limit=100')
  const rule = data.find(({ name }) => data.filter((other) => other.name === name).length === 1)
  await signIn(page, server)
  await page.goto('./today')
  await openByName(page, rule?.name ?? '')
  await expect(page.getByRole('heading', { level: 1, name: rule?.name ?? '' })).toBeVisible()
  const flip = page.getByRole('main').getByRole('switch', { name: rule?.name ?? '' })
  await tabTo(page, flip)
  await page.keyboard.press('Space')
  await expect(page.getByText(`${rule?.name} is on.`)).toBeVisible()
  await expect(flip).toBeChecked()
  await page.keyboard.press('Control+z')
  await expect(page.getByText(`${rule?.name} is off.`)).toBeVisible()
  await expect(flip).not.toBeChecked()
})
