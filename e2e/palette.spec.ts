import { expect, type Page } from '@playwright/test'
import { api, type Company, type Rule } from './support/api'
import { hold, holdSearches } from './support/hold'
import { scriptOf } from './support/scripts'
import { signIn, test } from './support/server'
import { thorough } from './support/thorough'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and commands' })
const chosen = (page: Page) => palette(page).getByRole('option', { selected: true })

/** Types and waits until the search has ended, before which more options may come. */
const search = async (page: Page, text: string) => {
  await page.keyboard.type(text)
  await expect(palette(page).getByRole('listbox')).toHaveAttribute('aria-busy', 'false')
}

test.beforeEach(async ({ page, server }) => {
  await signIn(page, server)
  await page.goto('./budgets')
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(palette(page).getByRole('combobox')).toBeFocused()
})

test('a record is found by part of its name, with its actions', async ({ page, server }) => {
  const company = (await api(page, server).list<Company>('/companies?limit=1&page=5')).data[0]
  const part = company?.name.slice(0, 9) ?? ''
  await search(page, part)
  await expect(chosen(page)).toContainText(part)
  const options = palette(page).getByRole('option')
  await expect(options.filter({ hasText: /^Edit/ })).toHaveCount(1)
  const first = await options.first().textContent()
  await page.keyboard.press('ArrowDown')
  await expect(chosen(page)).not.toHaveText(first ?? '')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/companies\/[0-9a-f-]{36}$/)
  await expect(palette(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(part)

  await page.getByRole('button', { name: 'Search or paste an ID' }).click()
  await expect(chosen(page)).toContainText(part)
  await expect(palette(page).getByRole('group', { name: 'Recent on this computer' })).toBeVisible()
})

test('Enter before the results waits for those of what is typed', thorough, async ({ page, server }) => {
  const { data } = await api(page, server).list<Company>('/companies?limit=100')
  const [one, other] = [data[3], data.find(({ name }) => name.slice(0, 3) !== data[3]?.name.slice(0, 3))]
  await search(page, one?.name ?? '')
  await expect(chosen(page)).toContainText(one?.name ?? '')
  const release = await holdSearches(page)
  await page.keyboard.press('Control+a')
  await page.keyboard.type(other?.name ?? '')
  await page.keyboard.press('Enter')
  await expect(palette(page).getByText('Opens when found')).toBeVisible()
  release()
  await expect(page).toHaveURL(`./companies/${other?.id}`)
  await expect(palette(page)).toHaveCount(0)

  await page.keyboard.press('Control+k')
  await expect(palette(page).getByRole('combobox')).toBeFocused()
  await page.keyboard.insertText(one?.domain ?? one?.name ?? '')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`./companies/${one?.id}`)
})

test(
  'a waiting Enter is given up by typing, by the arrow keys, and where nothing is found',
  thorough,
  async ({ page, server }) => {
    const company = (await api(page, server).list<Company>('/companies?limit=1&page=5')).data[0]
    const waiting = palette(page).getByText('Opens when found')
    const name = company?.name ?? ''
    let release = await holdSearches(page)
    await page.keyboard.type(name.slice(0, 4))
    await page.keyboard.press('Enter')
    await expect(waiting).toBeVisible()
    await page.keyboard.type(name.slice(4))
    await expect(waiting).toHaveCount(0)
    release()
    await expect(chosen(page)).toContainText(name)
    await expect(palette(page).getByRole('listbox')).toHaveAttribute('aria-busy', 'false')

    release = await holdSearches(page)
    await page.keyboard.press('Control+a')
    await page.keyboard.type('go')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('xqx-nothing')
    await page.keyboard.press('Enter')
    await expect(waiting).toBeVisible()
    release()
    await expect(palette(page).getByText('No match for “gxqx-nothing”')).toBeVisible()
    await expect(waiting).toHaveCount(0)

    release = await holdSearches(page)
    await page.keyboard.press('Control+a')
    await page.keyboard.type('side')
    await page.keyboard.press('Enter')
    await expect(waiting).toBeVisible()
    // Pages that match are listed a moment later, and the arrow keys move to what is listed.
    await expect(chosen(page)).toContainText('Clients side by side')
    await page.keyboard.press('ArrowDown')
    await expect(waiting).toHaveCount(0)
    const movedTo = await chosen(page).textContent()
    release()
    await expect(palette(page).getByRole('listbox')).toHaveAttribute('aria-busy', 'false')
    await expect(chosen(page)).toHaveText(movedTo ?? '')
    await expect(page).toHaveURL('./budgets')
  },
)

