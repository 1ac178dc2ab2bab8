import { expect } from '@playwright/test'
import { api, type Company } from '../support/api'
import { adminKey } from '../support/instance'
import { test } from './support/browser'

test.use({ ownServer: true })

const ended = { name: 'Your session has ended' }

test('A write in one tab appears in the other at once, and a form there keeps its input', async ({
  page,
  context,
  server,
  found,
}) => {
  const { data } = await api(page, server).list<Company>('/companies?limit=1')
  const { id } = data[0] as Company
  const other = await context.newPage()
  await other.goto(`./companies/${id}`)
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  const third = await context.newPage()
  await third.goto(`./companies/${id}/edit`)
  await third.getByLabel('Industry').fill('Typed in the third tab')
  await page.goto(`./companies/${id}/edit`)
  await page.getByLabel('Industry').fill('Written in the first tab')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('saved.')).toBeVisible()
  await expect(other.getByRole('definition').filter({ hasText: 'Written in the first tab' })).toBeVisible()
  await expect(third.getByLabel('Industry')).toHaveValue('Typed in the third tab')
  await third.getByRole('button', { name: 'Save', exact: true }).click()
  const conflict = third.getByRole('alertdialog', { name: 'Someone else changed this company while you were editing' })
  await expect(conflict.getByRole('radio', { name: 'Typed in the third tab' })).toBeChecked()
  await conflict.getByRole('button', { name: 'Save 1 change to current version' }).click()
  await expect(page.getByRole('definition').filter({ hasText: 'Typed in the third tab' })).toBeVisible()
  found({ harm: 'three tabs on one record', count: '2 writes', result: 'shown in all, the conflict told' })
})

test('Signing out in one tab shows a sign-in dialog in the others, and one sign-in closes them all', async ({
  page,
  context,
  server,
  found,
}) => {
  const { data } = await api(page, server).list<Company>('/companies?limit=2')
  const form = await context.newPage()
  await form.goto(`./companies/${data[1]?.id}/edit`)
  await form.getByLabel('Industry').fill('Typed before signing out')
  const list = await context.newPage()
  await list.goto('./budgets')
  await expect(list.getByRole('rowheader').first()).toBeVisible()
  await page.goto('./companies')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/sign-in/)
  for (const tab of [form, list]) await expect(tab.getByRole('alertdialog', ended)).toBeVisible()
  await list.getByRole('alertdialog', ended).getByLabel('API key', { exact: true }).fill(adminKey)
  await list.getByRole('button', { name: 'Continue' }).click()
  for (const tab of [form, list]) await expect(tab.getByRole('alertdialog', ended)).toHaveCount(0)
  await expect(form.getByLabel('Industry')).toHaveValue('Typed before signing out')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form.getByText('saved.')).toBeVisible()
  found({ harm: 'signed out in one tab of three', count: '1', result: 'asked in place, input kept, one key frees all' })
})

test('Signing out without a network says that you are still signed in', async ({ page, context, found }) => {
  await page.goto('./companies')
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText('You’re still signed in.')).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/sign-in/)
  found({ harm: 'no network while signing out', count: '1', result: 'told, not pretended' })
})
