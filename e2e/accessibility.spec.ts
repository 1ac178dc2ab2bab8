import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'
import { api, type Company, type Rule } from './api'
import { signIn, test } from './server'

const pending = [
  '/today',
  '/company-users',
  '/nps/responses',
  '/nps/surveys',
  '/budgets',
  '/goals',
  '/reports',
  '/report-schedules',
  '/dashboards',
  '/devices',
  '/training/enrollments',
  '/training/certificates',
  '/compliance',
  '/users',
  '/settings/api-access',
  '/reference',
]

/** Lists whose first record's page is looked at too: its address in the console, and in the API. */
const withRecords = [
  ['/company-users', '/companies/users'],
  ['/users', '/users?isPrimaryAdmin=true'],
  ['/devices', '/devices'],
  ['/reports', '/reports'],
  ['/report-schedules', '/report-schedules?status=error'],
  ['/dashboards', '/dashboards/external'],
  ['/training/enrollments', '/training/enrollments'],
  ['/training/certificates', '/training/certificates'],
  ['/compliance', '/compliance/templates'],
] as const

const faults = async (page: Page) => {
  // Colours are judged as they end up, so what still fades in has to arrive first.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
  await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const tool = (globalThis as unknown as { axe: typeof axe }).axe
    const { violations } = await tool.run()
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  })
}

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

for (const colorScheme of ['light', 'dark'] as const)
  for (const viewport of sizes)
    test.describe(`${colorScheme}, ${viewport.width} wide`, () => {
      test.use({ colorScheme, viewport, contextOptions: { reducedMotion: 'reduce' } })

      test('every page is free of faults that a machine can find, and none scrolls sideways', async ({
        page,
        server,
      }) => {
        test.slow()
        await page.goto('/sign-in')
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        expect(await faults(page)).toEqual([])
        await signIn(page, server)
        const { list } = api(page, server)
        const company = (await list<Company>('/companies?limit=1')).data[0]?.id
        const budget = (await list<{ id: string }>('/budgets?limit=1')).data[0]?.id
        const rule = (await list<Rule>('/automation?limit=1')).data[0]?.id
        const records = await Promise.all(
          withRecords.map(async ([path, api]) => `${path}/${(await list<{ id: string }>(api)).data[0]?.id}`),
        )
        const addresses = [
          '/companies',
          '/companies?search=nothing-of-this-name&colour=blue',
          `/companies/${company}`,
          `/budgets/${budget}`,
          `/companies/${company}/edit`,
          '/automation',
          `/automation/${rule}`,
          '/no/such/page',
          ...pending,
          ...records,
        ]
        for (const address of addresses) {
          await page.goto(address)
          await expect(page.getByRole('heading', { level: 1 }).or(page.getByRole('dialog')).first()).toBeVisible()
          await expect(page.locator('[aria-hidden] .bone')).toHaveCount(0)
          await page.waitForLoadState('networkidle')
          expect.soft(await faults(page), address).toEqual([])
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
          expect.soft(overflow, `${address} is wider than the window`).toBeLessThanOrEqual(0)
        }
      })

      test('so are the dialogs', async ({ page, server }) => {
        await signIn(page, server)
        const { data } = await api(page, server).list<Company>('/companies?limit=1')
        await page.goto('/companies')
        await expect(page.getByRole('rowheader').first()).toBeVisible()
        await page.keyboard.press('?')
        await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible()
        expect.soft(await faults(page), 'keyboard help').toEqual([])
        await page.goto(`/companies/${data[0]?.id}/edit`)
        await page.getByLabel('Employees').fill('-4')
        await page.getByLabel('Industry').fill('Shipbuilding')
        expect.soft(await faults(page), 'form with a fault').toEqual([])
        await page.keyboard.press('Escape')
        await expect(page.getByRole('alertdialog')).toBeVisible()
        expect.soft(await faults(page), 'leave').toEqual([])
      })
    })
