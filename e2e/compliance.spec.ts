import { expect } from '@playwright/test'
import { api } from './support/api'
import { signIn, test } from './support/server'
import { thorough } from './support/thorough'

type Template = { id: string; title: string; groupName: string; howToCheck: string; references: string | null }

test('a compliance template is found by its title and shown', thorough, async ({ page, server }) => {
  await signIn(page, server)
  const { data } = await api(page, server).list<Template>('/compliance/templates?limit=100')
  const template = data.find(({ references }) => references)
  if (!template) throw new Error('The sample has no template with references.')
  await page.goto('./compliance')
  await page.getByRole('searchbox').fill(template.title)
  await expect(page.getByRole('rowheader')).toHaveCount(1)
  await page.getByRole('rowheader', { name: template.title }).getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: template.title })).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: template.groupName })).toBeVisible()
  const section = (name: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) })
  await expect(section('How to check')).toContainText(template.howToCheck)
  await expect(section('References').getByRole('listitem')).toHaveText((template.references ?? '').split('\n'))
})
