import { expect, type Page } from '@playwright/test'
import { tooLong } from '../src/contract/core/ssr-protocol'
import { addressOf } from './faults/support/addresses'
import { api, type Company } from './support/api'
import { reader, renderedPage } from './support/rendered-page'
import { eventually, signIn, soon, test } from './support/server'
import { thorough } from './support/thorough'

test.use({ ownServer: true })

const asksOf = (page: Page, part: string) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (/\/api\//.test(request.url()) && request.url().includes(part)) asked.push(request.url())
  })
  return asked
}

test('a list is rendered with its rows, which are not requested again', async ({ page, server }) => {
  await signIn(page, server)
  const asked = asksOf(page, 'companies?page=2')
  await page.goto('./companies?page=2')
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  // The first visit sets the cookie with locale and time zone; until then the page requests its data itself, once.
  expect(asked).toHaveLength(1)
  await eventually(async () => {
    asked.length = 0
    await page.goto('./companies?page=2')
    await page.getByRole('button', { name: 'Density' }).click()
    await expect(page.getByText('Relaxed')).toBeVisible()
    expect(asked).toEqual([])
  })
})

test('the server renders a list as the client does, including times', thorough, async ({ page, browser, server }) => {
  await signIn(page, server)
  const { page: plain, complaints, close } = await renderedPage(browser, server.origin, { reader })
  for (const address of ['/companies?sort=updated_at&limit=10', '/nps/responses?limit=10', '/budgets', '/automation']) {
    await page.goto(`.${address}`)
    await expect(page.getByRole('rowheader').first()).toBeVisible()
    await eventually(async () => {
      await plain.goto(`.${address}`)
      await expect(plain.getByRole('rowheader').first()).toBeVisible(soon)
    })
    await expect(page.locator('tbody [data-loading]')).toHaveCount(0)
    const told = (await plain.locator('tbody th, tbody td').allInnerTexts()).filter(Boolean)
    const shown = await page.locator('tbody th, tbody td').allInnerTexts()
    expect(told.length).toBeGreaterThan(50)
    expect(shown).toEqual(expect.arrayContaining(told))
    expect(await plain.title()).toBe(await page.title())
  }
  expect(complaints).toEqual([])
  await close()
})

test('a page rendered for one key is never shown to a key without its scopes', async ({ page, browser, server }) => {
  await signIn(page, server)
  const { data } = await api(page, server).post<{ key: string }>('/api-keys', { name: 'Goals', scopes: ['goals:read'] })
  const withScope = await renderedPage(browser, server.origin, { reader })
  const withoutScope = await renderedPage(browser, server.origin, { reader }, data.key)
  const address = await addressOf('/companies/:id', page, server)
  const name = (await api(page, server).get<Company>(`/companies/${address.split('/').at(-1)}`)).name
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      const [more, none] = await Promise.all([
        withScope.page.request.get(`.${address}`),
        withoutScope.page.request.get(`.${address}`),
      ])
      expect((await more.text()).includes('data-ssr')).toBe(true)
      expect((await none.text()).includes(name)).toBe(false)
    }),
  )
  const isNamed = async () => (await (await withScope.page.request.get(`.${address}`)).text()).includes(name)
  await eventually(async () => expect(await isNamed()).toBe(true))
  await Promise.all([withScope.close(), withoutScope.close()])
})

test('times are rendered in the user’s time zone', thorough, async ({ browser, server }) => {
  const times = async (zone: string) => {
    const { page, close } = await renderedPage(browser, server.origin, { reader: encodeURIComponent(`en-GB ${zone}`) })
    const time = page.locator('tbody time').first()
    await eventually(async () => {
      await page.goto('./nps/responses')
      await expect(time).toBeVisible(soon)
    })
    const text = await time.getAttribute('data-tip')
    await close()
    return text
  }
  expect(await times('Asia/Tokyo')).toContain('GMT+9')
  expect(await times('Asia/Kathmandu')).toContain('GMT+5:45')
})

test(
  'a page has its heading and skeletons before any script runs, even if the user’s locale is unknown',
  thorough,
  async ({ browser, server }) => {
    const { page, complaints, close } = await renderedPage(browser, server.origin, {})
    for (const [address, heading] of [
      ['/devices', 'Devices'],
      ['/nps/responses', 'NPS responses'],
    ] as const) {
      await page.goto(`.${address}`)
      await expect(page).toHaveTitle(`${heading} · Quarterdeck`)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expect(page.getByRole('link', { name: heading, exact: true })).toHaveAttribute('aria-current', 'page')
      await expect(page.locator('[data-loading]').first()).toBeVisible()
    }
    expect(complaints).toEqual([])
    await close()
  },
)

test('a list is rendered with the user’s density, columns and views', thorough, async ({ page, browser, server }) => {
  await signIn(page, server)
  await page.goto('./companies?search=a')
  await page.getByRole('button', { name: 'Density' }).click()
  await page.getByText('Relaxed').click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('With an a')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Industry' }).uncheck()
  const cookies = async () =>
    Object.fromEntries(
      (await page.context().cookies(`${server.origin}/companies`)).map(({ name, value }) => [name, value]),
    )
  const told = expect.arrayContaining(['columns', 'views'])
  await expect.poll(async () => Object.keys(await cookies())).toEqual(told)
  // A browser may forget them before it forgets the settings.
  await page.context().clearCookies({ name: /columns|views/ })
  await page.reload()
  await expect.poll(async () => Object.keys(await cookies())).toEqual(told)

  const { reader: known = '', density = '', columns = '', views = '' } = await cookies()
  const own = await renderedPage(browser, server.origin, { reader: known, density, columns, views })
  await eventually(async () => {
    await own.page.goto('./companies')
    await expect(own.page.locator('table[data-density="relaxed"]').getByRole('rowheader').first()).toBeVisible(soon)
  })
  await expect(own.page.getByRole('columnheader', { name: 'Employees' })).toBeVisible()
  await expect(own.page.getByRole('columnheader', { name: 'Industry' })).toHaveCount(0)
  await expect(own.page.getByRole('link', { name: 'With an a' })).toBeVisible()
  await own.close()

  const long = await renderedPage(browser, server.origin, { reader: known, columns: encodeURIComponent(tooLong) })
  await long.page.goto('./companies')
  await expect(long.page.locator('[data-loading]').first()).toBeVisible()
  await long.close()
})

test('a response marked as handled on this computer is rendered as handled', thorough, async ({ page, server }) => {
  await signIn(page, server)
  await page.goto('./nps/follow-up')
  const told = page.getByRole('status').first()
  await expect(told).toHaveText(/^\d+ responses waiting/)
  const before = Number.parseInt(await told.innerText(), 10)
  const [first] = await page.getByRole('list', { name: 'Waiting for a reply' }).locator('> li').all()
  const id = (await first?.getAttribute('id'))?.replace('answer-', '')
  await page.evaluate((text) => localStorage.setItem('nps handled', text), JSON.stringify({ [id ?? '']: 'before' }))
  await page.reload()
  await expect(told).toHaveText(new RegExp(`^${before - 1} responses waiting`))
  const now = await told.innerText()
  const isRendered = async () => (await (await page.request.get('./nps/follow-up')).text()).includes(`>${now}<`)
  await expect.poll(isRendered).toBe(true)
})
