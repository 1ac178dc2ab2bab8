import { createRequire } from 'node:module'
import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import type axe from 'axe-core'
import { addressOf, listOf, paths } from './faults/support/addresses'
import { api, type Company } from './support/api'
import { addFilter } from './support/filters'
import type { Server } from './support/instance'
import { reader, renderedPage, renderedShape, renderedShapeFromServer } from './support/rendered-page'
import { eventually, leftToScript, signIn, test } from './support/server'
import { sampled, thorough } from './support/thorough'

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** Records with more on their pages than the first of their list. */
const richest: Record<string, string> = {
  '/users/:id': 'isPrimaryAdmin=true',
  '/nps/responses/:id': 'followUpRequired=true',
  '/report-schedules/:id': 'status=error',
}

const records = paths.filter((path) => path.includes('/:id'))
const lists = paths.filter((path) => listOf(path))
const others = paths.filter((path) => !records.includes(path) && !lists.includes(path))

/** A start page asks more than a busy machine may answer in time; of the reference and of a brief’s page there is the beginning. */
const isLong = (address: string) => ['/today', '/due', '/reference'].includes(address) || address.endsWith('/brief')

/** What only the other theme, or another width, can change; all the rest is looked for once. */
const rules = {
  wide: { rules: { 'target-size': { enabled: true } } },
  dark: { runOnly: ['color-contrast'] },
  phone: { runOnly: ['target-size', 'scrollable-region-focusable', 'nested-interactive', 'link-in-text-block'] },
}

const faults = async (page: Page, look: keyof typeof rules) => {
  const colorScheme = look === 'dark' ? 'dark' : 'light'
  await page.emulateMedia({ colorScheme })
  // Colours are judged as they end up, so what still fades in has to arrive first.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
  return page.evaluate(async (options) => {
    const tool = (globalThis as unknown as { axe: typeof axe }).axe
    // No rule here reads style sheets, and a fault is shown by its HTML.
    const { violations } = await tool.run({ ...options, resultTypes: ['violations'], preload: false, selectors: false })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  }, rules[look])
}

const wide = { width: 1440, height: 900 }
/** So high that the bar at its foot lies over nothing that is measured. */
const phone = { width: 390, height: 5200 }
/** A window of 1440 by 900 at twice the size. */
const zoomed = { width: 720, height: 450 }

/** In both themes, on a desk and on a phone: no fault that a machine can find, and nothing wider than the window. */
const check = async (page: Page, what: string) => {
  for (const viewport of [wide, zoomed, phone]) {
    await page.setViewportSize(viewport)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect.soft(overflow, `${what} is wider than ${viewport.width}`).toBeLessThanOrEqual(0)
    const looks = viewport === wide ? (['wide', 'dark'] as const) : viewport === phone ? (['phone'] as const) : []
    for (const look of looks) expect.soft(await faults(page, look), `${what}, ${look}`).toEqual([])
  }
  await page.setViewportSize(wide)
}

const visit = async (page: Page, address: string) => {
  await page.goto(`.${address}`)
  await expect(page.getByRole('heading', { level: 1 }).or(page.getByRole('dialog')).first()).toBeVisible()
  await expect(page.locator('[data-loading]')).toHaveCount(0)
}

/** Renders each page in the browser, compares it with the server-rendered one, and checks its accessibility. */
const walk = async (page: Page, browser: Browser, server: Server, addresses: string[]) => {
  await leftToScript(page, server)
  // Both in one session, which is told as this one.
  const session = (await page.context().cookies()).find(({ name }) => name.endsWith('session'))
  const own = session ? { reader, [session.name]: session.value } : { reader }
  const { page: plain, close } = await renderedPage(browser, server.origin, own)
  for (const address of addresses) {
    await eventually(async () => {
      // Both anew: what says the time may do so a minute later.
      await visit(page, address)
      // Behind the validating proxy only the API is under test.
      if (process.env.E2E_VALIDATED) return
      const { shape, texts } = await renderedShapeFromServer(plain, `.${address}`)
      const shown = await renderedShape(page)
      if (isLong(address)) expect(shown.texts, address).toEqual(expect.arrayContaining(texts))
      else expect(shape, address).toEqual(shown.shape)
    })
    await check(page, address)
  }
  await close()
}

test.describe.configure({ mode: 'parallel' })
test.use({ viewport: wide })
test.beforeEach(({ page }) => page.addInitScript({ path: axeFile }))

test('every list renders the same on server and client, and has no automatically detectable accessibility faults', async ({
  page,
  browser,
  server,
}) => {
  test.slow()
  await page.goto('./sign-in')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await check(page, '/sign-in')
  await signIn(page, server)
  const addresses = sampled(lists).map((path) => `${path}?limit=10`)
  await walk(page, browser, server, addresses)
})

test(
  'every record page renders the same on server and client, and has no accessibility faults',
  thorough,
  async ({ page, browser, server }) => {
    test.slow()
    await signIn(page, server)
    const addresses = await Promise.all(records.map((path) => addressOf(path, page, server, richest[path])))
    for (const address of addresses) expect(address).toMatch(/[0-9a-f-]{36}/)
    await walk(page, browser, server, addresses)
  },
)

