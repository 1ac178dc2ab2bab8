import type { Page } from '@playwright/test'

/** Adds a filter to a list by its name, as a person does. */
export const addFilter = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByRole('region', { name: 'Add filter' }).getByRole('button', { name, exact: true }).click()
}
