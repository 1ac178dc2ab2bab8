import { expect } from '@playwright/test'
import type { z } from 'zod/mini'
import type { Device as Schema } from '../src/contract/devices'
import { api } from './support/api'
import { stopClock } from './support/clock'
import { addFilter } from './support/filters'
import { holdSearches } from './support/hold'
import { hrefOf } from './support/instance'
import { scriptOf } from './support/scripts'
import { signIn, test } from './support/server'
import { thorough } from './support/thorough'

type Device = z.output<typeof Schema>

/** The first of the newest devices that is of this kind. */
const first = (devices: Device[], isIt: (device: Device) => boolean) => {
  const device = devices.find(isIt)
  if (!device) throw new Error('None of the newest devices is of this kind.')
  return device
}

// Its days are those that the API counts.
test.use({ timezoneId: 'UTC' })
test.beforeEach(({ page, server }) => signIn(page, server))

test(
  'a device is found by serial number, and links to its company and devices of its type',
  thorough,
  async ({ page, server }) => {
    const { list } = api(page, server)
    const { data } = await list<Device>('/devices?limit=100')
    const device = first(data, ({ serialNumber, companyName, deviceTypeName }) =>
      Boolean(serialNumber && companyName && deviceTypeName),
    )
    const found = page.getByRole('rowheader').getByRole('link', { name: device.name, exact: true })
    await page.goto('./devices')
    // As Cisco writes it: no record has it like this.
    const digits = (device.macAddress ?? '').replaceAll(':', '')
    await page.getByRole('searchbox').fill(digits.toLowerCase().match(/.{4}/g)?.join('.') ?? '')
    await page.getByRole('link', { name: `Search for ${device.macAddress}` }).click()
    await expect(found).toBeVisible()
    await page.getByRole('searchbox').fill(device.serialNumber ?? '')
    await found.click()
    await expect(page.getByRole('heading', { level: 1, name: device.name })).toBeVisible()
    await expect(page.getByText(device.macAddress ?? '')).toBeVisible()
    await expect(page.getByRole('link', { name: device.companyName ?? '' })).toHaveAttribute(
      'href',
      hrefOf(`/companies/${device.companyId}`),
    )
    const others = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Same company' }) })
    const ofCompany = await list<Device>(`/devices?companyId=${device.companyId}`)
    await expect(others.getByText(String(ofCompany.pagination.totalCount - 1), { exact: true })).toBeVisible()
    const rules = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Rules that apply' }) })
    await expect(rules.getByRole('listitem').first()).toContainText(/On|Off/)

    await page.getByRole('link', { name: device.deviceTypeName ?? '', exact: true }).click()
    await expect(page).toHaveURL(`./devices?deviceTypeId=${device.deviceTypeId}`)
    await expect(page.getByRole('combobox', { name: 'Type is' })).toHaveValue(device.deviceTypeName ?? '')
  },
)

test(
  'a location is found by its name and its client, and IDs are understood in other forms',
  thorough,
  async ({ page, server }) => {
    const { list } = api(page, server)
    // Of the oldest devices, so that its location is not among those that the page has loaded.
    const { data } = await list<Device>('/devices?limit=100&sortBy=created_at&sortDesc=false')
    const device = data.find(({ locationId, companyName }) => locationId && companyName) as Device
    await page.goto('./devices')
    await addFilter(page, 'Location')
    await expect(page.getByText('more; type to search')).toBeVisible()
    await page.keyboard.type(`${device.companyName} ${device.locationName}`)
    const option = page.getByRole('option', { name: `${device.locationName} ${device.companyName}`, exact: true })
    await option.first().click()
    await expect(page.getByRole('combobox', { name: 'Location is' })).toHaveValue(device.locationName ?? '')
    await expect(page).toHaveURL(/\/devices\?locationId=[\da-f-]{36}$/)

    // One that is pressed while the answer to a search is on its way stays until it is released.
    await page.goto('./devices')
    await addFilter(page, 'Location')
    await expect(page.getByText('more; type to search')).toBeVisible()
    const pressed = page.getByRole('option').nth(4)
    const name = (await pressed.evaluate((element) => element.firstChild?.textContent)) ?? ''
    const release = await holdSearches(page)
    await page.keyboard.type(`${device.companyName} ${device.locationName}`)
    await pressed.hover()
    await page.mouse.down()
    release()
    await expect(page.getByText('more; type to search')).toHaveCount(0)
    await page.mouse.up()
    await expect(page.getByRole('combobox', { name: 'Location is' })).toHaveValue(name)

    await page.goto(`./devices?locationId={${device.locationId?.toUpperCase()}}`)
    await expect(page.getByRole('combobox', { name: 'Location is' })).toHaveValue(device.locationName ?? '')
    await expect(page.getByText('Ignored')).toHaveCount(0)
    for (const form of [device.id.replaceAll('-', ''), `{${device.id.toUpperCase()}}`, `urn:uuid:${device.id}`]) {
      await page.goto(`./devices/${form}`)
      await expect(page.getByRole('heading', { level: 1, name: device.name })).toBeVisible()
    }
    await page.goto(`./companies/${device.companyId?.toUpperCase()}`)
    await expect(page.getByRole('heading', { level: 1, name: device.companyName ?? '' })).toBeVisible()
  },
)

