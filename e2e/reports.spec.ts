import { expect } from '@playwright/test'
import { api } from './support/api'
import { hrefOf } from './support/instance'
import { signIn, test } from './support/server'
import { thorough } from './support/thorough'

type Report = { id: string; title: string; companyId: string; companyName: string; authorUserId: string }

test.use({ timezoneId: 'America/Los_Angeles' })

test(
  'a report is found by status and company, and its period ignores the time zone',
  thorough,
  async ({ page, server }) => {
    await signIn(page, server)
    const { list, get } = api(page, server)
    const drafts = await list<Report>('/reports?status=draft')
    const report = drafts.data[0]
    if (!report) throw new Error('The sample has no draft.')
    const { fullName } = await get<{ fullName: string }>(`/users/${report.authorUserId}`)
    await page.goto('./reports')
    await page.getByRole('link', { name: 'Draft', exact: true }).click()
    await expect(page).toHaveURL('./reports?status=draft')
    await expect(page.getByRole('table', { name: `Reports: ${drafts.pagination.totalCount} report` })).toBeVisible()

    await page.getByRole('rowheader').first().getByRole('link', { name: report.title }).click()
    await expect(page).toHaveURL(`./reports/${report.id}`)
    await expect(page.getByRole('heading', { level: 1, name: report.title })).toBeVisible()
    await expect(page.getByText('Draft', { exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: fullName })).toHaveAttribute(
      'href',
      hrefOf(`/users/${report.authorUserId}`),
    )
    const year = /Q(\d) (\d+)$/.exec(report.title)
    const months = ['1 Jan – 31 Mar', '1 Apr – 30 Jun', '1 Jul – 30 Sep', '1 Oct – 31 Dec']
    const period = `${months[Number(year?.[1]) - 1]} ${year?.[2]}`
    await expect(page.getByRole('definition').filter({ hasText: period }).first()).toBeVisible()

    const same = await list<Report>(`/reports?companyId=${report.companyId}`)
    await page.getByRole('link', { name: 'All reports' }).click()
    await expect(page).toHaveURL(`./reports?companyId=${report.companyId}`)
    await expect(page.getByRole('combobox', { name: 'Company is' })).toHaveValue(report.companyName)
    await expect(page.getByRole('row')).toHaveCount(1 + same.data.length)
    await page.getByRole('cell', { name: report.companyName }).first().getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1, name: report.companyName })).toBeVisible()
  },
)
