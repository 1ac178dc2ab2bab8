import { expect } from '@playwright/test'
import type { z } from 'zod/mini'
import type { User } from '../src/contract/users'
import { api } from './support/api'
import { addFilter } from './support/filters'
import { signIn, test } from './support/server'
import { thorough } from './support/thorough'

type Staff = z.output<typeof User>

test('staff are filtered by primary admin and by role', thorough, async ({ page, server }) => {
  await signIn(page, server)
  const { list } = api(page, server)
  const admin = (await list<Staff>('/users?isPrimaryAdmin=true')).data[0]
  const roleOf = (staff: Staff[]) =>
    staff
      .map(({ role }) => role)
      .find((role, index, roles) => role && roles.findIndex((r) => r?.id === role.id) < index)
  const role = roleOf((await list<Staff>('/users?limit=100')).data)
  if (!admin || !role) throw new Error('The sample has no primary admin, or no role that two have.')

  await page.goto('./users')
  await addFilter(page, 'Primary admin')
  await page.getByRole('combobox', { name: 'Primary admin' }).selectOption('Yes')
  await expect(page.getByRole('rowheader')).toHaveCount(1)
  await expect(page.getByRole('rowheader')).toContainText('Primary admin')
  await page.getByRole('rowheader').getByRole('link', { name: admin.fullName }).click()
  await expect(page.getByRole('heading', { level: 1, name: admin.fullName })).toBeVisible()
  await expect(page.getByText('Primary admin', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: admin.email })).toHaveAttribute('href', `mailto:${admin.email}`)

  await page.goto('./users')
  await addFilter(page, 'Role')
  await page.getByRole('option', { name: role.name }).click()
  await expect(page).toHaveURL(`./users?roleId=${role.id}`)
  const { data } = await list<Staff>(`/users?roleId=${role.id}`)
  await expect(page.getByRole('rowheader')).toHaveCount(data.length)
  await page.getByRole('rowheader').first().getByRole('link').click()
  const others = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Same role' }) })
  await others.getByRole('link', { name: data[1]?.fullName ?? '', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: data[1]?.fullName ?? '' })).toBeVisible()
})