test('devices are filtered by warranty end, and an ended warranty says so', thorough, async ({ page, server }) => {
  const day = '2020-12-31'
  const { list } = api(page, server)
  const ended = new Date(Date.now() - 7 * 24 * 3600 * 1000).toISOString().slice(0, 10)
  const { pagination } = await list<Device>(`/devices?warrantyBefore=${ended}`)
  await page.goto('./devices')
  await addFilter(page, 'Warranty end')
  await page.getByLabel('Until').fill(day)
  await expect(page).toHaveURL(`./devices?warrantyBefore=${day}`)
  await page.getByLabel('Until').fill(ended)
  const total = new Intl.NumberFormat('en-GB').format(pagination.totalCount)
  await expect(page.getByRole('status').filter({ hasText: `${total} of ` })).toBeVisible()
  await expect(page.getByRole('row').nth(1)).toContainText('Ended')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Remove filter: Warranty end' }).click()
  await expect(page).toHaveURL('./devices')

  // By keys: the fifth preset is this quarter.
  await addFilter(page, 'Warranty end')
  const presets = page.getByRole('region', { name: 'Warranty end' }).getByRole('button')
  await expect(presets.first()).toBeFocused()
  for (let presses = 0; presses < 4; presses++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const chip = page.getByRole('button', { name: /^Warranty end is this quarter 1 \w+ – 3[01] \w+ \d{4}$/ })
  await expect(chip).toBeFocused()
  const [from, to] = ['warrantyAfter', 'warrantyBefore'].map((key) => new URL(page.url()).searchParams.get(key))
  const inQuarter = await list<Device>(`/devices?warrantyAfter=${from}&warrantyBefore=${to}`)
  const found = new Intl.NumberFormat('en-GB').format(inQuarter.pagination.totalCount)
  await expect(page.getByRole('status').filter({ hasText: `${found} of ` })).toBeVisible()
  await page.reload()
  await expect(chip).toBeVisible()
})

test(
  'two conflicting warranty end dates are shown on the timeline, explained and copied',
  thorough,
  async ({ page, server, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const { list } = api(page, server)
    const pages = await Promise.all([1, 2, 3].map((at) => list<Device>(`/devices?limit=100&page=${at}`)))
    const device = first(
      pages.flatMap(({ data }) => data),
      ({ warrantyEnd, warrantyExpires }) => warrantyEnd !== warrantyExpires,
    )
    await page.goto(`./devices/${device.id}`)
    const line = page.getByRole('figure', { name: 'Warranty timeline' })
    await expect(line.getByText('warrantyEnd')).toBeVisible()
    await expect(line.getByText('warrantyExpires')).toBeVisible()
    await expect(line.getByText('today')).toBeVisible()
    await expect(page.getByText(/^The two end dates disagree by /)).toBeVisible()
    await page.getByRole('button', { name: 'Copy both dates' }).click()
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    await expect.poll(copied).toContain(`warrantyEnd: ${device.warrantyEnd}`)
    expect(await copied()).toContain(`warrantyExpires: ${device.warrantyExpires}`)
  },
)

test('a page whose script is blocked reloads a few times by itself, not for ever', thorough, async ({ page }) => {
  let [loads, checks] = [0, 0]
  page.on('domcontentloaded', () => loads++)
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch' && new URL(request.url()).pathname.endsWith('/')) checks++
  })
  await page.route(scriptOf('src/web/devices/devices-page.tsx'), (route) => route.abort())
  await stopClock(page)
  await page.goto('./devices', { waitUntil: 'commit' })
  for (const times of [1, 2, 3, 4]) {
    await expect.poll(() => loads).toBe(times)
    await expect(page.getByRole('heading', { name: 'This page couldn’t be loaded' })).toBeVisible()
    // One when it is shown, and one before each reload.
    await expect.poll(() => checks).toBe(2 * times - 1)
    await page.clock.runFor(5100)
  }
  // A request that comes after any other check.
  const after = page.waitForRequest('**/after')
  await page.evaluate(() => void fetch('./after'))
  await after
  expect([loads, checks]).toEqual([4, 7])
})

test('a page that stays open over midnight shows the new day', thorough, async ({ page, server }) => {
  const { data } = await api(page, server).list<Device>('/devices?limit=100')
  const { name, lastSeen } = first(data, (device) => device.lastSeen !== null)
  const noon = Date.parse(`${lastSeen?.slice(0, 10)}T12:00:00Z`)
  const day = 24 * 3_600_000
  let passed = 0
  // The server's clock goes as the page's.
  await page.route('**/api/public/v1/**', async (route) => {
    const response = await route.fetch()
    await route.fulfill({
      response,
      headers: { ...response.headers(), date: new Date(noon + passed).toUTCString() },
    })
  })
  await page.clock.install({ time: noon })
  const sleepADay = async () => {
    passed += day
    await page.clock.fastForward(day)
  }
  const today = () => new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' }).format(noon + passed)

  await page.goto(`./devices?search=${name}`)
  const row = page.getByRole('row').filter({ hasText: name ?? '' })
  await expect(row).toContainText('today')
  await sleepADay()
  await expect(row).toContainText(/\d \w{3} \d{4}$/)
  await expect(row).not.toContainText('today')

  await page.goto('./today')
  await expect(page.getByText(today())).toBeVisible()
  await sleepADay()
  await expect(page.getByText(today())).toBeVisible()
})
