import { type Browser, expect, type Page } from '@playwright/test'
import { adminKey } from './instance'
import { signIn, test } from './server'

const asksOf = (page: Page, part: string) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (/\/api\//.test(request.url()) && request.url().includes(part)) asked.push(request.url())
  })
  return asked
}

/** A server that is busy sends a page without its rows, so there may be more than one visit. */
const eventually = (visit: () => Promise<void>) => expect(visit).toPass({ timeout: 30_000 })
const soon = { timeout: 500 }

test('a list comes with its rows, which are not asked for again', async ({ page, server }) => {
  await signIn(page, server)
  const asked = asksOf(page, 'companies?page=2')
  await page.goto('/companies?page=2')
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  // Who reads is known from the first visit on; on that one the page asks by itself, and once.
  expect(asked).toHaveLength(1)
  await eventually(async () => {
    asked.length = 0
    await page.goto('/companies?page=2')
    await page.getByRole('button', { name: 'Density' }).click()
    await expect(page.getByText('Relaxed')).toBeVisible()
    expect(asked).toEqual([])
  })
})

/** A page without scripts, of somebody whose browser has told how it reads. */
const unscripted = async (browser: Browser, origin: string, cookies: Record<string, string>) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: origin })
  await context.request.post('/session', { headers: { origin }, data: { key: adminKey } })
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: origin })))
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  return { page, complaints, close: () => context.close() }
}

const reader = encodeURIComponent('en-GB Europe/London')

test('the server draws a list as its script does, times too', async ({ page, browser, server }) => {
  await signIn(page, server)
  const { page: plain, complaints, close } = await unscripted(browser, server.origin, { reader })
  for (const address of ['/companies?sort=updated_at&limit=10', '/nps/responses?limit=10', '/budgets', '/automation']) {
    await page.goto(address)
    await expect(page.getByRole('rowheader').first()).toBeVisible()
    await eventually(async () => {
      await plain.goto(address)
      await expect(plain.getByRole('rowheader').first()).toBeVisible(soon)
    })
    await expect(page.locator('tbody .bone')).toHaveCount(0)
    // Of what is read by a second question, as a survey's title, there is only the place.
    const told = (await plain.locator('tbody th, tbody td:not(:has(.bone))').allInnerTexts()).filter(Boolean)
    const shown = await page.locator('tbody th, tbody td').allInnerTexts()
    expect(told.length).toBeGreaterThan(60)
    expect(shown).toEqual(expect.arrayContaining(told))
    expect(await plain.title()).toBe(await page.title())
  }
  expect(complaints).toEqual([])
  await close()
})

test('an instant is drawn in the zone of its reader', async ({ browser, server }) => {
  const times = async (zone: string) => {
    const { page, close } = await unscripted(browser, server.origin, { reader: encodeURIComponent(`en-GB ${zone}`) })
    const time = page.locator('tbody time').first()
    await eventually(async () => {
      await page.goto('/nps/responses')
      await expect(time).toBeVisible(soon)
    })
    const text = await time.getAttribute('title')
    await close()
    return text
  }
  expect(await times('Asia/Tokyo')).toContain('GMT+9')
  expect(await times('Asia/Kathmandu')).toContain('GMT+5:45')
})

test('a page has its shape before any script runs, whoever reads', async ({ browser, server }) => {
  const { page, complaints, close } = await unscripted(browser, server.origin, {})
  for (const [address, heading] of [
    ['/devices', 'Devices'],
    ['/nps/responses', 'NPS responses'],
  ] as const) {
    await page.goto(address)
    await expect(page).toHaveTitle(`${heading} · Quarterdeck`)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page.getByRole('link', { name: heading, exact: true })).toHaveAttribute('aria-current', 'page')
    await expect(page.locator('.bone').first()).toBeVisible()
  }
  expect(complaints).toEqual([])
  await close()
})

test('columns of one’s own wait for the browser that knows them, and density does not', async ({
  page,
  browser,
  server,
}) => {
  await signIn(page, server)
  await page.goto('/companies')
  await page.getByRole('button', { name: 'Density' }).click()
  await page.getByText('Relaxed').click()
  await page.reload()
  await expect(page.locator('table[data-density="relaxed"]')).toBeVisible()
  const cookies = Object.fromEntries((await page.context().cookies()).map(({ name, value }) => [name, value]))
  const drawn = await unscripted(browser, server.origin, {
    reader: cookies.reader ?? '',
    density: cookies.density ?? '',
  })
  await eventually(async () => {
    await drawn.page.goto('/companies')
    await expect(drawn.page.locator('table[data-density="relaxed"]')).toBeVisible(soon)
  })
  await drawn.close()

  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Industry' }).uncheck()
  await expect
    .poll(async () => (await page.context().cookies(`${server.origin}/companies`)).map(({ name }) => name))
    .toContain('columns')
  const own = await unscripted(browser, server.origin, { reader: cookies.reader ?? '', columns: 'own' })
  await own.page.goto('/companies')
  await expect(own.page.locator('.bone').first()).toBeVisible()
  await own.close()
})

test('what is typed or ticked before the scripts are there is not lost', async ({ page, server }) => {
  await signIn(page, server)
  await page.goto('/companies')
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  const name = (await page.getByRole('rowheader').nth(2).innerText()).trim()
  let go = () => {}
  await page.route('**/assets/index-*.js', async (route) => {
    await new Promise<void>((resolve) => {
      go = resolve
    })
    await route.continue()
  })
  const drawn = () =>
    eventually(async () => {
      go()
      await page.goto('/companies', { waitUntil: 'commit' })
      await expect(page.getByRole('rowheader').first()).toBeVisible(soon)
    })

  await drawn()
  const box = page.getByRole('checkbox', { name: `Select ${name}` })
  await box.check()
  await expect(page.getByText('1 selected')).toHaveCount(0)
  go()
  await expect(page.getByText('1 selected')).toBeVisible()
  await expect(box).toBeFocused()

  await drawn()
  const search = page.getByRole('searchbox')
  await search.pressSequentially(name.slice(0, 5))
  go()
  await expect(page).toHaveURL(/search=/)
  await expect(search).toHaveValue(name.slice(0, 5))
  await expect(search).toBeFocused()
})
