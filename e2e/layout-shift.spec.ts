import { expect, type Page, type Route } from '@playwright/test'
import { basePath } from '../src/contract/core/base-path'
import { api } from './support/api'
import { eventually, signIn, soon, test } from './support/server'
import { thorough } from './support/thorough'

/** Those of the most parts; `:company` stands for the first company's ID. */
const pages = ['/today', '/nps/review', '/companies/:company']

const wide = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

const pathsOf = async (page: Page, server: Parameters<typeof api>[1]) => {
  const { data } = await api(page, server).list<{ id: string }>('/companies?limit=1')
  return pages.map((path) => path.replace(':company', data[0]?.id ?? ''))
}

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** How much moved on a page by itself, as browsers count it. */
const watched = (page: Page) =>
  page.addInitScript(() => {
    const moved: number[] = []
    Object.assign(globalThis, { moved })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) moved.push(entry.value)
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** Holds the API's answers, to give them one by one with a frame between, the latest question's first. */
const holding = async (page: Page) => {
  const held: Route[] = []
  await page.route(`**${basePath}/**`, (route) => void held.push(route))
  const answer = async () => {
    for (let route = held.pop(); route; route = held.pop()) {
      await Promise.all([
        page.waitForEvent('requestfinished', (request) => request === route?.request()),
        route.continue(),
      ])
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
    }
  }
  return { answer, waiting: () => held.length }
}

for (const [width, viewport] of Object.entries({ wide, phone }))
  test(`nothing shifts while parts of a page load in any order, ${width}`, thorough, async ({ page, server }) => {
    test.slow()
    await signIn(page, server)
    const paths = await pathsOf(page, server)
    await page.setViewportSize(viewport)
    await watched(page)
    // What waits for the part above it does not wait for ever; here it waits until that is there.
    const browser = await page.context().newCDPSession(page)
    await browser.send('Animation.enable')
    await browser.send('Animation.setPlaybackRate', { playbackRate: 0 })
    const { answer, waiting } = await holding(page)
    for (const path of paths) {
      await page.goto(`.${path}`)
      await expect.poll(waiting).toBeGreaterThan(0)
      await expect(async () => {
        await answer()
        await expect(page.locator('main [data-loading]')).toHaveCount(0, { timeout: 250 })
      }).toPass()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const moved = await page.evaluate(() => (globalThis as unknown as { moved: number[] }).moved)
      expect
        .soft(
          moved.reduce((sum, value) => sum + value, 0),
          path,
        )
        .toBeLessThan(0.02)
    }
  })

test(
  'a page rendered without the font keeps its fallback, and the next page has the font',
  thorough,
  async ({ page, server }) => {
    await signIn(page, server)
    const font = async () => (await page.context().cookies()).find(({ name }) => name === 'font')?.value
    const hasFont = () =>
      page.evaluate(() =>
        [...document.fonts].some(({ family, status }) => /IBM Plex Sans Variable/.test(family) && status === 'loaded'),
      )
    const html = page.locator('html')
    await eventually(async () => {
      await page.context().clearCookies({ name: 'font' })
      await page.goto('./companies')
      await expect(html).toHaveAttribute('data-font', 'later', soon)
    })
    expect(await hasFont()).toBe(false)
    await expect.poll(font).toBe('there')
    await expect(html).toHaveAttribute('data-font', 'later')
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Devices' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Devices' })).toBeVisible()
    await expect(html).not.toHaveAttribute('data-font')
    expect(await hasFont()).toBe(true)

    await page.goto('./companies')
    await expect(html).not.toHaveAttribute('data-font')
    await expect.poll(hasFont).toBe(true)
  },
)

test('on a phone the tab bar covers no content', thorough, async ({ page, server }) => {
  await signIn(page, server)
  await page.setViewportSize(phone)
  for (const path of await pathsOf(page, server)) {
    await page.goto(`.${path}`)
    const bar = page.getByRole('navigation', { name: 'Main pages' })
    const box = await bar.boundingBox()
    await expect(page.locator('main [data-loading]')).toHaveCount(0)
    const under = await page.evaluate(
      ({ x, y, width, height }) =>
        Array.from({ length: 40 }, (_, index) =>
          document.elementsFromPoint(x + (width * (index + 0.5)) / 40, y + height / 2),
        )
          .flat()
          .filter((element) => element.closest('main') && !element.closest('dialog'))
          .map(({ outerHTML }) => outerHTML.slice(0, 80)),
      box ?? { x: 0, y: 0, width: 0, height: 0 },
    )
    expect.soft(under, path).toEqual([])
  }
})

test('on a phone Back restores the scroll position', thorough, async ({ page, server }) => {
  await signIn(page, server)
  // In another font than before the page would have another height.
  await page.context().addCookies([{ name: 'font', value: 'there', url: `${server.origin}/` }])
  await page.setViewportSize(phone)
  await page.goto('./nps/follow-up')
  const link = page.getByRole('main').getByRole('link', { name: /,|\w/ }).last()
  const main = page.getByRole('main')
  const top = () => main.evaluate(({ scrollTop }) => scrollTop)
  // A click scrolls to what it clicks, so where the page was left is known only as it is clicked.
  await main.evaluate((main) =>
    main.addEventListener('click', () => Object.assign(window, { left: main.scrollTop }), { capture: true }),
  )
  await link.click()
  await expect(page).not.toHaveURL(/follow-up/)
  await expect.poll(top).toBe(0)
  const left = await page.evaluate(() => (window as unknown as { left: number }).left)
  expect(left).toBeGreaterThan(0)
  await page.goBack()
  await expect.poll(top).toBe(left)
})
