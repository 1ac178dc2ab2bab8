import { expect } from '@playwright/test'
import type { z } from 'zod/mini'
import type { CompanyUser } from '../src/contract/users'
import { api } from './support/api'
import { hrefOf } from './support/instance'
import { signIn, test } from './support/server'
import { thorough } from './support/thorough'

type Person = z.output<typeof CompanyUser>
type Learned = { user: { id: string }; course: { title: string } }

test('a company user is found by name and role, and links to company, colleagues and training', async ({
  page,
  server,
}) => {
  await signIn(page, server)
  const { list, get } = api(page, server)
  const { data } = await list<Learned>('/training/certificates?limit=100')
  const people = await Promise.all(data.slice(0, 20).map(({ user }) => get<Person>(`/companies/users/${user.id}`)))
  const person = people.find(({ role, company }) => role && company)
  if (!person?.role || !person.company) throw new Error('None of the newest certificates is of someone with a role.')

  await page.goto('./company-users')
  await page.getByRole('searchbox').fill(person.email)
  const row = page.getByRole('row').filter({ hasText: person.email })
  await expect(row.getByRole('link', { name: person.email })).toHaveAttribute('href', `mailto:${person.email}`)
  await row.getByRole('link', { name: person.fullName, exact: true }).click()

  await expect(page.getByRole('heading', { level: 1, name: person.fullName })).toBeVisible()
  const certificates = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Certificates' }) })
  const course = data.find(({ user }) => user.id === person.id)?.course.title ?? ''
  await expect(certificates.getByRole('link', { name: course }).first()).toBeVisible()
  await certificates.getByRole('link', { name: 'All certificates' }).click()
  await expect(page).toHaveURL(`./training/certificates?userId=${person.id}`)
  await page.goBack()

  const colleagues = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Colleagues' }) })
  const ofCompany = await list<Person>(`/companies/users?companyId=${person.company.id}`)
  await expect(colleagues.getByText(String(ofCompany.pagination.totalCount - 1), { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: person.company.name }).first()).toHaveAttribute(
    'href',
    hrefOf(`/companies/${person.company.id}`),
  )

  await page.getByRole('link', { name: person.role.name, exact: true }).click()
  await expect(page).toHaveURL(`./company-users?roleId=${person.role.id}`)
  await expect(page.getByRole('combobox', { name: 'Role is' })).toHaveValue(person.role.name)
  const ofRole = await list<Person>(`/companies/users?roleId=${person.role.id}`)
  const total = new Intl.NumberFormat('en-GB').format(ofRole.pagination.totalCount)
  await expect(page.getByRole('status').filter({ hasText: `${total} of ` })).toBeVisible()
})

test('a user who never signed in says so', thorough, async ({ page, server }) => {
  await signIn(page, server)
  await page.goto('./company-users?status=pending')
  await expect(page.getByRole('row').nth(1)).toContainText('Pending')
  await expect(page.getByRole('row').nth(1)).toContainText('never')
})