test('Enter that confirms what an input method composed opens nothing', thorough, async ({ page }) => {
  await search(page, 'goals')
  const input = palette(page).getByRole('combobox')
  await input.dispatchEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true })
  await expect(chosen(page)).toContainText('Goals')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('./goals')
})

test('pages and actions that begin with the text come first, also when results arrive', thorough, async ({ page }) => {
  const options = palette(page).getByRole('option')
  const release = await holdSearches(page)
  await page.keyboard.type('re')
  await expect(options.first()).toContainText('Reports')
  await page.keyboard.press('ArrowDown')
  const movedTo = await chosen(page).textContent()
  release()
  await expect(palette(page).getByRole('listbox')).toHaveAttribute('aria-busy', 'false')
  await expect(palette(page).getByRole('group').nth(2)).toBeVisible()
  await expect(options.first()).toContainText('Reports')
  await expect(chosen(page)).toHaveText(movedTo ?? '')

  await holdSearches(page)
  for (const [text, first] of [
    ['light', 'Light theme'],
    ['devices', 'Devices'],
  ] as const) {
    await palette(page).getByRole('combobox').fill(text)
    await expect(options.first()).toContainText(first)
  }
  // Its results are still to come, but what is first is known.
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('./devices')
})

test('a misspelt name is found among similar names', thorough, async ({ page, server }) => {
  const company = (await api(page, server).list<Company>('/companies?limit=1&page=5')).data[0]
  const wrong = (company?.name ?? '').replace(/[a-z](?=[a-z]{3})/, 'q')
  await search(page, wrong)
  const similar = palette(page).getByRole('group', { name: 'Similar names' })
  await expect(similar.getByRole('option').first()).toContainText(company?.name ?? '')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`./companies/${company?.id}`)
})

test('an ID shows its kind of record, or where it was looked for', thorough, async ({ page, server }) => {
  const rule = (await api(page, server).list<Rule>('/automation?limit=1&page=3')).data[0]
  await search(page, ` {${rule?.id.toUpperCase()}} `)
  await expect(palette(page).getByRole('group', { name: 'This ID is a rule' })).toBeVisible()
  await expect(palette(page).getByRole('listitem').first()).toHaveText('Automation rulesfound')
  await expect(
    palette(page)
      .getByRole('listitem')
      .filter({ hasText: /^Companiesno$/ }),
  ).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: rule?.name ?? '' })).toBeVisible()

  await page.keyboard.press('Control+k')
  await expect(palette(page).getByRole('combobox')).toBeFocused()
  await search(page, '00000000-0000-4000-8000-000000000000')
  await expect(palette(page).getByText('No match for this ID')).toBeVisible()
})

test(
  'a device is found by a serial number, name or MAC address that looks like an ID',
  thorough,
  async ({ page, server }) => {
    type Device = { id: string; name: string; serialNumber: string | null; macAddress: string | null }
    const { data } = await api(page, server).list<Device>('/devices?limit=50')
    const device = data.find(({ name, serialNumber }) => serialNumber && /^(?=.*\d)[\w-]{8,}$/.test(name))
    const asWindowsWritesIt = device?.macAddress?.replaceAll(':', '-')
    for (const text of [device?.serialNumber, device?.name, asWindowsWritesIt]) {
      await search(page, text ?? '')
      await expect(palette(page).getByRole('group', { name: 'Devices' })).toContainText(device?.name ?? '')
      await expect(palette(page).getByText('No match for')).toHaveCount(0)
      await page.getByRole('combobox', { name: 'Search and commands' }).fill('')
    }
    await search(page, 'no-such-thing-77')
    await expect(palette(page).getByText('No match for “no-such-thing-77”')).toBeVisible()
  },
)

