import type { Browser, Page } from '@playwright/test'
import { type Device, fast, type Load, phone, prepare, slowDown } from './browser'
import { type Apps, inTurns, type State, table } from './table'

type Loaded = Load & { shift: number; inUse: number }

/** A visit with an empty cache and one with a warm cache, both by a typed URL; then one by a link from another site. */
const visits = async (
  browser: Browser,
  origin: string,
  elsewhere: string,
  storageState: State,
  device: Device,
  hasApp: boolean,
) => {
  const context = await browser.newContext({ storageState, viewport: device.viewport })
  await prepare(context)
  const address = `${origin}/companies`
  const visit = async (byLink = false): Promise<Loaded> => {
    const page = await context.newPage()
    // Starts from another site, so that the browser starts a process for each app.
    await page.goto(elsewhere)
    await slowDown(page, device)
    const begun = byLink ? await follow(page, address) : null
    if (!byLink) await page.goto(address, { waitUntil: 'commit' })
    // Does not touch a loading page, because scripts would delay it. Idle fetches belong to the second visit's cache.
    await page.waitForLoadState('networkidle')
    const load = await page.evaluate(() => bench.firstRow)
    const inUse = hasApp ? await page.evaluate(() => bench.inUse) : Number.NaN
    const shift = await page.evaluate(() => bench.shift())
    // There may be a redirect.
    const before = begun === null ? 0 : (await page.evaluate(() => performance.timeOrigin)) - begun
    // A page rendered without its font fetches it when idle.
    await page.waitForFunction(() => !document.documentElement.dataset.font || document.cookie.includes('font='))
    await page.close()
    return { ...load, ms: load.ms + before, inUse, shift }
  }
  const [cold, warm, byLink] = [await visit(), await visit(), await visit(true)]
  await context.close()
  return { cold, warm, byLink }
}

/** Follows a link and returns when it began, in milliseconds since 1970. */
const follow = async (page: Page, address: string) => {
  const begun = await page.evaluate((address) => {
    location.href = address
    return performance.timeOrigin + performance.now()
  }, address)
  await page.waitForURL(address, { waitUntil: 'commit' })
  return begun
}

export const loads = async (browser: Browser, apps: Apps, state: State, rounds: number) => {
  // An empty cache has no font, and the cookie that says so is gone too.
  const storageState = { ...state, cookies: state.cookies.filter(({ name }) => name !== 'font') }
  const elsewhere = apps.least.origin.replace('127.0.0.1', 'localhost')
  for (const device of [fast, phone]) {
    const names = ['ours', 'bare', 'reactAdmin', 'least'] as const
    const found = await inTurns(rounds, [...names], (name) =>
      visits(browser, apps[name].origin, elsewhere, storageState, device, name !== 'least'),
    )
    const titles = ['ours', 'bare stack', 'react-admin', 'least page', 'to bare stack', 'to react-admin']
    const print = table(`load of the list of companies, ${device.name}`, ...titles)
    for (const cache of ['cold', 'warm'] as const) {
      const of = (key: keyof Loaded) => names.map((name) => found[name].median((visit) => visit[cache][key]))
      print(`${cache}: first row, ms`, ...of('ms'))
      print(`${cache}: first row is interactive, ms`, ...of('inUse'))
      print(`${cache}: first contentful paint, ms`, ...of('firstPaint'))
      if (cache === 'warm') continue
      print('requests until the first row', ...of('requests'))
      print('KB until the first row', ...of('bytes').map((bytes) => bytes / 1000))
      print('of it JavaScript', ...of('script').map((bytes) => bytes / 1000))
      print('layout shift', ...of('shift'))
    }
    print(
      'warm, by a link on another site: first row, ms',
      ...names.map((name) => found[name].median(({ byLink }) => byLink.ms)),
    )
  }
}
