import { expect, type Page } from '@playwright/test'
import { api, type Company } from '../support/api'
import { adminKey } from '../support/instance'
import { scriptOf } from '../support/scripts'
import { test } from './support/browser'

test.use({ ownServer: true })

/** As after a deployment: every file of this version that is not loaded yet is gone, and the page names other ones. */
const deploy = async (page: Page) => {
  await page.route('**/assets/*.{js,css}', (route) =>
    route.fulfill({ status: 404, contentType: 'application/problem+json', body: '{"status":404,"title":"Not found"}' }),
  )
  await page.route(
    (url) => url.pathname === '/',
    async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replaceAll(/\/assets\/[\w-]+\.js/g, '/assets/of-another-version.js')
      await route.fulfill({ response, body })
    },
  )
}

const told = (page: Page) => page.getByText('A new version of Quarterdeck is available.')
const click = (page: Page, href: string) =>
  page.locator(`nav[aria-label="Pages"] a[href="${href}"]`).evaluate((link: HTMLElement) => link.click())

test('A page missing from a new version says so, offers to reload, and allows going back', async ({ page, found }) => {
  await page.goto('./companies')
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  await deploy(page)
  const gone = ['/budgets', '/nps/review', '/reference']
  for (const href of gone) {
    await click(page, href)
    await expect(page.getByRole('heading', { name: 'This page couldn’t be loaded' })).toBeVisible()
    await expect(told(page)).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: 'Companies' })).toBeVisible()
    await expect(page.getByRole('rowheader').first()).toBeVisible()
  }
  await click(page, '/budgets')
  await page.unrouteAll({ behavior: 'wait' })
  await page.getByRole('button', { name: 'Reload' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Budgets' })).toBeVisible()
  await expect(told(page)).toHaveCount(0)
  found({
    harm: 'files of the old version are gone',
    count: `${gone.length} pages`,
    result: 'told, back works, reload offered',
  })
})

test('Missing scripts of an old version leave the page and its selection intact', async ({ page, found }) => {
  // What is fetched ahead is missed too.
  for (const module of [
    ...['palette/palette.tsx', 'shell/keyboard-help.tsx', 'record/panel.tsx', 'list/toolbar/list-menus.ts'],
    ...['list/export/export-dialog.tsx', 'list/selection/bulk-dialog.tsx'],
  ])
    await page.route(scriptOf(`src/web/${module}`), (route) => route.fulfill({ status: 404 }))
  await page.goto('./automation')
  await expect(page.getByRole('switch').first()).toBeVisible()
  await page.locator('td input[type=checkbox]').nth(1).click()
  await expect(page.getByText('1 selected')).toBeVisible()
  await deploy(page)
  const wants = [
    () => page.keyboard.press('Control+k'),
    () => page.keyboard.press('?'),
    () => page.getByRole('button', { name: /^Export \d+$/ }).click(),
    () => page.getByRole('rowheader').first().getByRole('link').press('Enter'),
  ]
  for (const want of wants) {
    await want()
    await expect(page.getByText('This part of the page couldn’t be loaded.')).toBeVisible()
    await expect(told(page)).toBeVisible()
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(page.locator('td input[type=checkbox]').nth(1)).toBeChecked()
    await expect(page.getByRole('switch').first()).toBeVisible()
  }
  await page.unrouteAll({ behavior: 'wait' })
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search and commands' })).toBeVisible()
  found({
    harm: 'parts of the old version are gone',
    count: `${wants.length} parts`,
    result: 'told, page and selection stay',
  })
})

test('A form of an old version keeps its input, saves it, and survives the end of the session', async ({
  page,
  server,
  found,
}) => {
  const { data } = await api(page, server).list<Company>('/companies?limit=1')
  const signInAgain = page.waitForResponse(scriptOf('src/web/shell/session-ended.tsx'))
  await page.goto(`./companies/${data[0]?.id}/edit`)
  await page.getByLabel('Industry').fill('Typed in the old version')
  // What the page behind still reads would tell of the end before the form is sent.
  await expect(page.locator('[data-loading]')).toHaveCount(0)
  await signInAgain
  await deploy(page)
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const ended = page.getByRole('alertdialog', { name: 'Your session has ended' })
  await ended.getByLabel('API key', { exact: true }).fill(adminKey)
  await ended.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('saved.')).toBeVisible()
  expect(await api(page, server).get<Company>(`/companies/${data[0]?.id}`)).toMatchObject({
    industry: 'Typed in the old version',
  })
  found({ harm: 'a new version while a form is open', count: '1 form', result: 'input kept, saved' })
})
