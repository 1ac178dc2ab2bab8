import { expect } from '@playwright/test'
import { test } from './support/other-server'
import { signIn } from './support/server'
import { thorough } from './support/thorough'

const pagination = { page: 1, limit: 25, totalCount: 3, totalPages: 1, hasNextPage: false, hasPrevPage: false }

test(
  'an avatar is shown if it is same-origin and loads, otherwise initials',
  thorough,
  async ({ page, server, answers }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const pictures = { 'Own Picture': '/icon.svg', 'Broken Picture': '/assets/none.png' }
    const people = Object.entries(pictures).map(([fullName, path], id) => ({
      id: `${id}`,
      fullName,
      avatarUrl: server.origin + path,
    }))
    const elsewhere = { id: 'elsewhere', fullName: 'Else Where', avatarUrl: 'https://pictures.example.com/7.png' }
    answers['GET /companies'] = [200, { data: [], pagination }]
    answers['GET /companies/users'] = [200, { data: [...people, elsewhere], pagination }]
    await signIn(page, server, 'a-key-of-another-server')
    await page.goto('./company-users')
    const cell = (name: string) => page.getByRole('rowheader').filter({ hasText: name })
    await expect(cell('Own Picture').locator('img')).toHaveJSProperty('complete', true)
    await expect(cell('Broken Picture')).toContainText('BP')
    await expect(cell('Else Where')).toContainText('EW')
    await expect(page.locator('main img')).toHaveCount(1)
    expect(asked.filter((address) => address.includes('pictures.example.com'))).toEqual([])
  },
)
