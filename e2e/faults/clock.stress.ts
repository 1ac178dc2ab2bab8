import { expect, type Page } from '@playwright/test'
import { api } from '../support/api'
import { test } from './support/browser'

test.use({ ownServer: true })

const hour = 60 * 60 * 1000

/** All that a page tells by the clock: ages, ends, what is over, days to go; but when this key was used last. */
const told = async (page: Page, address: string) => {
  await page.goto(`.${address}`)
  await page.waitForLoadState('networkidle')
  const read = async () => (await page.getByRole('main').innerText()).replaceAll(/\b\d\d:\d\d\b/g, '')
  // Some pages are read in several goes: all of it is there when nothing was added for two seconds.
  let text = ''
  await expect
    .poll(
      async () => {
        const before = text
        text = await read()
        return text === before
      },
      { intervals: [2000] },
    )
    .toBe(true)
  return text
}

const pages = ['/today', '/due', '/nps/follow-up', '/nps/review', '/devices', '/goals', '/settings/api-access']

test('A computer with a wrong clock shows the same as one with the right clock', async ({
  page,
  browser,
  server,
  found,
}) => {
  test.slow()
  await api(page, server).post('/api-keys', {
    name: 'Ends within the hour',
    scopes: ['companies:read'],
    expiresAt: new Date(Date.now() + hour / 2).toISOString(),
  })
  const storageState = await page.context().storageState()
  const offsets = [1, -1]
  for (const hours of offsets) {
    const context = await browser.newContext({
      storageState,
      locale: 'en-GB',
      timezoneId: 'Europe/London',
    })
    // The clock goes on from another hour, in timers and dates alike.
    await context.addInitScript((by) => {
      const { now } = Date
      const Right = Date
      globalThis.Date = class extends Right {
        constructor(...given: []) {
          super(...(given.length > 0 ? given : ([now() + by] as unknown as [])))
        }
        static override now = () => now() + by
      } as DateConstructor
    }, hours * hour)
    const wrong = await context.newPage()
    // Someone's last hour may begin between the two.
    for (const address of pages)
      await expect(async () => {
        const right = await told(page, address)
        expect(await told(wrong, address), `${address}, ${hours} h`).toBe(right)
      }).toPass()
    await context.close()
  }
  found({
    harm: `a clock that is ${offsets.map((hours) => `${hours > 0 ? '+' : '−'}${Math.abs(hours)} h`).join(', ')} off`,
    count: `${pages.length} pages each`,
    result: 'the same text as with a right clock',
  })
})
