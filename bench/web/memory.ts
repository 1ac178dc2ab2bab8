import type { Browser, CDPSession, Page } from '@playwright/test'
import { fast, prepare } from './browser'
import { type Apps, type State, table } from './table'

const used = async (session: CDPSession) => {
  for (let time = 0; time < 3; time++) await session.send('HeapProfiler.collectGarbage')
  return (await session.send('Runtime.getHeapUsage')).usedSize / 1e6
}

const turn = async (page: Page, name: string) => {
  await page.evaluate(`bench.arm(() => document.querySelector('tbody a')?.href)`)
  await page.getByRole('button', { name }).click()
  await page.evaluate(() => bench.change())
}

/** To the next page and back, as long as is asked for, so that nothing new has to be kept. */
const turns = async (page: Page, count: number) => {
  for (let at = 0; at < count; at += 2) {
    await turn(page, 'Next page')
    await turn(page, 'Previous page')
  }
}

export const memory = async (browser: Browser, apps: Apps, storageState: State) => {
  const print = table('heap after collection, MB', 'first rows', '20 turns', '110 turns', '200 turns', 'elements')
  for (const [title, { origin }, path] of [
    ['ours, 20 rows', apps.ours, '/companies'],
    ['bare stack, 20 rows', apps.bare, '/companies'],
    ['ours, 100 rows', apps.ours, '/companies?limit=100'],
    ['bare stack, 100 rows', apps.bare, '/companies?limit=100'],
  ] as const) {
    const context = await browser.newContext({ storageState, viewport: fast.viewport })
    await prepare(context)
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await page.goto(origin + path)
    await page.evaluate(() => bench.firstRow)
    await page.waitForLoadState('networkidle')
    const heaps = [await used(session)]
    for (const more of [20, 90, 90]) {
      await turns(page, more)
      heaps.push(await used(session))
    }
    print(title, ...heaps, await page.evaluate(() => document.querySelectorAll('*').length))
    await context.close()
  }
}
