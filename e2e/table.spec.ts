import fs from 'node:fs/promises'
import { chromium, expect, type Locator, type Page, type Route } from '@playwright/test'
import { readXlsx } from 'hucre/xlsx'
import { launchOptions } from '../src/scripts/browser.js'
import { api, type Company, type Rule } from './support/api'
import { hold } from './support/hold'
import { scriptOf } from './support/scripts'
import { hydrated, signIn, test } from './support/server'
import { sampled, thorough } from './support/thorough'
import { keepToast } from './support/toast'

const names = (page: Page) => page.getByRole('rowheader')
const heads = (page: Page) => page.getByRole('columnheader')
const selection = (page: Page) => page.getByRole('region', { name: 'Selection' })
const panel = (page: Page) => page.getByRole('complementary')

test.use({ ownServer: true })

test.beforeEach(({ page, server }) => signIn(page, server))

test('columns can be hidden, moved, pinned and resized, and stay that way', thorough, async ({ page }) => {
  await page.goto('./companies')
  await expect(heads(page).nth(2)).toHaveText('Status')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Industry' }).uncheck()
  await page.getByRole('button', { name: 'Move Employees up' }).click()
  await page.getByRole('button', { name: 'Pin Created' }).click()
  await page.getByLabel('Width of Domain').selectOption('Narrow')
  await page.keyboard.press('Escape')
  const order = ['', 'Name', 'Created', 'Employees', 'Status', 'Updated', 'Domain', 'Actions']
  await expect(heads(page)).toHaveText(order)
  await page.reload()
  await expect(heads(page)).toHaveText(order)
  const domain = heads(page).nth(6)
  await expect.poll(async () => (await domain.boundingBox())?.width).toBe(96)

  const box = await domain.boundingBox()
  if (!box) throw new Error('The head of Domain has no place.')
  await page.mouse.move(box.x + box.width - 3, box.y + 10)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width + 97, box.y + 10, { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => Math.round((await domain.boundingBox())?.width ?? 0)).toBe(196)

  await page.setViewportSize({ width: 1000, height: 700 })
  const created = heads(page).nth(2)
  await page.locator('[data-scroll]').evaluate((element) => element.scrollBy(200, 0))
  await expect.poll(() => page.locator('[data-scroll]').evaluate((element) => element.scrollLeft)).toBeGreaterThan(0)
  const slipped = () =>
    created.evaluate((head) => {
      const left = head.previousElementSibling?.getBoundingClientRect().right ?? 0
      return Math.round(head.getBoundingClientRect().left - left)
    })
  await expect.poll(slipped).toBe(0)

  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(heads(page).nth(2)).toHaveText('Status')
})

test(
  'columns keep their positions from page to page, and a double click fits one to its content',
  thorough,
  async ({ page }) => {
    await page.goto('./companies')
    const places = () => heads(page).evaluateAll((all) => all.map((head) => head.getBoundingClientRect().left))
    await expect(names(page).first()).toBeVisible()
    const before = await places()
    const first = await names(page).first().textContent()
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect(names(page).first()).not.toHaveText(first ?? '')
    expect(await places()).toEqual(before)

    const clipped = () =>
      page
        .locator('tbody tr > :nth-child(6)')
        .evaluateAll((cells) => cells.map((cell) => cell.scrollWidth - cell.clientWidth).filter((hidden) => hidden > 0))
    const domain = heads(page).nth(5)
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByLabel('Width of Domain').selectOption('Narrow')
    await page.keyboard.press('Escape')
    await expect.poll(async () => (await clipped()).length).toBeGreaterThan(0)
    const box = await domain.boundingBox()
    if (!box) throw new Error('The head of Domain has no place.')
    const doubleClick = () => page.mouse.dblclick(box.x + box.width - 3, box.y + 10)
    const code = scriptOf('src/web/list/columns/head-gestures.ts')
    await page.route(code, (route) => route.abort())
    await doubleClick()
    await expect(page.getByText('This part of the page couldn’t be loaded.')).toBeVisible()
    await page.unroute(code)
    await doubleClick()
    await expect.poll(clipped).toEqual([])
  },
)

test('rows out of view can be found, read out and reached by keyboard', thorough, async ({ page }) => {
  // As where a screen reader runs: only then does the browser keep all of the tree at hand.
  const options = launchOptions()
  const read = await chromium.launch({ ...options, args: [...options.args, '--force-renderer-accessibility'] })
  const reader = await read.newPage({ storageState: await page.context().storageState() })
  await reader.goto('./companies?limit=100')
  await expect(names(reader)).toHaveCount(100)
  const last = names(reader).last()
  const name = (await last.textContent()) ?? ''
  await expect(last).not.toBeInViewport()

  const session = await reader.context().newCDPSession(reader)
  await session.send('Accessibility.enable')
  const told = async () => {
    const { nodes } = await session.send('Accessibility.getFullAXTree')
    return nodes.filter(({ role }) => role?.value === 'rowheader').map((node) => node.name?.value)
  }
  await expect.poll(told).toHaveLength(100)
  expect((await told()).at(-1)).toBe(name)
  expect(
    await reader.evaluate((text) => (window as unknown as { find: (text: string) => boolean }).find(text), name),
  ).toBe(true)

  await reader.evaluate(() => getSelection()?.removeAllRanges())
  await names(reader).nth(60).getByRole('link').focus()
  await expect(names(reader).nth(60)).toBeInViewport()
  await reader.keyboard.press('j')
  await expect(names(reader).nth(61).getByRole('link')).toBeFocused()
  await read.close()
})

