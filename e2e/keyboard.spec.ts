import { expect } from '@playwright/test'
import { api, type Company, sharedWord } from './api'
import { adminKey } from './instance'
import { takenOver, test } from './server'

test.use({ ownServer: true })

test('from sign-in to a saved change without a mouse', async ({ page, server }) => {
  await page.goto('/companies?orderBy=name')
  await expect(page.getByLabel('API key', { exact: true })).toBeFocused()
  await page.keyboard.type(adminKey)
  await page.keyboard.press('Enter')
  const rows = page.getByRole('rowheader')
  await expect(rows.first()).toBeVisible()
  await takenOver(page)

  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()

  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible()
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
  await page.keyboard.press('j')
  await expect(rows.nth(1).getByRole('link')).toBeFocused()
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
  await expect(page.getByText(`${company?.name} saved.`)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Edit' })).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(page.getByText(`${company?.name} restored.`)).toBeVisible()

  await page.keyboard.press('Control+.')
  await expect(page.getByRole('button', { name: 'Expand the navigation' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Expand the navigation' })).toBeVisible()
  await page.getByTitle('Planning').press('Enter')
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Goals' }).press('Enter')
  await expect(page).toHaveURL('/goals')
})
