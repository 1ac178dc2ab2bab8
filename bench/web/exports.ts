import type { Browser } from '@playwright/test'
import { adminKey } from '../../e2e/support/instance'
import { type Device, fast, prepare, slow, slowDown } from './browser'
import { type Apps, inTurns, type State, table } from './table'

const exported = 2000

/** The filter that leaves so many devices, or a few more if several warranties end at that moment. */
const filterOf = async (origin: string) => {
  const path = `/api/public/v1/devices?sortBy=warranty_end&sortDesc=true&limit=1&page=${exported}`
  const answer = await fetch(origin + path, { headers: { authorization: `Bearer ${adminKey}` } })
  const { data } = (await answer.json()) as { data: { warrantyEnd: string | null; warrantyExpires: string | null }[] }
  const [end] = [data[0]?.warrantyEnd, data[0]?.warrantyExpires].filter(Boolean).sort()
  return new URLSearchParams({ warrantyAfter: end ?? '' })
}

type Format = 'CSV' | 'Excel'

/** From the click to the file, the choice of a format before it. */
const frameOf = async (browser: Browser, address: string, storageState: State, format: Format, device: Device) => {
  const context = await browser.newContext({ storageState, viewport: device.viewport })
  await prepare(context)
  const page = await context.newPage()
  await page.goto(address)
  await page.evaluate(() => bench.inUse)
  await page.waitForLoadState('networkidle')
  await slowDown(page, device)
  await page.getByRole('button', { name: /^Export / }).click()
  await page.locator('dialog').getByText(format, { exact: true }).click()
  const download = page.waitForEvent('download')
  await page.evaluate(() => bench.watchFrames())
  await page.locator('dialog').getByRole('button', { name: 'Export', exact: true }).click()
  await download
  const longest = await page.evaluate(() => bench.longestFrame())
  await context.close()
  return longest
}

export const exports = async (browser: Browser, { ours }: Apps, storageState: State, rounds: number) => {
  const address = `${ours.origin}/devices?${await filterOf(ours.origin)}`
  const print = table(`longest frame while ${exported} devices are exported, ms`, 'CSV', 'Excel')
  for (const device of [fast, slow]) {
    const found = await inTurns<Format, number>(rounds, ['CSV', 'Excel'], (format) =>
      frameOf(browser, address, storageState, format, device),
    )
    print(device.name, found.CSV.median(Number), found.Excel.median(Number))
  }
}
