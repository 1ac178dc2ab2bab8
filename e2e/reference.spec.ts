import { expect } from '@playwright/test'
import { signIn, test } from './server'

test('an operation is linked to, read and tried under the key that is signed in', async ({ page, server }) => {
  await signIn(page, server)
  await page.goto('/reference#automation.list')
  const operation = page.locator('[id="automation.list"]')
  await expect(operation.getByRole('heading', { name: 'List automation rules' })).toBeInViewport()
  await expect(operation.getByText('one of date_threshold, scheduled, field_change, absence')).toBeVisible()
  await operation.getByText('Try it').click()
  await operation.getByLabel('limit').fill('101')
  await operation.getByRole('button', { name: 'Send' }).click()
  await expect(operation.getByRole('status').filter({ hasText: '400' })).toContainText(
    'limit must be a whole number from 1 to 100',
  )
  await operation.getByLabel('limit').fill('1')
  await operation.getByLabel('isActive').fill('true')
  await operation.getByRole('button', { name: 'Send' }).click()
  await expect(operation.getByRole('status').filter({ hasText: '200' })).toContainText('"isActive": true')
})
