import type { Page } from '@playwright/test'
import { basePath } from '../src/contract/core/base-path'
import { api } from './support/api'
import { signIn, test } from './support/server'

type Shot = {
  name: string
  address: string
  before?: (page: Page) => Promise<unknown>
  act?: (page: Page) => Promise<unknown>
}

/** Responds to every request for companies this way. */
const answering =
  (status: number, body: object | string, headers: Record<string, string> = {}) =>
  (page: Page) =>
    page.route(`**${basePath}/companies**`, (route) =>
      route.fulfill({ status, headers, body: typeof body === 'string' ? body : JSON.stringify(body) }),
    )

const problem = (status: number, detail: string) => ({ title: 'x', status, detail, requestId: 'f3a1c2d4-17' })
const long = { id: '5b0e6c1a-93d7-4f0e-8a42-7c19e0d4b6f3', name: 'Llanfairpwllgwyngyll '.repeat(12).slice(0, 255) }
const listOf = (data: object[]) => ({
  data,
  pagination: { page: 1, limit: 20, totalCount: data.length, totalPages: 1, hasNextPage: false, hasPrevPage: false },
})

const states: Shot[] = [
  { name: 'slow', address: '/companies', before: (page) => page.route(`**${basePath}/companies**`, () => {}) },
  { name: 'none', address: '/companies', before: answering(200, listOf([])) },
  { name: 'one', address: '/companies', before: answering(200, listOf([long])) },
  { name: 'no-match', address: '/companies?search=nothing-of-this-name&status=inactive' },
  { name: 'ignored', address: '/companies?page=-3&orderBy=drop' },
  { name: 'no-page', address: '/companies?page=4000' },
  { name: 'refused', address: '/companies', before: answering(403, problem(403, 'This key lacks companies:read.')) },
  {
    name: 'too-many',
    address: '/companies',
    before: answering(429, problem(429, 'Rate limit reached. Retry in 42 seconds.'), { 'retry-after': '42' }),
  },
  {
    name: 'away',
    address: '/companies',
    before: answering(503, problem(503, 'The server’s database is away. Nothing of yours is lost.'), {
      'retry-after': '12',
    }),
  },
  { name: 'broken-answer', address: '/companies', before: answering(200, '<html>A proxy</html>') },
  { name: 'unknown-record', address: '/companies/00000000-0000-4000-8000-000000000000' },
  { name: 'unknown-page', address: '/no/such/page' },
  {
    name: 'offline',
    address: '/companies',
    act: (page) => page.context().setOffline(true),
  },
]

const overlays: Shot[] = [
  { name: 'keyboard', address: '/companies', act: (page) => page.keyboard.press('?') },
  {
    name: 'palette',
    address: '/companies',
    act: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Search and commands' }).fill('kestrel')
      await page.getByRole('dialog').getByRole('option').first().waitFor()
    },
  },
  {
    name: 'panel-and-selection',
    address: '/companies',
    act: async (page) => {
      for (const row of [1, 3]) await page.getByRole('checkbox').nth(row).click()
      await page.getByRole('rowheader').nth(3).getByRole('link').focus()
      await page.keyboard.press('Enter')
      await page.getByRole('complementary').waitFor()
    },
  },
  {
    name: 'bulk',
    address: '/automation?isActive=true',
    act: async (page) => {
      for (const row of [1, 2, 3]) await page.locator('td input[type=checkbox]').nth(row).click()
      await page.getByRole('button', { name: 'Turn off' }).click()
      await page.getByRole('button', { name: 'Turn off 3 rules' }).click()
      await page.getByRole('button', { name: /back on/ }).click()
      await page.getByText('Undone for').waitFor()
    },
  },
  {
    name: 'columns',
    address: '/devices',
    act: async (page) => {
      const menu = page.getByRole('button', { name: 'Columns' })
      if (await menu.isVisible()) await menu.click()
    },
  },
]

for (const colorScheme of ['light', 'dark'] as const)
  for (const [size, viewport] of Object.entries({
    wide: { width: 1440, height: 900 },
    phone: { width: 390, height: 844 },
  }))
    test.describe(`${colorScheme}, ${size}`, () => {
      test.use({ ownServer: true, colorScheme, viewport, contextOptions: { reducedMotion: 'reduce' } })

      test('pictures', async ({ browser, page, server }) => {
        const take = async (on: Page, { name, address, before, act }: Shot, fullPage = false) => {
          await before?.(on)
          await on.goto(server.origin + address)
          await on.getByRole('heading', { level: 1 }).or(on.getByRole('dialog')).first().waitFor()
          if (!before) await on.waitForLoadState('networkidle')
          await act?.(on)
          await on.waitForTimeout(300)
          await on.screenshot({ path: `gallery/${colorScheme}-${size}/${name}.png`, fullPage })
        }
        await take(page, { name: 'sign-in', address: '/sign-in' })
        await signIn(page, server)
        const { list } = api(page, server)
        const first = async (path: string, query = '') =>
          (await list<{ id: string }>(`${path}?limit=1${query}`)).data[0]?.id
        const [company, budget, rule] = [await first('/companies'), await first('/budgets'), await first('/automation')]
        const pages: [address: string, record: string | undefined][] = [
          ['/companies', company],
          ['/company-users', await first('/companies/users')],
          ['/nps/responses', await first('/surveys/nps/responses')],
          ['/nps/surveys', await first('/surveys/nps')],
          ['/budgets', budget],
          ['/goals', await first('/goals')],
          ['/automation', rule],
          ['/reports', await first('/reports')],
          ['/report-schedules', await first('/report-schedules', '&status=error')],
          ['/dashboards', await first('/dashboards/external')],
          ['/devices', await first('/devices')],
          ['/training/enrollments', await first('/training/enrollments')],
          ['/training/certificates', await first('/training/certificates')],
          ['/compliance', await first('/compliance/templates')],
          ['/users', await first('/users')],
        ]
        const shots: Shot[] = [
          ...pages.flatMap(([address, record]) => {
            const name = address.slice(1).replace('/', '-')
            return [
              { name, address },
              { name: `${name}-one`, address: `${address}/${record}` },
            ]
          }),
          {
            name: 'automation-tried-one',
            address: `/automation/${await first('/automation', '&search=Warranty+ending')}?try=${await first('/devices')}`,
          },
          { name: 'today', address: '/today' },
          { name: 'due', address: '/due' },
          { name: 'nps-review', address: '/nps/review' },
          { name: 'follow-up', address: '/nps/follow-up' },
          { name: 'companies-edit', address: `/companies/${company}/edit` },
          { name: 'budgets-edit', address: `/budgets/${budget}/edit` },
          { name: 'settings-api-access', address: '/settings/api-access' },
          { name: 'reference', address: '/reference' },
          ...overlays,
          ...states,
        ]
        const storageState = await page.context().storageState()
        for (const shot of shots) {
          const context = await browser.newContext({
            storageState,
            colorScheme,
            viewport,
            reducedMotion: 'reduce',
            locale: 'en-GB',
          })
          await take(await context.newPage(), shot, shot.name.endsWith('-one'))
          await context.close()
        }
      })
    })