test('density applies to every table', thorough, async ({ page }) => {
  const rows = page.getByRole('row').filter({ has: page.getByRole('rowheader') })
  const height = async () => (await rows.first().boundingBox())?.height
  await page.goto('./companies')
  await page.getByRole('button', { name: 'Density' }).click()
  await page.getByLabel('Compact').check()
  await expect.poll(height).toBe(32)
  await page.goto('./budgets')
  await expect.poll(height).toBe(32)
})

test('a view can be saved, opened, changed, replaced and deleted', async ({ page }) => {
  const views = page.getByRole('navigation', { name: 'Views' })
  await page.goto('./companies?status=inactive&orderBy=name')
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByLabel('View name').fill('Inactive, to tidy up')
  await page.keyboard.press('Enter')
  const view = views.getByRole('link', { name: 'Inactive, to tidy up' })
  await expect(view).toHaveAttribute('aria-current', 'page')
  await views.getByRole('link', { name: 'All companies' }).click()
  await expect(page).toHaveURL('./companies')
  await view.click()
  await expect(page).toHaveURL('./companies?orderBy=name&status=inactive')
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Pending')
  await expect(view).toHaveText('Inactive, to tidy up edited')
  await page.getByRole('button', { name: 'Change view' }).click()
  await page.getByRole('button', { name: 'Replace Inactive, to tidy up' }).click()
  await expect(view).toHaveText('Inactive, to tidy up')
  await page.reload()
  await expect(view).toHaveJSProperty('search', '?orderBy=name&status=pending')
  await page.getByRole('button', { name: 'Change view' }).click()
  await page.getByRole('button', { name: 'Delete Inactive, to tidy up' }).click()
  await expect(view).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(view).toBeVisible()
})

test(
  'a shared view is seen by everyone, and changed and removed only by those who may',
  thorough,
  async ({ page, browser, server }) => {
    const views = page.getByRole('navigation', { name: 'Views' })
    const name = 'Out of date, whole world'
    await page.goto('./devices?warrantyBefore=2026-01-31&sortBy=warranty_end&sortDesc=false')
    await page.getByRole('button', { name: 'Save view' }).click()
    await page.getByLabel('View name').fill(name)
    await page.getByRole('checkbox', { name: 'Share with everyone' }).check()
    await page.keyboard.press('Enter')
    await expect(page.getByText(`View ${name} shared with everyone.`)).toBeVisible()
    const view = views.getByRole('link', { name })
    await expect(view).toHaveAttribute('aria-current', 'page')

    // Of another release: with a filter that this one does not have.
    const strange = { list: '/devices', name: 'From elsewhere', query: 'colour=blue&status=Offline' }
    await api(page, server).post('/views', strange)
    const { key } = (
      await api(page, server).post<{ key: string }>('/api-keys', { name: 'Bo Lind', scopes: ['devices:read'] })
    ).data
    const context = await browser.newContext({ baseURL: `${server.origin}/` })
    const other = await context.newPage()
    await signIn(other, server, key)
    await other.goto('./devices')
    await hydrated(other)
    const theirs = other.getByRole('navigation', { name: 'Views' })
    await expect(theirs.getByRole('link', { name })).toHaveAccessibleDescription('Shared by Admin key')
    await theirs.getByRole('link', { name: strange.name }).click()
    await expect(other.getByText('Ignored unknown parts of the link: colour=blue.')).toBeVisible()
    await expect(theirs.getByRole('link', { name: strange.name })).toHaveText(strange.name)
    await expect(other.getByRole('button', { name: 'Remove filter: Status' })).toBeVisible()
    await theirs.getByRole('link', { name }).click()
    await expect(other.getByRole('columnheader', { name: 'Warranty' })).toHaveAttribute('aria-sort', 'ascending')
    await other.getByRole('button', { name: 'Change view' }).click()
    await expect(other.getByText('Shared by Admin key.')).toBeVisible()
    await expect(other.getByRole('checkbox', { name: 'Share with everyone' })).toHaveAccessibleDescription(
      /missing the views:write scope/,
    )
    await expect(other.getByRole('button', { name: 'Delete for everyone' })).toHaveAttribute('aria-disabled', 'true')

    await page.getByRole('button', { name: 'Change view' }).click()
    await page.getByLabel('View name').fill('Expired')
    await page.getByRole('button', { name: 'Save for everyone' }).click()
    await expect(views.getByRole('link', { name: 'Expired' })).toHaveAttribute('aria-current', 'page')
    await other.reload()
    await expect(theirs.getByRole('link', { name: 'Expired' })).toHaveAttribute('aria-current', 'page')
    await context.close()

    await page.getByRole('button', { name: 'Change view' }).click()
    await page.getByLabel('View name').fill(strange.name)
    await page.getByRole('button', { name: 'Save for everyone' }).click()
    await expect(page.getByRole('alert')).toContainText(`is already called “${strange.name}”`)
    await page.getByRole('button', { name: 'Delete for everyone' }).click()
    await expect(views.getByRole('link', { name: 'Expired' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(views.getByRole('link', { name: 'Expired' })).toHaveAttribute('aria-current', 'page')

    await page.getByRole('button', { name: 'Change view' }).click()
    await page.getByLabel('View name').fill('Long expired')
    const all = (await api(page, server).list<{ id: string; name: string }>('/views?list=/devices')).data
    await api(page, server).post(`/views/${all.find((one) => one.name === 'Expired')?.id}/remove`, {})
    await page.getByRole('button', { name: 'Save for everyone' }).click()
    await expect(page.getByRole('alert')).toHaveText('Someone has removed this view. You can share it again.')
    await expect(page.getByLabel('View name')).toHaveValue('Long expired')
    await page.getByRole('button', { name: 'Share with everyone' }).click()
    await expect(views.getByRole('link', { name: 'Long expired' })).toHaveAttribute('aria-current', 'page')
    await expect(views.getByRole('link', { name: 'Expired', exact: true })).toHaveCount(0)
  },
)

test('another page, or another order, begins at its first row', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 600 })
  await page.goto('./companies?limit=25')
  const rows = page.locator('[data-scroll]')
  const position = () => rows.evaluate(({ scrollTop }) => scrollTop)
  await names(page).nth(20).scrollIntoViewIfNeeded()
  await expect.poll(position).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect.poll(position).toBe(0)
  await names(page).nth(20).getByRole('link').focus()
  await expect.poll(position).toBeGreaterThan(0)
  const before = await names(page).first().textContent()
  await page.keyboard.press(']')
  await expect(names(page).first()).not.toHaveText(before ?? '')
  await expect(names(page).first().getByRole('link')).toBeFocused()
  await expect.poll(position).toBe(0)
  await names(page).nth(20).scrollIntoViewIfNeeded()
  await expect.poll(position).toBeGreaterThan(0)
  await page.locator('tbody tr').nth(20).getByRole('cell').nth(2).click()
  await expect(panel(page)).toBeVisible()
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('link').click()
  await expect.poll(position).toBe(0)
})

