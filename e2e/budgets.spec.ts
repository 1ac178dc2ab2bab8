import { expect } from '@playwright/test'
import { adminKey, signIn, test } from './server'

test('a budget is found and read with its lines, and its history shows a new status', async ({ page, server }) => {
  await signIn(page, server)
  await page.goto('/budgets?sortColumn=title&sortDesc=false')
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Pending approval')
  await expect(page).toHaveURL(/status=PendingApproval/)
  const first = page.getByRole('row').nth(1)
  await expect(first).toContainText('Pending approval')
  await first.getByRole('rowheader').getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Line items' })).toBeVisible()
  await expect(page.getByText('nothing was changed here yet')).toBeVisible()

  const id = page.url().split('/').at(-1)
  const answer = await page.request.patch(`${server.origin}/api/public/v1/budgets/${id}`, {
    headers: { authorization: `Bearer ${adminKey}` },
    data: { status: 'Approved', notes: null },
  })
  expect(answer.status()).toBe(200)
  await page.reload()
  await expect(page.getByRole('listitem').filter({ hasText: /^Status Pending approval Approved$/ })).toBeVisible()
})
