import { expect } from '@playwright/test'
import { api } from './support/api'
import { addFilter } from './support/filters'
import { hrefOf } from './support/instance'
import { signIn, test } from './support/server'
import { thorough } from './support/thorough'

type Enrollment = {
  id: string
  course: { id: string; title: string }
  user: { id: string; fullName: string }
  certificateId: string | null
  companyId: string
}

test(
  'an enrollment is found by course, shows progress, and links to person, company and certificate',
  thorough,
  async ({ page, server }) => {
    await signIn(page, server)
    const { list, get } = api(page, server)
    const { data } = await list<Enrollment>('/training/enrollments?limit=100')
    const enrollment = data.find(({ certificateId }) => certificateId)
    if (!enrollment) throw new Error('None of the newest enrollments has a certificate.')
    const { course, user } = enrollment
    const ofCourse = await list<Enrollment>(`/training/enrollments?courseId=${course.id}`)
    await page.goto('./training/enrollments?sortColumn=progress')
    await addFilter(page, 'Course')
    await page.getByRole('combobox', { name: 'Course' }).fill(course.title)
    await page.getByRole('option', { name: course.title }).click()
    await expect(page).toHaveURL(`./training/enrollments?sortColumn=progress&courseId=${course.id}`)
    await expect(page.getByRole('status').filter({ hasText: `${ofCourse.pagination.totalCount} of ` })).toBeVisible()
    await expect(page.getByRole('row').nth(1)).toContainText('100%')

    await addFilter(page, 'Person')
    await page.getByRole('combobox', { name: 'Person' }).fill(user.fullName)
    await page.getByRole('option', { name: user.fullName }).first().click()
    await expect(page).toHaveURL(/userId=/)
    await page.goto(`./training/enrollments?courseId=${course.id}&userId=${user.id}`)
    await expect(page.getByRole('combobox', { name: 'Person is' })).toHaveValue(user.fullName)
    await expect(page.getByRole('combobox', { name: 'Course is' })).toHaveValue(course.title)
    await page.getByRole('rowheader').first().getByRole('link', { name: course.title }).click()
    const heading = page.getByRole('heading', { level: 1, name: `${course.title}: ${user.fullName}` })
    await expect(heading).toBeVisible()

    await page.goto(`./training/enrollments/${enrollment.id}`)
    await expect(heading).toBeVisible()
    await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible()
    await expect(page.getByText('100%')).toBeVisible()
    await expect(page.getByRole('link', { name: user.fullName })).toHaveAttribute(
      'href',
      hrefOf(`/company-users/${user.id}`),
    )
    const company = await get<{ name: string }>(`/companies/${enrollment.companyId}`)
    await expect(page.getByRole('link', { name: company.name })).toHaveAttribute(
      'href',
      hrefOf(`/companies/${enrollment.companyId}`),
    )
    const certificate = await get<{ certificateNumber: string }>(`/training/certificates/${enrollment.certificateId}`)
    await page.getByRole('link', { name: certificate.certificateNumber }).click()
    await expect(page.getByRole('heading', { level: 1, name: certificate.certificateNumber })).toBeVisible()
    await page.getByRole('link', { name: `${course.title}: ${user.fullName}` }).click()
    await expect(page).toHaveURL(`./training/enrollments/${enrollment.id}`)
  },
)

test('a link to certain enrollments lists them, says so, and can be cleared', thorough, async ({ page, server }) => {
  await signIn(page, server)
  const { data, pagination } = await api(page, server).list<Enrollment>('/training/enrollments?limit=2&page=7')
  await page.goto('./training/enrollments')
  const filters = page.getByRole('group', { name: 'Filters' })
  await expect(filters.getByRole('button', { name: 'Add filter' })).toBeVisible()
  await expect(filters.getByText('IDs')).toHaveCount(0)
  await page.goto(`./training/enrollments?ids=${data.map(({ id }) => id).join()}`)
  await expect(page.getByRole('rowheader')).toHaveText(data.map(({ course }) => course.title))
  const total = pagination.totalCount.toLocaleString('en-GB')
  await expect(page.getByRole('status').filter({ hasText: `2 of ${total}` })).toBeVisible()
  await filters.getByRole('button', { name: 'Remove filter: IDs' }).click()
  await expect(page).toHaveURL('./training/enrollments')
  await expect(page.getByRole('rowheader')).toHaveCount(25)
})