test('the actions of a row are those of the record that it shows', async ({ page }) => {
  await page.goto('./companies?limit=10')
  const row = page.locator('tbody tr').nth(2)
  const edit = row.getByRole('link', { name: /^Edit/ })
  const nameIn = () => row.getByRole('rowheader').textContent()
  await row.getByRole('cell').nth(2).hover()
  await expect(edit).toHaveAccessibleName(`Edit ${await nameIn()}`)
  const turn = async () => {
    const before = (await nameIn()) ?? ''
    await page.keyboard.press(']')
    await expect(row.getByRole('rowheader')).not.toHaveText(before)
    await expect(edit).toHaveCount(0)
  }
  await turn()
  await row
    .getByRole('cell')
    .nth(2)
    .hover({ position: { x: 20, y: 10 } })
  await expect(edit).toHaveAccessibleName(`Edit ${await nameIn()}`)
  await turn()
  await row.getByRole('rowheader').getByRole('link').focus()
  await expect(edit).toHaveAccessibleName(`Edit ${await nameIn()}`)
})

test(
  'the cursor goes to the first row of another page when its element is gone, and Back restores it',
  thorough,
  async ({ page }) => {
    await page.goto('./automation?limit=10')
    await page.getByRole('switch').nth(5).focus()
    const before = (await names(page).first().textContent()) ?? ''
    await page.keyboard.press(']')
    await expect(names(page).first()).not.toHaveText(before)
    await expect(names(page).first().getByRole('link')).toBeFocused()
    const name = (await names(page).first().textContent()) ?? ''
    await page.keyboard.press(']')
    await expect(names(page).first()).not.toHaveText(name)
    await expect(names(page).first().getByRole('link')).toBeFocused()
    await expect(page.locator('tbody tr').first().getByRole('link', { name: /^Open/ })).toBeVisible()
    await page.getByRole('navigation').getByRole('link', { name: 'Devices' }).click()
    await expect(page).toHaveURL('./devices')
    await expect(names(page).first()).toBeVisible()
    await page.goBack()
    await expect(names(page).first().getByRole('link')).toBeFocused()
  },
)

test(
  'another page begins at its first row, even if the old rows were scrolled while it loaded',
  thorough,
  async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 600 })
    const release = await hold(page, /companies\?.*page=2/)
    await page.goto('./companies?limit=25')
    const rows = page.locator('[data-scroll]')
    const position = () => rows.evaluate(({ scrollTop }) => scrollTop)
    const before = (await names(page).first().textContent()) ?? ''
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'true')
    await names(page).nth(20).scrollIntoViewIfNeeded()
    await expect.poll(position).toBeGreaterThan(0)
    release()
    await expect(names(page).first()).not.toHaveText(before)
    await expect.poll(position).toBe(0)
  },
)

