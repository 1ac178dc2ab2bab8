import { expect, type Page } from '@playwright/test'
import { addressOf, paths } from './support/addresses'
import { test } from './support/browser'

/** Storage as a browser gives it that forbids it, and as one whose disk is full. */
const harms = {
  forbidden: () => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'BroadcastChannel'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('The operation is insecure.', 'SecurityError')
        },
      })
  },
  full: () => {
    localStorage.setItem('nav', 'open')
    localStorage.setItem('columns /companies', JSON.stringify({ order: [], hidden: ['domain'], widths: {} }))
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    }
  },
}

const setAndKeep = async (page: Page) => {
  await page.goto('./companies')
  await page.getByRole('button', { name: 'Collapse the navigation' }).click()
  await expect(page.getByRole('button', { name: 'Expand the navigation' })).toBeVisible()
  await page.getByLabel('Status').selectOption('active')
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByLabel('View name').fill('Kept for now')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Kept for now' })).toBeVisible()
  await page.locator('nav[aria-label="Pages"] a[href="/budgets"]').evaluate((link: HTMLElement) => link.click())
  await expect(page.getByRole('heading', { level: 1, name: 'Budgets' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('link', { name: 'Kept for now' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Expand the navigation' })).toBeVisible()
}

for (const [harm, inject] of Object.entries(harms))
  test(`With storage that is ${harm}, every page works and settings last as long as the page`, async ({
    page,
    server,
    found,
  }) => {
    test.slow()
    await page.addInitScript(inject)
    for (const path of paths) {
      const address = await addressOf(path, page, server)
      await page.goto(`.${address}`)
      await expect(page.getByRole('heading', { level: 1 }), address).toBeVisible()
      await expect(page.getByText('Something went wrong on this page'), address).toHaveCount(0)
    }
    await setAndKeep(page)
    found({
      harm: `storage is ${harm}`,
      count: `${paths.length} pages`,
      result: 'all work, settings last as long as the page',
    })
  })
