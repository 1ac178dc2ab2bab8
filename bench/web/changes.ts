import type { Browser, BrowserContext, Page } from '@playwright/test'
import { type Change, click, type Device, fast, prepare, slow, slowDown } from './browser'
import { type Apps, inTurns, type State, table } from './table'

const row = () => document.querySelector<HTMLAnchorElement>('tbody a[href^="/companies/"]')?.href
const heading = () => document.querySelector('h1')?.textContent ?? undefined
const field = () => document.querySelector<HTMLInputElement>('form [name="name"]')?.value
const palette = () => document.querySelector('dialog[open] [role="combobox"]')?.tagName

const nextPage = (page: Page) => page.getByRole('button', { name: /next page/i })
const byName = (page: Page) => page.locator('thead').getByText('Name', { exact: true })
const nameLink = (page: Page) => page.locator('tbody tr').nth(2).locator('a[href^="/companies/"]').first()
/** The product prefetches it when the row is hovered. */
const openForm = async (page: Page) => {
  const row = page.locator('tbody tr').nth(4)
  await row.hover()
  await click(row.getByRole('link', { name: /^Edit/ }))
}

/** Time from just before `act` until the value of `read` has changed and is painted. */
const changed = async (page: Page, read: () => string | undefined, act: () => Promise<void>): Promise<Change> => {
  await page.evaluate(`bench.arm(${read})`)
  await act()
  return page.evaluate(() => bench.change())
}

const quiet = (page: Page) => page.waitForLoadState('networkidle')

/** A letter that only some rows contain, and not the first, so that searching for it changes the first row. */
const letterFor = (page: Page) =>
  page.locator('tbody tr').evaluateAll((rows) => {
    const [first = '', ...others] = rows.map((each) => each.textContent?.toLowerCase() ?? '')
    return [...'zqxjkvwygpb'].find((letter) => !first.includes(letter) && others.some((each) => each.includes(letter)))
  })

const changesOf = async (context: BrowserContext, origin: string, device: Device) => {
  const page = await context.newPage()
  await page.goto(`${origin}/companies`)
  await page.evaluate(() => bench.firstRow)
  // Idle prefetching would fall into this measurement.
  await page.waitForTimeout(1500)
  await quiet(page)
  await slowDown(page, device)

  const found: Record<string, Change> = {}
  found['next page'] = await changed(page, row, () => click(nextPage(page)))
  await quiet(page)
  found['previous page, seen before'] = await changed(page, row, () =>
    click(page.getByRole('button', { name: /previous page/i })),
  )
  await quiet(page)
  found.sort = await changed(page, row, () => click(byName(page)))
  await quiet(page)
  const letter = (await letterFor(page)) ?? 'z'
  await page.getByRole('searchbox').focus()
  found['search, with 200 ms of waiting'] = await changed(page, row, () => page.keyboard.press(letter))
  await quiet(page)
  found['open a record'] = await changed(page, heading, () => click(nameLink(page)))
  await page.goBack()
  await page.mouse.move(0, 0)
  await quiet(page)
  found['open its form, the first time'] = await changed(page, field, () => openForm(page))
  await page.goBack()
  await page.locator('tbody a').first().waitFor()
  await quiet(page)
  await nameLink(page).hover()
  await quiet(page)
  found['open a record that was pointed at'] = await changed(page, heading, () => click(nameLink(page)))
  await page.goBack()
  await page.locator('tbody a').first().waitFor()
  found['open a form again'] = await changed(page, field, () => openForm(page))
  await page.goBack()
  await page.locator('tbody a').first().waitFor()
  if (await page.locator('[aria-keyshortcuts]').count()) {
    found['palette, the first time'] = await changed(page, palette, () => page.keyboard.press('Control+k'))
    await page.keyboard.press('Escape')
    found['palette again'] = await changed(page, palette, () => page.keyboard.press('Control+k'))
  }
  await page.close()
  return found
}

const conditions: { device: Device; apiDelay: number }[] = [
  { device: fast, apiDelay: 0 },
  { device: slow, apiDelay: 0 },
  { device: fast, apiDelay: 150 },
]

export const changes = async (browser: Browser, apps: Apps, storageState: State, rounds: number) => {
  for (const { device, apiDelay } of conditions) {
    const { ours, bare, reactAdmin } = await inTurns(rounds, ['ours', 'bare', 'reactAdmin'], async (name) => {
      const context = await browser.newContext({ storageState, viewport: device.viewport })
      await prepare(context)
      apps[name].apiDelay = apiDelay
      const found = await changesOf(context, apps[name].origin, device)
      apps[name].apiDelay = 0
      await context.close()
      return found
    })
    const print = table(
      `click or key until painted, ${device.name}, API ${apiDelay ? `${apiDelay} ms later` : 'at once'}`,
      'ours, ms',
      'bare stack, ms',
      'react-admin, ms',
      'to bare stack',
      'to react-admin',
    )
    for (const name of Object.keys(ours.all[0] ?? {})) {
      const of = (app: typeof ours, key: keyof Change) => app.median((found) => found[name]?.[key] ?? Number.NaN)
      print(`${name} (frame ${of(ours, 'frames')})`, of(ours, 'ms'), of(bare, 'ms'), of(reactAdmin, 'ms'))
    }
  }
}