test('an empty list is not described by filters whose rows are still loading', thorough, async ({ page }) => {
  const release = await hold(page, /companies\?.*search=a/)
  await page.goto('./companies')
  const rows = page.locator('[data-scroll]')
  const nothing = page.getByRole('heading', { name: 'No companies match' })
  const total = page.getByRole('main').getByRole('status').first()
  const pager = page.getByRole('button', { name: 'Next page' })
  await page.getByRole('searchbox').fill('nobody has this name')
  await expect(nothing).toBeVisible()
  await expect(total).toHaveText(/^0 of \d+ companies$/)
  await expect(pager).toBeVisible()
  await page.getByRole('searchbox').fill('a')
  await expect(rows.locator('table[aria-hidden]')).toBeVisible()
  await expect(nothing).toHaveCount(0)
  await expect(total).toBeEmpty()
  await expect(pager).toBeHidden()
  release()
  await expect(names(page).first()).toBeVisible()
})

test('on a phone, a list that loads shows cards as high as those that will come', thorough, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const heights = (rows: Locator) => rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
  const lists = sampled<[title: string, path: string]>([
    ['Companies', 'companies'],
    ['Company users', 'companies/users'],
    ['Staff users', 'users'],
    ['Automation rules', 'automation'],
    ['NPS responses', 'surveys/nps/responses'],
    ['Report schedules', 'report-schedules'],
    ['Brief schedules', 'brief-schedules'],
  ])
  // All from the beginning, since a pointer on its way loads what it passes.
  const releases = new Map<string, () => void>()
  for (const [title, path] of lists)
    releases.set(title, await hold(page, ({ pathname }) => pathname.endsWith(`/v1/${path}`)))
  await page.goto('./goals')
  for (const [title, release] of releases) {
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('navigation', { name: 'Pages', exact: true }).getByRole('link', { name: title }).click()
    await expect(page).toHaveTitle(new RegExp(`^${title}`))
    const waiting = page.locator('table[aria-hidden] tbody tr')
    await expect(waiting.first()).toBeVisible()
    const expected = await heights(waiting)
    release()
    await expect(names(page).first()).toBeVisible()
    // Longer names and more to say make some higher: the usual one is in the middle.
    const came = (await heights(page.locator('tbody tr'))).sort((one, other) => one - other)
    expect.soft(new Set(expected), title).toEqual(new Set([came[Math.floor(came.length / 2)]]))
  }
})

test('rows open one after another in the side panel, then as a page', async ({ page, context, server }) => {
  const { data } = await api(page, server).list<Company>('/companies?orderBy=name&orderDirection=asc')
  const [first, second, third, fourth] = data
  await page.goto('./companies?orderBy=name&orderDirection=asc')
  await expect(names(page).first()).toBeVisible()
  // Beside a name as on it.
  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    page
      .getByRole('row')
      .nth(1)
      .getByRole('cell')
      .nth(1)
      .click({ modifiers: ['ControlOrMeta'] }),
  ])
  await expect(tab).toHaveURL(new RegExp(`/companies/${first?.id}$`))
  await tab.close()
  await expect(panel(page)).toHaveCount(0)

  // Firefox’s click for Enter on a link.
  const click = { bubbles: true, cancelable: true, detail: 1 }
  await names(page)
    .first()
    .getByRole('link')
    .evaluate((link, init) => link.dispatchEvent(new PointerEvent('click', init)), click)
  await expect(panel(page)).toContainText(first?.id ?? '')
  await page.keyboard.press('Escape')
  await expect(panel(page)).toHaveCount(0)
  await expect(names(page).first().getByRole('link')).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(panel(page)).toContainText(first?.name ?? '')
  await expect(panel(page)).toContainText(first?.id ?? '')
  await expect(panel(page).getByText(/^1 of \d+$/)).toBeVisible()
  await page.keyboard.press('j')
  await expect(panel(page)).toContainText(second?.id ?? '')
  const next = page.getByRole('button', { name: 'Next', exact: true })
  await next.press('Enter')
  await expect(panel(page)).toContainText(third?.id ?? '')
  await expect(next).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(panel(page)).toContainText(fourth?.id ?? '')
  for (const { id } of [third, second] as Company[]) {
    await page.keyboard.press('k')
    await expect(panel(page)).toContainText(id)
  }

  const after = (await api(page, server).list<Company>('/companies?orderBy=name&orderDirection=asc&page=2')).data
  await page.keyboard.press(']')
  await expect(panel(page)).toContainText(after[0]?.id ?? '')
  await page.keyboard.press('j')
  await expect(panel(page)).toContainText(after[1]?.id ?? '')
  await page.keyboard.press('[')
  await expect(panel(page)).toContainText(first?.id ?? '')
  await page.keyboard.press('j')
  await expect(panel(page)).toContainText(second?.id ?? '')

  await page.reload()
  await expect(panel(page)).toContainText(second?.id ?? '')
  await page.getByRole('button', { name: 'Close' }).press('Enter')
  await expect(panel(page)).toHaveCount(0)
  await expect(names(page).nth(1).getByRole('link')).toBeFocused()

  await page
    .getByRole('row', { name: third?.name ?? '' })
    .getByRole('cell')
    .nth(3)
    .click()
  await expect(panel(page)).toContainText(third?.id ?? '')
  await names(page).nth(2).getByRole('link').focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`./companies/${third?.id}`)
  await page.goBack()
  await expect(panel(page)).toContainText(third?.id ?? '')
  await page.keyboard.press('Escape')
  await expect(panel(page)).toHaveCount(0)
})

