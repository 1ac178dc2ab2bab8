import { expect } from '@playwright/test'
import { adminKey, copyOfSample, type Server, startServer } from './support/instance'
import { hydrated, test } from './support/server'
import { thorough } from './support/thorough'

const base = '/ops/console'
let server: Server
let remove: () => Promise<void>

test.beforeAll(async () => {
  const data = await copyOfSample()
  remove = data.remove
  server = await startServer(data.folder, { QUARTERDECK_DEMO: 'off', QUARTERDECK_URL: `http://127.0.0.1${base}` })
})
test.afterAll(async () => {
  await server?.stop()
  await remove?.()
})

test('below a path the console asks for nothing outside it', thorough, async ({ page, context }) => {
  const outside: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!pathname.startsWith(`${base}/`)) outside.push(pathname)
  })
  const at = (path: string) => server.origin + path
  const heading = (name: string) => page.getByRole('heading', { level: 1, name })

  await page.goto(at('/companies?limit=10'))
  await expect(page).toHaveURL(at('/sign-in?next=%2Fcompanies%3Flimit%3D10'))
  await page.getByLabel('API key', { exact: true }).fill(adminKey)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(at('/companies?limit=10'))
  await hydrated(page)
  const cookies = await context.cookies()
  expect(cookies.filter(({ path }) => !path.startsWith(base))).toEqual([])

  // By a link that the app follows, by its own address, and by the palette.
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Automation' }).click()
  await expect(heading('Automation rules')).toBeVisible()
  await expect(page).toHaveURL(at('/automation'))
  await page.reload()
  await expect(heading('Automation rules')).toBeVisible()
  await page.goBack()
  await expect(heading('Companies')).toBeVisible()
  const company = page.getByRole('rowheader').first().getByRole('link')
  await expect(company).toHaveAttribute('href', /^\/ops\/console\/companies\/[\w-]+$/)
  await company.click()
  await expect(page).toHaveURL(/\/ops\/console\/companies\/[\w-]+$/)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('Budgets')
  await expect(page.getByRole('dialog').getByRole('listbox')).toHaveAttribute('aria-busy', 'false')
  await page.getByRole('option', { name: 'Budgets' }).first().click()
  await expect(page).toHaveURL(at('/budgets'))

  await page.goto(at('/reference'))
  await expect(page.getByText('/api/public/v1/companies').first()).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(at('/sign-in'))
  expect(outside).toEqual([])
})
