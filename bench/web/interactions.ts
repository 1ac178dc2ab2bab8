import type { Browser, Locator, Page } from '@playwright/test'
import { clickByHand, click as clickInAnInstant, prepare, slow, slowDown } from './browser'
import { type Apps, inTurns, type State, table } from './table'

type Click = (target: Locator) => Promise<unknown>
type Act = (page: Page, click: Click) => Promise<unknown>

const press = (key: string) => (page: Page) => page.keyboard.press(key)
const button =
  (name: string): Act =>
  (page, click) =>
    click(page.getByRole('button', { name }).first())
const toList: Act = async (page) => {
  await page.goBack()
  await page.locator('tbody a').first().waitFor()
}

/** What a user does with the list of companies, in order. */
const acts: Record<string, Act> = {
  'next page': button('Next page'),
  'sort by name': (page, click) => click(page.locator('thead').getByText('Name', { exact: true })),
  'type in the search': async (page) => {
    await page.getByRole('searchbox').focus()
    await page.keyboard.type('ma', { delay: 100 })
  },
  'empty the search': press('Escape'),
  'pick a row': (page, click) => click(page.getByRole('row').getByRole('checkbox').nth(4)),
  'pick the page': (page, click) => click(page.getByRole('checkbox', { name: /^Select the/ })),
  'drop all that is picked': press('Escape'),
  'choose columns': button('Columns'),
  'hide a column': (page, click) => click(page.locator(':popover-open input').nth(1)),
  'close columns': press('Escape'),
  'focus a row': (page) => page.getByRole('rowheader').getByRole('link').nth(2).focus(),
  'open the panel': press('Enter'),
  'next row in the panel': press('j'),
  'close the panel': press('Escape'),
  'open a record': (page, click) => click(page.getByRole('rowheader').getByRole('link').nth(5)),
  'back to the list': toList,
  'open a form': async (page, click) => {
    await page.locator('tbody tr').nth(6).hover()
    await click(page.locator('tbody tr').nth(6).getByRole('link', { name: 'Edit' }))
  },
  'type in the form': async (page) => {
    await page.locator('form [name="name"]').focus()
    await page.keyboard.type('xyz', { delay: 100 })
  },
  'undo what was typed': async (page) => {
    for (let index = 0; index < 3; index++) await page.keyboard.press('Backspace')
  },
  'close the form': press('Escape'),
  'open the palette': press('Control+k'),
  'type in the palette': (page) => page.keyboard.type('inv', { delay: 100 }),
  'close the palette': press('Escape'),
  'to another list': (page, click) => click(page.getByRole('navigation', { name: 'Pages' }).getByText('Devices')),
}

/** The longest interaction of each action, from event to next frame, as the browser reports it; 0 is under 16 ms. */
const durations = async (browser: Browser, address: string, storageState: State, click: Click) => {
  const context = await browser.newContext({ storageState, viewport: slow.viewport })
  await prepare(context)
  const page = await context.newPage()
  await page.goto(address)
  await page.evaluate(() => bench.firstRow)
  await page.waitForLoadState('networkidle')
  await slowDown(page, slow)
  const found: Record<string, number> = {}
  for (const [name, act] of Object.entries(acts)) {
    await page.evaluate(() => void bench.interactions.splice(0))
    await act(page, click)
    await page.waitForLoadState('networkidle')
    // The browser reports an event after the following frame.
    await page.evaluate(() => bench.still(300))
    found[name] = await page.evaluate(() => Math.max(0, ...bench.interactions.map(({ duration }) => duration)))
  }
  await context.close()
  return found
}

export const interactions = async (browser: Browser, { ours }: Apps, storageState: State, rounds: number) => {
  const ways = {
    'twenty rows': ['/companies', clickByHand],
    'a hundred rows': ['/companies?limit=100', clickByHand],
    'a hundred, clicked in an instant': ['/companies?limit=100', clickInAnInstant],
  } as const
  type Way = keyof typeof ways
  const found = await inTurns(rounds, Object.keys(ways) as Way[], (name) => {
    const [address, click] = ways[name]
    return durations(browser, ours.origin + address, storageState, click)
  })
  const print = table(`longest interaction, ${slow.name}, ms`, ...Object.keys(ways))
  for (const name of Object.keys(acts))
    print(name, ...Object.values(found).map((list) => list.median((durations) => durations[name] ?? Number.NaN)))
}