test('a status is set for all matching rows, with a list of results and Undo', async ({ page, server }) => {
  const { list, get, put } = api(page, server)
  const were = (await list<Company>('/companies?status=inactive&limit=100')).data
  await page.goto('./companies?status=inactive&limit=5')
  await expect(names(page).first()).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect(selection(page)).toContainText('1 selected')
  await names(page)
    .nth(3)
    .locator('xpath=..')
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] })
  await expect(selection(page)).toContainText('4 selected')
  await page.getByLabel(/^Select the \d+ on this page$/).check()
  await page.getByRole('button', { name: `Select all ${were.length} matching` }).click()
  await expect(selection(page)).toContainText(`${were.length} selected`)

  await page.getByRole('button', { name: 'Set status' }).click()
  await page.getByRole('button', { name: 'Pending', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(selection(page)).toContainText(`${were.length} selected`)
  await page.getByRole('button', { name: 'Set status' }).click()
  await page.getByRole('button', { name: 'Pending', exact: true }).click()
  const dialog = page.locator('dialog[open]')
  const begin = page.getByRole('button', { name: `Set ${were.length} companies to pending` })
  const stop = page.getByRole('button', { name: 'Stop' })
  // Stopped while the rows are read, and while a write is under way that the server then puts off.
  await page.route('**/companies?*limit=100*', () => {}, { times: 1 })
  await begin.click()
  await stop.click()
  await expect(begin).toBeVisible()
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  const putOff = await hold(page, '**/companies/*', {
    method: 'PUT',
    answer: (route) => route.fulfill({ status: 429, headers: { 'retry-after': '600' } }),
  })
  const written = page.waitForRequest((request) => request.method() === 'PUT')
  await begin.click()
  await written
  await stop.click()
  putOff()
  await expect(begin).toBeVisible()

  // More match than were confirmed.
  const joins = (await list<Company>('/companies?status=active&limit=1')).data[0]
  await put(`/companies/${joins?.id}`, { status: 'inactive' })
  await begin.click()
  await expect(dialog.getByRole('alert')).toHaveText(`No changes made. ${were.length + 1} companies match now.`)
  const beginMore = dialog.getByRole('button', { name: `Set ${were.length + 1} companies to pending` })
  await expect(beginMore).toBeFocused()
  expect((await list('/companies?status=inactive')).pagination.totalCount).toBe(were.length + 1)
  await put(`/companies/${joins?.id}`, { status: 'active' })
  await beginMore.click()
  await begin.click()
  await expect(dialog.getByRole('heading')).toHaveText(`${were.length} of ${were.length} companies set to pending`)
  await expect(dialog.getByRole('listitem')).toHaveCount(were.length)
  expect((await list('/companies?status=inactive')).pagination.totalCount).toBe(0)
  const release = await hold(page, '**/companies/*', { method: 'PUT' })
  await page.getByRole('button', { name: `Undo for these ${were.length}` }).click()
  await expect(dialog.getByRole('status')).toHaveText(`0 of ${were.length} done`)
  await stop.click()
  release()
  await expect(dialog.getByRole('heading')).toHaveText('Undone for 1 company')
  await expect(dialog.getByRole('status')).toHaveText(`${were.length - 1} not undone.`)
  await page.getByRole('button', { name: `Undo for these ${were.length - 1}` }).click()
  await expect(dialog.getByRole('heading')).toHaveText(`Undone for ${were.length} companies`)
  await expect(dialog.getByRole('status')).toHaveText('All succeeded.')
  await page.getByRole('button', { name: 'Done' }).click()
  const after = (await list<Company>('/companies?status=inactive&limit=100')).data
  expect(after.map(({ id }) => id).sort()).toEqual(were.map(({ id }) => id).sort())

  // Changed by someone else since it was listed: Undo restores their status, not the one listed.
  await page.goto('./companies?status=inactive&limit=5&orderBy=name')
  const { id, name } = (await list<Company>('/companies?status=inactive&orderBy=name')).data[0] ?? { id: '', name: '' }
  await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check()
  await put(`/companies/${id}`, { status: 'active' })
  await page.getByRole('button', { name: 'Set status' }).click()
  await page.getByRole('button', { name: 'Inactive', exact: true }).click()
  await page.getByRole('button', { name: 'Set 1 company to inactive' }).click()
  await expect(dialog.getByRole('heading')).toHaveText('1 of 1 company set to inactive')
  await dialog.getByRole('button', { name: 'Undo for this one' }).click()
  await expect(dialog.getByRole('heading')).toHaveText('Undone for 1 company')
  expect(await get<Company>(`/companies/${id}`)).toMatchObject({ status: 'active' })
})

test('leaving while a status is set asks first, and says how many were saved', thorough, async ({ page }) => {
  await page.goto('./devices')
  await page.getByRole('link', { name: 'Companies', exact: true }).click()
  await expect(page).toHaveURL('./companies')
  const active = page.getByRole('row').filter({ has: page.getByText('Active', { exact: true }) })
  for (const row of [0, 1, 2]) await active.nth(row).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Set status' }).click()
  await page.getByRole('button', { name: 'Pending', exact: true }).click()
  const release = await hold(page, '**/companies/*', { method: 'PUT' })
  const written = page.waitForRequest((request) => request.method() === 'PUT')
  await page.getByRole('button', { name: 'Set 3 companies to pending' }).click()
  await written
  const question = page.getByRole('alertdialog', { name: 'Leave before it’s done?' })
  await page.evaluate(() => history.back())
  await expect(question).toContainText('0 of 3 done.')
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(question).toHaveCount(0)
  await expect(page).toHaveURL('./companies')
  await page.evaluate(() => history.back())
  await question.getByRole('button', { name: 'Stop and leave' }).click()
  await expect(page).toHaveURL('./devices')
  release()
  await expect(page.getByText('1 of 3 companies saved.')).toBeVisible()
})

