import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { api, type Company } from './support/api'
import { signIn, test } from './support/server'
import { thorough } from './support/thorough'

type Device = {
  deviceTypeName: string | null
  status: string | null
  warrantyEnd: string | null
  warrantyExpires: string | null
  companyId: string | null
}
type Budget = { id: string; title: string; currency: string; fiscalYear: number; company: { id: string } }

test.beforeEach(({ page, server }) => signIn(page, server))

test('a year of the replacement plan is counted from the devices and tried in a budget, in the link alone', async ({
  page,
  server,
}) => {
  const { list } = api(page, server)
  const endOf = ({ warrantyEnd, warrantyExpires }: Device) =>
    [warrantyEnd, warrantyExpires]
      .filter((end) => end !== null)
      .sort()[0]
      ?.slice(0, 4)
  const year = String(new Date().getUTCFullYear() + 1)
  // The sample's days move with today, so not every client has a warranty that ends next year.
  const budgets = (await list<Budget>('/budgets?limit=100')).data.filter(({ currency }) => currency === 'GBP')
  const found = await Promise.all(
    budgets.slice(0, 20).map(async (budget) => {
      const { data } = await list<Device>(`/devices?companyId=${budget.company.id}&limit=100`)
      return { budget, due: data.filter((device) => device.status !== 'Retired' && endOf(device) === year) }
    }),
  )
  const { budget, due } = found.find(({ due }) => due.length > 0) as (typeof found)[number]
  const [type = ''] = due.flatMap(({ deviceTypeName }) => deviceTypeName ?? [])
  const count = due.filter(({ deviceTypeName }) => deviceTypeName === type).length
  expect(count).toBeGreaterThan(0)

  const writes: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && writes.push(request.url()))
  await page.goto(`./replacements?companyId=${budget.company.id}&year=${year}`)
  const devices = `${due.length} device${due.length === 1 ? '' : 's'}`
  await expect(page.getByRole('link', { name: new RegExp(`^${year} ${devices}$`) })).toBeVisible()
  const listed = page.getByRole('region', { name: `Devices to replace in ${year}` })
  await expect(listed.getByRole('row')).toHaveCount(1 + due.length)
  const href = (await page.getByRole('link', { name: 'Open in Devices' }).getAttribute('href')) ?? ''
  expect((await list(href.slice(href.indexOf('/devices')))).pagination.totalCount).toBe(due.length)
  await expect(page.getByRole('columnheader', { name: 'Cost' })).toHaveCount(0)
  for (const head of ['Year', 'Type'])
    await expect(page.getByRole('columnheader', { name: head, exact: true }).last()).toHaveCSS('text-align', 'left')
  const price = page.getByLabel(`Price of one: ${type}`)
  await price.fill('£900')
  await price.press('Tab')
  await expect(price).toHaveValue('£900')
  await expect(price).toHaveAccessibleDescription(/without a currency sign/)
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(price).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Reset' })).toHaveCount(0)
  await price.fill('949.99')
  await expect(page).toHaveURL(new RegExp(`price-${encodeURIComponent(type).replaceAll('%20', '[+]')}=949.99`))
  await page.reload()
  await page
    .getByRole('link', { name: `Try in ${budget.title}` })
    .first()
    .click()
  const whatIf = page.locator('section', { has: page.getByRole('heading', { name: 'What if' }) })
  await expect(whatIf.getByRole('group', { name: `${type} added, bought in ${year}` })).toBeVisible()
  await expect(whatIf).toContainText(`${count} × ${type} at £949.99 in ${year}`)
  // A budget cannot pay for what should have been bought before it begins.
  await page.goto(`./budgets/${budget.id}?add=12_949.99_GBP_2020_Laptop`)
  const moved = `planned for 2020, counted in FY ${budget.fiscalYear}`
  await expect(whatIf.getByRole('group', { name: `Laptop added, ${moved}` })).toBeVisible()
  await expect(whatIf).toContainText(`12 × Laptop at £949.99 (${moved})`)
  expect(writes).toEqual([])

  // No figure of all clients is cut beside the assumptions.
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.goto('./replacements?price-Laptop=1200.5&life-Laptop=4')
  const byYear = page.getByRole('region', { name: 'Devices to replace by year and type' })
  expect(await byYear.evaluate((table) => table.scrollWidth - table.clientWidth)).toBe(0)
})

