import { expect } from '@playwright/test'
import { api } from './support/api'
import { hrefOf } from './support/instance'
import { signIn, test } from './support/server'
import { thorough } from './support/thorough'

type Certificate = {
  id: string
  certificateNumber: string
  verificationCode: string
  isRevoked: boolean
  revokedReason: string | null
  user: { id: string; fullName: string }
}

test(
  'revoked certificates are listed on request, with date, reason and verification code',
  thorough,
  async ({ page, server, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await signIn(page, server)
    const { list } = api(page, server)
    const valid = (await list('/training/certificates')).pagination.totalCount
    const { data, pagination } = await list<Certificate>('/training/certificates?includeRevoked=true&limit=100')
    for (let at = 2; at <= Math.ceil(pagination.totalCount / 100); at += 1)
      data.push(...(await list<Certificate>(`/training/certificates?includeRevoked=true&limit=100&page=${at}`)).data)
    const revoked = data.find(({ isRevoked, revokedReason }) => isRevoked && revokedReason)
    if (!revoked) throw new Error('The sample has no revoked certificate.')
    const table = (total: number) =>
      page.getByRole('table', { name: `Certificates: ${total.toLocaleString('en-GB')} ` })
    await page.goto('./training/certificates')
    await expect(table(valid)).toBeVisible()
    const toggle = page.getByRole('button', { name: 'Include revoked', exact: true })
    await toggle.click()
    await expect(toggle).toHaveAttribute('aria-pressed', 'true')
    await expect(table(pagination.totalCount)).toBeVisible()
    await expect(page).toHaveURL('./training/certificates?includeRevoked=true')

    await page.goto(`./training/certificates?includeRevoked=true&userId=${revoked.user.id}`)
    await expect(page.getByRole('combobox', { name: 'Person is' })).toHaveValue(revoked.user.fullName)
    const row = page.getByRole('row').filter({ hasText: revoked.certificateNumber })
    await expect(row).toContainText('Revoked')
    await row.getByRole('rowheader').getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1, name: revoked.certificateNumber })).toBeVisible()
    await expect(page.getByText(/^Revoked on \d+ \w+ \d{4}\. “/)).toContainText(`“${revoked.revokedReason}”`)
    await page.getByRole('button', { name: 'Copy verification code' }).first().click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(revoked.verificationCode)
    await expect(page.getByRole('link', { name: /^learn\..*\/certificates\/\d+$/ })).toHaveAttribute('target', '_blank')

    await expect(page.getByRole('link', { name: revoked.user.fullName, exact: true })).toHaveAttribute(
      'href',
      hrefOf(`/company-users/${revoked.user.id}`),
    )
    await page.goBack()
    await page.getByRole('searchbox').fill(revoked.verificationCode ?? '')
    await expect(page.getByRole('rowheader')).toHaveText(revoked.certificateNumber)
    await page.getByRole('searchbox').fill('')
    await expect(page).toHaveURL(`./training/certificates?includeRevoked=true&userId=${revoked.user.id}`)
    await toggle.click()
    await expect(page).toHaveURL(`./training/certificates?userId=${revoked.user.id}`)
    await expect(row).toHaveCount(0)
  },
)