test('a whole page of rows is selected and cleared, including those out of view', thorough, async ({ page }) => {
  await page.goto('./companies?limit=100')
  await expect(names(page)).toHaveCount(100)
  const boxes = page.locator('tbody input[type=checkbox]')
  const ticked = page.locator('tbody input[type=checkbox]:checked')
  const picked = page.locator('tbody tr[aria-selected="true"]')
  await expect(boxes.last()).not.toBeInViewport()
  await page.getByLabel('Select the 100 on this page').check()
  await expect(ticked).toHaveCount(100)
  await expect(picked).toHaveCount(100)
  await boxes.last().uncheck()
  await expect(selection(page)).toContainText('99 selected')
  await expect(ticked).toHaveCount(99)
  await page.keyboard.press('Escape')
  await expect(selection(page)).toHaveCount(0)
  await expect(ticked).toHaveCount(0)
  await expect(picked).toHaveCount(0)
})

test('rows scroll under an opaque header', thorough, async ({ page }) => {
  await page.goto('./companies')
  await expect(names(page).first()).toBeVisible()
  const colors = await page
    .locator('thead tr > *')
    .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell).backgroundColor))
  expect(new Set(colors).size).toBe(1)
  expect(colors[0]).not.toBe('rgba(0, 0, 0, 0)')
})