test(
  'people who do not answer, what others say and goals by quarter are counted with the records behind each',
  thorough,
  async ({ page, server }) => {
    const company = (await api(page, server).list<Company>('/companies?limit=1&orderBy=created_at&orderDirection=asc'))
      .data[0] as Company
    await page.goto(`./nps/coverage?period=365&companyId=${company.id}`)
    const silent = page.locator('section', { has: page.getByRole('heading', { name: 'Without a response' }) })
    const total = Number(await silent.locator('header span').first().textContent())
    await expect(silent.getByRole('row')).toHaveCount(total + 1)
    await expect(page.getByText('may have answered.')).toBeVisible()

    await page.goto('./nps/words?period=365')
    const words = page.getByRole('table', { name: 'Promoters’ words' })
    await expect(words.getByRole('row').nth(1)).toBeVisible()
    const header = page.locator('section', { has: words }).locator('header').first()
    await expect(header).toContainText(/promoters and [\d,]+ detractors with a comment/)
    const [promoters = '', detractors = ''] = await words.getByRole('row').nth(1).getByRole('cell').allTextContents()
    const uses = Number.parseInt(promoters, 10) + Number.parseInt(detractors, 10)
    const word = await words.getByRole('row').nth(1).getByRole('link').textContent()
    await words.getByRole('row').nth(1).getByRole('link').click()
    const quoted = page.locator('section', { has: page.getByRole('heading', { name: `Comments with “${word}”` }) })
    await expect(quoted).toContainText(`${uses} responses`)

    const from = `${new Date().getUTCFullYear() - 1}-Q4`
    const { lanes } = await api(page, server).get<{ lanes: object[] }>(
      `/goal-road-map?from=${from}&quarters=6&by=company&limit=150`,
    )
    expect(lanes.length).toBeGreaterThan(50)
    await page.goto(`./goals/road-map?from=${from}`)
    await page.getByRole('button', { name: `Show ${lanes.length - 50} more` }).click()
    const clients = page.getByRole('table', { name: 'Goals by quarter and client' })
    await expect(clients.getByRole('rowheader').nth(50).getByRole('link')).toBeFocused()

    await expect(page.getByRole('combobox', { name: 'Company' })).toBeVisible()
    const size = page.viewportSize() ?? { width: 1440, height: 900 }
    // The printable width of A4, upright.
    await page.setViewportSize({ width: 688, height: 900 })
    await page.emulateMedia({ media: 'print' })
    expect(await clients.evaluate(goalsOverTheNext)).toEqual([])
    await expect(page.getByRole('combobox', { name: 'Company' })).toBeHidden()
    await page.emulateMedia({ media: 'screen' })

    await page.setViewportSize({ width: 390, height: 900 })
    const cut = () =>
      page
        .getByRole('region', { name: 'Road map' })
        .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    await expect.poll(cut).toBe(0)
    await page.setViewportSize(size)

    await page.goto(`./goals/road-map?companyId=${company.id}`)
    await expect(page.getByRole('table', { name: 'Goals by quarter and category' })).toBeVisible()
    await page.keyboard.press(']')
    await expect(page).toHaveURL(/from=\d{4}-Q[1-4]/)
    await page.goto(`./goals/road-map?companyId=${company.id}&from=2026-Q1`)
    await page.evaluate(async () => {
      for (const _ of [1, 2]) {
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: ']', bubbles: true }))
        // The address changes, and nothing is drawn in between.
        for (let turn = 0; turn < 20; turn += 1) await null
      }
    })
    await expect(page).toHaveURL(/from=2026-Q3/)

    await page.goto(`./companies/${company.id}`)
    await page.getByRole('link', { name: 'Since the last meeting' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Since the last meeting' })).toBeVisible()
    const day = page.getByLabel('Since', { exact: true })
    await day.fill('2026-06-02')
    await expect(page).toHaveURL(/since=2026-06-02/)
    // Typed by keys, each of which makes another day: the field keeps the focus.
    await day.focus()
    await page.keyboard.type('06062026')
    await expect(page).toHaveURL(/since=2026-06-06/)
    const responses = page.getByRole('link', { name: /new responses?$/ })
    await expect(responses).toHaveAttribute('href', /dateFrom=2026-06-06/)
    await expect(day).toBeFocused()
    await responses.click()
    await expect(page).toHaveURL(/nps\/responses\?companyId=.*dateFrom=2026-06-06/)
    await page.goBack()
    await expect(day).toHaveValue('2026-06-06')

    const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
    await page.goto(`./companies/${company.id}/since?since=${yesterday}`)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ])
    const file = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
    const empty = page.locator('section', { hasText: 'Nothing new.' })
    await expect(empty).not.toHaveCount(0)
    expect(file.filter((row) => row.endsWith(',Nothing new.')).map((row) => row.split(',')[0])).toEqual(
      await empty.getByRole('heading').allTextContents(),
    )
  },
)

const goalsOverTheNext = (table: Element) =>
  [...table.querySelectorAll('td')]
    .filter((cell) => {
      const { right } = cell.getBoundingClientRect()
      return [...cell.querySelectorAll('li *')].some((part) => part.getBoundingClientRect().right > right + 1)
    })
    .map(({ textContent }) => textContent)