test('every other page renders the same on server and client, and has no accessibility faults', async ({
  page,
  browser,
  server,
}) => {
  test.slow()
  await signIn(page, server)
  await walk(page, browser, server, sampled(others))
  // The first alone in `npm test`.
  for (const address of sampled([
    '/companies?search=nothing-of-this-name&colour=blue',
    '/no/such/page',
    '/companies/00000000-0000-4000-8000-000000000000',
  ])) {
    await visit(page, address)
    await check(page, address)
  }
})

test('a rule tried on a record has no accessibility faults', thorough, async ({ page, server }) => {
  test.slow()
  await signIn(page, server)
  const { list } = api(page, server)
  const { data } = await list<{ id: string }>('/automation?search=Warranty+ending')
  const device = (await list<{ id: string }>('/devices?limit=1')).data[0]
  await visit(page, `/automation/${data[0]?.id}?try=${device?.id}`)
  await expect(page.getByText('Nothing runs and nothing is changed')).toBeVisible()
  await check(page, 'a rule that is tried')
})

test(
  'dialogs, menus, the palette and the side panel have no accessibility faults',
  thorough,
  async ({ page, server }) => {
    test.slow()
    await signIn(page, server)
    const { data } = await api(page, server).list<Company>('/companies?limit=1')
    await visit(page, '/companies?limit=10')
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible()
    await check(page, 'the keyboard help')
    await page.keyboard.press('Escape')

    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: 'Search and commands' })).toBeFocused()
    await page.keyboard.type(data[0]?.name ?? '')
    await expect(page.getByRole('dialog').getByRole('option').first()).toContainText(data[0]?.name ?? '')
    await expect(page.getByRole('listbox')).toHaveAttribute('aria-busy', 'false')
    await check(page, 'the palette')
    await page.keyboard.press('Escape')

    for (const name of ['Columns', 'Density', 'Save view']) {
      await page.getByRole('button', { name }).click()
      await check(page, name)
      await page.keyboard.press('Escape')
    }
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('complementary')).toBeVisible()
    await check(page, 'panel and selection')
    await page.getByRole('button', { name: 'Set status' }).click()
    await page.getByRole('button', { name: 'Pending', exact: true }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await check(page, 'the question before many are written')
    await page.keyboard.press('Escape')

    await page.setViewportSize(zoomed)
    await visit(page, '/devices')
    await expect(page.getByRole('rowheader').nth(2)).toBeInViewport({ ratio: 0.5 })

    await page.setViewportSize(wide)
    await page.getByRole('button', { name: 'Add filter' }).click()
    await check(page, 'the menu of filters')
    await page.keyboard.press('Escape')
    await addFilter(page, 'Warranty end')
    await expect(page.getByLabel('Until')).toBeVisible()
    await check(page, 'a range of days')

    await visit(page, `/companies/${data[0]?.id}/edit`)
    await page.getByLabel('Employees').fill('-4')
    await page.getByLabel('Industry').fill('Shipbuilding')
    await check(page, 'a form with a fault')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await check(page, 'the question before leaving')
  },
)

/** The contrast of an element’s colour with the page’s. */
const contrast = (target: Locator, property: string, pseudo?: string) =>
  target.evaluate(
    (element, [property, pseudo]) => {
      const pixel = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
      const luminance = (colour: string) => {
        pixel.fillStyle = colour
        pixel.fillRect(0, 0, 1, 1)
        const [r = 0, g = 0, b = 0] = [...pixel.getImageData(0, 0, 1, 1).data].map((part) =>
          part > 10 ? ((part / 255 + 0.055) / 1.055) ** 2.4 : part / 255 / 12.92,
        )
        return 0.2126 * r + 0.7152 * g + 0.0722 * b
      }
      const colour = getComputedStyle(element, pseudo).getPropertyValue(property)
      const [dark = 0, light = 0] = [
        luminance(getComputedStyle(document.documentElement).backgroundColor),
        luminance(colour),
      ].sort((a, b) => a - b)
      return (light + 0.05) / (dark + 0.05)
    },
    [property, pseudo ?? null] as const,
  )

test(
  'in forced colours charts, switches, chosen states, search matches and summaries stay visible',
  thorough,
  async ({ page, server }) => {
    await signIn(page, server)
    await page.emulateMedia({ forcedColors: 'active' })
    await visit(page, '/nps/review?period=all')
    const part = (name: string) => page.locator('section', { has: page.getByRole('heading', { name, exact: true }) })
    expect(await contrast(part('Score distribution').locator('figure i').last(), 'background-color')).toBeGreaterThan(3)
    expect(await contrast(part('Over time').locator('figure path').last(), 'stroke')).toBeGreaterThan(3)
    const summary = part('Over time').locator('summary')
    expect(await contrast(summary, 'border-top-color', '::before')).toBeGreaterThan(3)
    await expect(summary).toHaveCSS('border-top-style', 'solid', { pseudo: 'before' })

    await page.keyboard.press('f')
    const pressed = page.getByRole('button', { name: /^Only follow-ups/, pressed: true })
    await expect(pressed).toHaveCSS('outline-style', 'solid')
    expect(await contrast(pressed, 'outline-color')).toBeGreaterThan(3)

    await page.goto('./automation?isActive=true')
    expect(await contrast(page.getByRole('switch').first(), 'background-color')).toBeGreaterThan(3)

    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search and commands' }).fill('compan')
    const chosen = page.getByRole('dialog').getByRole('option', { selected: true })
    await expect(chosen).toHaveCSS('outline-style', 'solid')
    expect(await contrast(page.getByRole('dialog').locator('mark').first(), 'background-color')).toBeGreaterThan(1)
  },
)