test('the focus moves to the next action, and back to the row selected last', thorough, async ({ page }) => {
  await page.goto('./automation')
  await expect(names(page).first()).toBeVisible()
  for (const key of ['j', 'x', 'j', 'x', 'j', 'x', 'j', 'x']) await page.keyboard.press(key)
  await expect(selection(page)).toContainText('4 selected')
  await selection(page).getByRole('button', { name: 'Turn on' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Turn on 4 rules' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Done' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(selection(page)).toHaveCount(0)
  await expect(names(page).nth(3).getByRole('link')).toBeFocused()
  await page.keyboard.press('x')
  await selection(page).getByRole('button', { name: 'Clear selection' }).press('Enter')
  await expect(selection(page)).toHaveCount(0)
  await expect(names(page).nth(3).getByRole('link')).toBeFocused()
})

test('a toast does not cover the selection bar, however wide the window', thorough, async ({ page }) => {
  await page.goto('./automation')
  const toast = page.locator('[aria-live] > [data-tone]')
  for (const width of [1280, 768, 390])
    await test.step(`${width} pixels`, async () => {
      await page.setViewportSize({ width, height: 800 })
      await page.getByRole('switch').first().click()
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect(page.getByText(/^Now version \d+/)).toBeVisible()
      for (const at of [1, 2]) await page.locator('tbody [type="checkbox"]').nth(at).check()
      await keepToast(page)
      const lowest = async () => {
        const [above, bar] = [await toast.boundingBox(), await selection(page).boundingBox()]
        return above && bar ? bar.y - above.y - above.height : Number.NaN
      }
      await expect.poll(lowest).toBeGreaterThanOrEqual(4)
      await page.keyboard.press('Escape')
      await expect(selection(page)).toHaveCount(0)
      await expect(toast).toBeVisible()
    })
})

test('a panel for an unknown record says so, and leads back to the list', thorough, async ({ page }) => {
  await page.goto('./companies?status=active#00000000-0000-4000-8000-000000000000')
  await expect(panel(page).getByRole('heading', { name: 'Company not found' })).toBeVisible()
  await expect(panel(page)).toContainText('It may have been deleted, or the ID may be mistyped.')
  await expect(panel(page).getByRole('button', { name: 'Try now' })).toHaveCount(0)
  await expect(panel(page).getByRole('link', { name: 'Open page' })).toHaveCount(0)
  await panel(page).getByRole('button', { name: 'Back to the list' }).click()
  await expect(panel(page)).toHaveCount(0)
  await expect(page).toHaveURL('./companies?status=active')
})

test('a failed write is listed with its reason and can be retried', thorough, async ({ page, server }) => {
  const { list, get, post } = api(page, server)
  const on = (await list<Rule>('/automation?isActive=true&limit=3')).data
  await page.goto('./automation?isActive=true')
  for (const { name } of on) await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check()
  await page.route(`**/automation/${on[1]?.id}/toggle`, (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('button', { name: 'Turn off 3 rules' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading')).toHaveText('2 of 3 rules turned off')
  await expect(dialog.getByRole('listitem').first()).toContainText('No response; it may or may not have saved.')
  await expect(dialog.getByText('1 may have been changed.', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByRole('heading')).toHaveText('3 of 3 rules turned off')
  // Changed by someone else before the others are undone.
  for (const isActive of [true, false]) await post(`/automation/${on[2]?.id}/toggle`, { isActive })
  const saveUnanswered = async (route: Route) => {
    await route.fetch()
    await route.abort()
  }
  await page.route(`**/automation/${on[1]?.id}/toggle`, saveUnanswered, { times: 1 })
  await page.getByRole('button', { name: 'Turn these 3 back on' }).click()
  await expect(dialog.getByRole('heading')).toHaveText('Undone for 1 rule')
  await expect(dialog.getByRole('status')).toContainText('1 may not have been undone.')
  const theirs = dialog.getByRole('listitem').filter({ hasText: 'Their change was kept.' })
  await expect(theirs).toContainText(on[2]?.name ?? '')
  await expect(theirs.getByRole('button')).toHaveCount(0)
  await dialog
    .getByRole('listitem')
    .filter({ hasText: 'No response' })
    .getByRole('button', { name: 'Try again' })
    .click()
  await expect(dialog.getByRole('heading')).toHaveText('Undone for 2 rules')
  await page.getByRole('button', { name: 'Done' }).click()
  const states = await Promise.all(on.map(async ({ id }) => (await get<Rule>(`/automation/${id}`)).isActive))
  expect(states).toEqual([true, true, false])

  // Undo reads what wasn’t confirmed: a change that the server saved without being sure of it, and one that never arrived.
  const saveUnsure = async (route: Route) => {
    await route.fetch()
    const detail = 'The database is not responding. The change may or may not have been saved.'
    await route.fulfill({ status: 503, json: { title: 'Database away', detail, mayBeSaved: true } })
  }
  const [saved, lost] = (await list<Rule>('/automation?isActive=true&limit=2')).data
  await page.goto('./automation?isActive=true')
  for (const rule of [saved, lost])
    await page.getByRole('checkbox', { name: `Select ${rule?.name}`, exact: true }).check()
  await page.route(`**/automation/${saved?.id}/toggle`, saveUnsure, { times: 1 })
  await page.route(`**/automation/${lost?.id}/toggle`, (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('button', { name: 'Turn off 2 rules' }).click()
  await expect(dialog.getByRole('status')).toHaveText('2 may have been changed.')
  await page.route(`**/automation/${saved?.id}`, (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Turn these 2 back on' }).click()
  const unread = dialog.getByRole('listitem').filter({ hasText: 'Not confirmed, so this may not have been undone.' })
  await expect(unread).toContainText(saved?.name ?? '')
  await unread.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByRole('heading')).toHaveText('Undone for 1 rule')
  await expect(dialog.getByRole('status')).toHaveText('1 hadn’t been changed.')
  expect(await get<Rule>(`/automation/${saved?.id}`)).toMatchObject({ isActive: true })
  expect((await get<Rule>(`/automation/${lost?.id}`)).updatedAt).toBe(lost?.updatedAt)
})

test('all matching rows are exported, and an interrupted export resumes', async ({ page, server }) => {
  const { list } = api(page, server)
  const found = await list<Company>('/companies?limit=100&orderBy=name&orderDirection=asc')
  const total = found.pagination.totalCount
  expect(total).toBeGreaterThan(100)
  await page.goto('./companies?orderBy=name&orderDirection=asc')
  await page.route(/\/companies\?.*limit=100&page=2/, (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: `Export ${total}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'All' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click()
  await expect(page.getByText('Export stopped.')).toBeVisible()
  await expect(page.getByText(`100 of ${total} loaded and kept.`)).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Resume' }).click(),
  ])
  const text = await fs.readFile(await download.path(), 'utf8')
  const lines = text.split('\r\n')
  expect(lines[0]).toBe('\uFEFFName,Status,Employees,Updated,Domain,Industry,Created,Website,ID')
  expect(lines).toHaveLength(total + 2)
  // In winter, London's time is UTC's.
  for (const { id, updatedAt } of found.data.filter(({ updatedAt }) => /-(11|12|01|02)-/.test(updatedAt)))
    expect(lines.find((line) => line.includes(id))).toContain(updatedAt.slice(0, 19).replace('T', ' '))
  await expect(page.getByText(`${total} companies exported.`)).toBeVisible()

  // The choices are remembered.
  await page.getByRole('button', { name: `Export ${total}` }).click()
  await expect(page.getByRole('button', { name: 'All', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('dialog').getByRole('button', { name: 'Excel' }).click()
  const [workbook] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: 'Export' }).click(),
  ])
  expect(workbook.suggestedFilename()).toMatch(/^companies-.*\.xlsx$/)
  const { sheets } = await readXlsx(await fs.readFile(await workbook.path()))
  expect(sheets[0]?.rows).toHaveLength(total + 1)
  expect(sheets[0]?.rows[1]?.[6]).toBeInstanceOf(Date)
})

test(
  'without the Clipboard API text is still copied, or a message says that it was not',
  thorough,
  async ({ page }) => {
    // As over plain HTTP from another machine.
    await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
    await page.goto('./companies?status=active')
    const copy = page.getByRole('button', { name: 'Copy link' })
    await copy.evaluate((button) => {
      // However slow the machine is, "Copied" is not missed.
      const watch = () => button.textContent?.includes('Copied') && button.setAttribute('data-was-copied', '')
      new MutationObserver(watch).observe(button, { subtree: true, childList: true, characterData: true })
    })
    await copy.click()
    await expect(copy).toHaveAttribute('data-was-copied')
    await expect(copy).toContainText('Copy link')
    await page.getByRole('searchbox').focus()
    await page.keyboard.press('ControlOrMeta+v')
    await expect(page.getByRole('searchbox')).toHaveValue(/\/companies\?status=active$/)
    // What was pasted is searched for, and a menu closes when the list changes under it.
    await expect(page.getByRole('heading', { name: 'No companies match' })).toBeVisible()

    await page.evaluate(() => Object.assign(document, { execCommand: () => false }))
    await page.getByRole('button', { name: 'Developer' }).click()
    await page.getByRole('button', { name: 'Copy as cURL' }).click()
    await expect(page.getByText('Couldn’t copy.')).toBeVisible()
  },
)

test(
  'selected rows can be exported on their own, and their IDs copied',
  thorough,
  async ({ page, context, server }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const { data } = await api(page, server).list<Company>('/companies')
    await page.goto('./companies')
    const [first, , third] = data
    // In the order of the table, not that of the clicks.
    for (const one of [third, first])
      await page.getByRole('checkbox', { name: `Select ${one?.name}`, exact: true }).check()
    await page.getByRole('button', { name: 'Copy IDs' }).click()
    await expect(page.getByText('2 IDs copied.')).toBeVisible()
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    expect(await copied()).toBe(`${first?.id}\n${third?.id}`)
    await page.getByRole('button', { name: 'Developer' }).click()
    await page.getByRole('button', { name: 'Copy as cURL' }).click()
    await expect
      .poll(copied)
      .toBe(`curl '${server.origin}/api/public/v1/companies' \\\n  -H 'Authorization: Bearer <API_KEY>'`)
    await selection(page).getByRole('button', { name: 'Export' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog').getByRole('button', { name: 'Export' }).click(),
    ])
    const lines = (await fs.readFile(await download.path(), 'utf8')).trim().split('\r\n').slice(1)
    expect(lines.map((line) => line.split(',').at(-1))).toEqual([first?.id, third?.id])
    await page.keyboard.press('Escape')
    await expect(selection(page)).toHaveCount(0)

    // Cells are copied as a table, without the words that only screen readers have.
    await page.getByRole('navigation').getByRole('link', { name: 'Devices' }).click()
    await expect(page.getByRole('heading', { name: 'Devices' })).toBeVisible()
    await expect(names(page).first()).toBeVisible()
    await page.locator('tbody').evaluate((body: HTMLTableSectionElement) => {
      const cellOf = (row: number, at: number) => body.rows[row]?.cells[at] ?? body
      getSelection()?.setBaseAndExtent(cellOf(0, 1), 0, cellOf(9, 2), 1)
    })
    await page.keyboard.press('ControlOrMeta+c')
    const rows = (await copied()).split('\n').map((line) => line.split('\t'))
    const nameTexts = (await names(page).allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '))
    expect(rows.map(([name]) => name)).toEqual(nameTexts.slice(0, 10))
    // Without the checkbox and the actions.
    const shown = (await heads(page).count()) - 2
    expect(rows.map((cells) => cells.length)).toEqual(rows.map(() => shown))
    expect(rows.slice(0, 9).flat()).toContain('—')
    expect(rows[9]?.slice(2).join('')).toBe('')
  },
)

test('a selection survives re-rendering and paging, and ends with another filter', thorough, async ({ page }) => {
  const turn = await hold(page, '**/companies?*page=2*')
  await page.goto('./companies')
  const box = (index: number) => page.locator('tbody [type="checkbox"]').nth(index)
  const ticked = page.locator('tbody [type="checkbox"]:checked')
  const rows = page.locator('tbody [aria-selected="true"]')
  const expectSelected = async (count: number) => {
    await expect(ticked).toHaveCount(count)
    await expect(rows).toHaveCount(count)
  }
  await box(1).check()
  await box(4).click({ modifiers: ['Shift'] })
  await expectSelected(4)
  await expect(selection(page).getByRole('status')).toHaveText('4 selected')
  await names(page).nth(2).hover()
  await expectSelected(4)
  await box(2).uncheck()
  await expectSelected(3)

  await page.getByRole('button', { name: 'Next page' }).first().click()
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'true')
  await box(6).check()
  await expectSelected(4)
  turn()
  await expectSelected(0)
  await expect(selection(page).getByRole('status')).toHaveText('4 selected')
  await page.goBack()
  await expectSelected(4)
  await expect(box(2)).not.toBeChecked()

  const name = await names(page).nth(1).textContent()
  // As it may be pasted.
  await page.getByRole('searchbox').fill(`\u200b${name?.replaceAll(' ', '\u00a0')}`)
  await expect(names(page)).toHaveCount(1)
  await expectSelected(0)
  await expect(selection(page)).toHaveCount(0)

  // A row of before, while those of the new filter load.
  const release = await hold(page, '**/companies?*')
  await page.getByRole('searchbox').fill('nothing has this name')
  await expect(page).toHaveURL(/nothing/)
  await box(0).click()
  await expect(box(0)).not.toBeChecked()
  release()
  await expect(page.getByText('No companies match')).toBeVisible()
  await expect(selection(page)).toHaveCount(0)
})
