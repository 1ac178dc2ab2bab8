import fs from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { signIn, soon, test } from './support/server'
import { thorough } from './support/thorough'

const heads = (page: Page) => page.getByRole('columnheader')
const scroller = (page: Page) => page.locator('[data-scroll]')

test.beforeEach(({ page, server }) => signIn(page, server))

test('pinned columns stay only as far as they leave room for the others', thorough, async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto('./devices')
  await page.getByRole('button', { name: 'Columns' }).click()
  for (const name of ['Company', 'Warranty', 'Serial number', 'Model'])
    await page.getByRole('button', { name: `Pin ${name}`, exact: true }).click()
  await expect(page.getByText('as long as the others have room')).toBeVisible()
  await expect(heads(page).nth(5)).toHaveText('Model')
  await page.reload()
  await scroller(page).evaluate((element) => element.scrollTo(1, 0))
  await expect(heads(page).nth(1)).toHaveCSS('position', 'sticky')
  const shown = await scroller(page).evaluate((element) => {
    const all = [...element.querySelectorAll('thead th')]
    const isShown = (head: Element) => {
      const { left, top, width, height } = head.getBoundingClientRect()
      return head.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    }
    const seen = new Set<string | null>()
    for (let left = 0; left < element.scrollWidth; left += 50) {
      element.scrollTo(left, 0)
      for (const head of all) if (isShown(head)) seen.add(head.textContent)
    }
    return all.filter((head) => head.textContent !== 'Actions' && !seen.has(head.textContent)).length
  })
  expect(shown).toBe(0)
  // The first still stays beside the name, at the end of the table.
  const gap = () =>
    heads(page)
      .nth(2)
      .evaluate((head) => {
        const before = head.previousElementSibling?.getBoundingClientRect().right ?? 0
        return Math.round(head.getBoundingClientRect().left - before)
      })
  await expect.poll(gap).toBe(0)
  const row = page.getByRole('row').nth(3)
  await row.hover()
  const open = row.getByRole('link', { name: /^Open / })
  await expect(open).toBeInViewport()
  await scroller(page).evaluate((element) => element.scrollTo(1, 0))
  const isUncovered = () =>
    open.evaluate((link) => {
      const { left, top, width, height } = link.getBoundingClientRect()
      return link.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    })
  await expect.poll(isUncovered).toBe(true)
})

test('a head is dragged to the place of another, which neither sorts nor sizes', thorough, async ({ page }) => {
  await page.goto('./devices')
  const address = page.url()
  const before = ['', 'Name', 'Company', 'Status', 'Type', 'Warranty']
  await expect(heads(page)).toContainText(before)
  const [company, warranty] = [heads(page).nth(2), heads(page).nth(5)]
  const place = async (head: Locator) => {
    const { x, y, width, height } = (await head.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    return [x + width / 2, y + height / 2] as const
  }
  const [over, beside] = [await place(company), await place(heads(page).nth(3))]
  await expect(async () => {
    // Before the app has started, and until what follows the head is loaded, it goes nowhere.
    await page.mouse.up()
    await warranty.hover()
    await page.mouse.down()
    await page.mouse.move(...beside, { steps: 2 })
    await page.mouse.move(...over, { steps: 2 })
    await expect(company).toHaveAttribute('data-drop', 'before', soon)
  }).toPass()
  await page.mouse.up()
  await expect(heads(page)).toContainText(['', 'Name', 'Warranty', 'Company', 'Status', 'Type'])
  await expect(heads(page).nth(2)).not.toHaveAttribute('data-drop')
  expect(page.url()).toBe(address)
  await page.reload()
  await expect(heads(page).nth(2)).toContainText('Warranty')

  // The edge still sizes.
  const box = await heads(page).nth(2).boundingBox()
  if (!box) throw new Error('The head has no place.')
  await page.mouse.move(box.x + box.width - 3, box.y + 10)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width + 57, box.y + 10, { steps: 4 })
  await page.mouse.up()
  await expect
    .poll(async () => Math.round((await heads(page).nth(2).boundingBox())?.width ?? 0))
    .toBe(Math.round(box.width) + 60)
  await expect(heads(page).nth(2)).toContainText('Warranty')
})

test('what was hidden in a wide window is shown and moved on the cards of a narrow one', thorough, async ({ page }) => {
  await page.goto('./devices')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Warranty', exact: true }).uncheck()
  await page.getByRole('button', { name: 'Move Type up' }).click()
  await expect(heads(page)).toContainText(['', 'Name', 'Company', 'Type', 'Status'])
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  const card = page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })
    .first()
  await expect(card).toBeVisible()
  await page.getByRole('button', { name: 'Columns' }).click()
  const menu = page.getByRole('region', { name: 'Columns' })
  await expect(menu.getByRole('checkbox')).toHaveCount(3)
  await expect(menu.getByRole('combobox')).toHaveCount(0)
  await menu.getByRole('checkbox', { name: 'Warranty', exact: true }).check()
  await expect(card.getByText(/Until|Ended|Ends/)).toBeVisible()
  // Past a column that no card shows.
  await menu.getByRole('button', { name: 'Move Status up' }).click()
  await expect(menu.getByRole('checkbox').first()).toHaveAccessibleName('Status')
  await menu.getByRole('button', { name: 'Reset' }).click()
  await expect(menu.getByRole('checkbox').first()).toHaveAccessibleName('Company')
})

test('what a list has room for only when asked is in an export of all columns', thorough, async ({ page }) => {
  await page.goto('./devices')
  await page.getByRole('button', { name: /^Export \d/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'All', exact: true }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export' }).click(),
  ])
  const [first = ''] = (await fs.readFile(await download.path(), 'utf8')).split('\r\n')
  expect(first).toContain('Created,Operating system,Firmware,IP address,MAC address,Warranty start')

  await expect(heads(page).filter({ hasText: 'Operating system' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Operating system' }).check()
  await page.reload()
  await expect(heads(page).filter({ hasText: 'Operating system' })).toBeVisible()
  await expect(heads(page).filter({ hasText: 'Firmware' })).toHaveCount(0)
})
