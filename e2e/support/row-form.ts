import { expect, type Locator, type Page } from '@playwright/test'

/** Rows of the list of companies; its skeleton, and the page before, have rows as well. */
export const companyRows = (page: Page) => page.getByRole('table', { name: /^Companies:/ }).locator('tbody tr')

/** Follows the link to the form that a row shows under the pointer, also if the row is rendered anew meanwhile. */
export const openRowForm = (row: Locator) =>
  expect(async () => {
    await row.hover({ timeout: 5000 })
    await row.getByRole('link', { name: /^Edit/ }).click({ timeout: 5000 })
  }).toPass()