test('every result is reachable by keyboard and by scrolling, and none overlap', thorough, async ({ page }) => {
  const bottomOf = async (what: string) => {
    const box = await palette(page).locator(what).boundingBox()
    return box ? box.y + box.height : 0
  }
  await search(page, 'ins')
  await expect(palette(page).getByRole('group').nth(2)).toBeVisible()
  const options = palette(page).getByRole('option')
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 700 },
  ]) {
    await page.setViewportSize(viewport)
    await page.keyboard.press('ArrowUp')
    await expect(options.last()).toHaveAttribute('aria-selected', 'true')
    await expect(options.last()).toBeInViewport({ ratio: 1 })
    await expect(palette(page).getByRole('combobox')).toBeInViewport({ ratio: 1 })
    expect(await palette(page).evaluate(({ scrollTop }) => scrollTop)).toBe(0)
    const list = palette(page).getByRole('listbox')
    const end = await list.evaluate(({ parentElement }) => parentElement?.getBoundingClientRect().bottom ?? 0)
    if (viewport.width > 1000) expect(end).toBeLessThanOrEqual((await bottomOf('footer')) - 36)
    expect(end).toBeLessThanOrEqual(viewport.height)
    await page.keyboard.press('ArrowDown')
    await palette(page).getByRole('region', { name: 'Found' }).press('End')
    await expect(options.last()).toBeInViewport({ ratio: 1 })
    await palette(page).getByRole('combobox').focus()
    await list.hover()
    await page.mouse.wheel(0, 2000)
    await expect(options.last()).toBeInViewport({ ratio: 1 })
  }
})

test('what is typed while the palette loads is for the palette', async ({ page }) => {
  const release = await hold(page, scriptOf('src/web/palette/palette.tsx'))
  await page.reload()
  await page.keyboard.press('Control+k')
  // Shortcuts of the page: next row, select.
  await page.keyboard.type('jx')
  release()
  await expect(palette(page).getByRole('combobox')).toHaveValue('jx')
  await expect(page.getByRole('region', { name: 'Selection' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await expect(palette(page).getByRole('combobox')).toHaveValue('')
})

test('a single Chinese character is searched, a single digit is too short', thorough, async ({ page }) => {
  await search(page, '北')
  await expect(
    palette(page)
      .getByRole('option', { name: /北斗精機/ })
      .first(),
  ).toBeVisible()
  await palette(page).getByRole('combobox').fill('7')
  await expect(palette(page).getByText('Type two characters or more')).toBeVisible()
})

test('the palette opens pages and runs actions, and Escape restores the focus', thorough, async ({ page }) => {
  await search(page, 'goals')
  await expect(chosen(page)).toContainText('Goals')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('./goals')
  await page.keyboard.press('Control+k')
  await expect(palette(page).getByRole('combobox')).toBeFocused()
  await search(page, 'dark th')
  await expect(chosen(page)).toContainText('Dark theme')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await page.getByRole('radio', { name: 'Follow the system' }).check()
  await expect(page.locator('html')).not.toHaveAttribute('data-theme')
  const button = page.getByRole('button', { name: 'Search or paste an ID' })
  await button.press('Enter')
  await expect(palette(page).getByRole('combobox')).toBeFocused()
  await search(page, '<b>nothing</b>')
  await expect(palette(page).getByText('No match for “<b>nothing</b>”')).toBeVisible()
  await palette(page).getByRole('combobox').fill('<b>'.repeat(1000))
  await expect(palette(page).getByText(`No match for “${'<b>'.repeat(20)}…”`)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(palette(page)).toHaveCount(0)
  await expect(button).toBeFocused()
})
