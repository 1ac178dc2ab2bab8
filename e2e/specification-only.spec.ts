import fs from 'node:fs/promises'
import { expect } from '@playwright/test'
import { createTempFolder } from '../src/server/testing/temp-folder'
import { api, type Company, type Rule } from './support/api'
import { addFilter } from './support/filters'
import { hrefOf, type Server, startServer } from './support/instance'
import { test as base, signIn } from './support/server'
import { specificationServer } from './support/specification-server'
import { thorough } from './support/thorough'

const day = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)

type Template = { id: string; title: string }

/** The console in front of a server without the additions, over the sample. */
const start = async (full: Server) => {
  const bare = await specificationServer(full.origin)
  const { folder, remove } = await createTempFolder()
  const server = await startServer(folder, { QUARTERDECK_UPSTREAM: bare.origin, QUARTERDECK_ADMIN_KEY: '' })
  const stop = async () => {
    await server.stop()
    await bare.stop()
    await remove()
  }
  return { bare, server, stop }
}

type Fronting = Awaited<ReturnType<typeof start>>
let started: Promise<Fronting> | undefined

/** The console may never send what the specification lacks. */
const test = base.extend<{ full: Server; fronting: Fronting; bare: Fronting['bare'] }>({
  full: async ({ servers }, use, { file }) => {
    await use(await servers.named(file))
  },
  fronting: async ({ full }, use) => {
    started ??= start(full)
    await use(await started)
  },
  bare: async ({ fronting: { bare } }, use) => {
    bare.refused.length = 0
    await use(bare)
    expect(bare.refused.filter((refusal) => refusal.startsWith('400'))).toEqual([])
  },
  server: async ({ fronting, bare: _ }, use) => use(fronting.server),
})

// With --repeat-each the file runs again in the same worker.
test.afterAll(async () => {
  await (await started)?.stop()
  started = undefined
})

// Its days are those that the API counts.
test.use({ timezoneId: 'UTC' })

test.beforeEach(({ page, server }) => signIn(page, server))

test('records without a list are opened by ID and kept among recent ones', thorough, async ({ page, full }) => {
  const template = (await api(page, full).list<Template>('/compliance/templates?limit=1')).data[0]
  await page.goto('./compliance')
  await expect(page.getByRole('heading', { name: 'This server can’t list compliance templates' })).toBeVisible()
  await page.getByLabel('ID', { exact: true }).fill('seven')
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('The ID must be a UUID')
  await expect(page.getByLabel('ID', { exact: true })).toHaveValue('seven')
  await page.getByLabel('ID', { exact: true }).fill(` ${template?.id} `)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: template?.title ?? '' })).toBeVisible()
  await page.goBack()
  await page.waitForURL('./compliance')
  await page.getByRole('link', { name: template?.title ?? '' }).click()
  await expect(page).toHaveURL(`./compliance/${template?.id}`)

  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in with an API key' })).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(template?.title)
})

test('a budget is loaded by an empty PATCH, after confirmation', thorough, async ({ page, full }) => {
  const budget = (
    await api(page, full).list<{ id: string; title: string; status: string; updatedAt: string }>('/budgets?limit=1')
  ).data[0]
  const writes: string[] = []
  page.on('request', (request) => request.method() === 'PATCH' && writes.push(request.postData() ?? ''))
  await page.goto(`./budgets/${budget?.id}`)
  await expect(page.getByText('which changes nothing and returns the budget')).toBeVisible()
  expect(writes).toEqual([])
  await page.getByRole('button', { name: 'Load budget' }).click()
  await expect(page.getByRole('heading', { level: 1, name: budget?.title ?? '' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Line items' })).toBeVisible()
  expect(writes).toEqual(['{}'])
  const after = await api(page, full).get<{ updatedAt: string }>(`/budgets/${budget?.id}`)
  expect(after.updatedAt).toBe(budget?.updatedAt)

  // It stays after a write, though this server never shows it by its ID.
  const status = (name: string) =>
    page.getByRole('group', { name: 'Status' }).getByRole('button', { name, exact: true })
  for (const name of ['Draft', 'Approved', 'Obsolete'].filter((each) => each !== budget?.status)) {
    await status(name).click()
    await expect(page.getByText(`set to ${name.toLowerCase()}.`)).toBeVisible()
  }
  await expect(page.getByRole('heading', { name: 'Line items' })).toBeVisible()
})

test('links to a company or a rule use the data of their lists', thorough, async ({ page, full }) => {
  const { list } = api(page, full)
  const company = (await list<Company>('/companies?limit=1&page=77')).data[0]
  const rule = (await list<Rule>('/automation?limit=1&page=12')).data[0]
  await page.goto(`./companies/${company?.id}`)
  await expect(page.getByRole('heading', { level: 1, name: company?.name ?? '' })).toBeVisible()
  await expect(page.getByText('This server can’t show individual companies')).toBeVisible()
  await page.goto(`./automation/${rule?.id}`)
  await expect(page.getByRole('heading', { level: 1, name: rule?.name ?? '' })).toBeVisible()
  await page.goto('./companies/00000000-0000-4000-8000-000000000000')
  await expect(page.getByRole('heading', { name: 'Company not found' })).toBeVisible()
})

test('clients side by side are calculated from lists, with what is missing named', thorough, async ({ page, full }) => {
  const same = await api(page, full).list<{ id: string; score: number; answers: number; waiting: number }>(
    '/client-overview?limit=10&sortColumn=waiting',
  )
  await page.goto('./clients')
  await expect(page.getByText('The server doesn’t provide the data for budget per head, out of warranty')).toBeVisible()
  await page.getByRole('button', { name: /^Calculate with \d+ requests/ }).click()
  await page.getByRole('columnheader', { name: 'Waiting' }).getByRole('link').click()
  await expect(page.getByRole('button', { name: /Cancel|^Calculate with/ })).toHaveCount(0)
  for (const { id, answers, waiting } of same.data.filter(({ answers }) => answers > 0)) {
    const row = page.getByRole('row').filter({ has: page.locator(`a[href="${hrefOf(`/companies/${id}`)}"]`) })
    if (answers < 10) await expect(row).toContainText(`${answers} response`)
    await expect(row.getByRole('cell').nth(3)).toContainText(String(waiting))
  }
  await expect(page.getByRole('columnheader', { name: 'Out of warranty' })).toHaveCount(0)
  const [first, second] = [page.getByRole('row').nth(1), page.getByRole('row').nth(2)]
  await first.getByRole('checkbox').check()
  await second.getByRole('checkbox').check()
  await expect(first.getByRole('checkbox')).toBeChecked()
})

test(
  'what is refused or cancelled leaves the figures of the other lists, and pages say which part they show',
  thorough,
  async ({ page, full }) => {
    const detail = 'This key may not read responses.'
    await page.route(/surveys\/nps\/responses\?/, (route) =>
      route.fulfill({ status: 403, json: { status: 403, detail } }),
    )
    // Never answered, so that there is something to cancel.
    await page.route(/companies\/users\?.*page=2(&|$)/, () => {})
    await page.goto('./clients')
    await expect(page.getByText(`score, because the responses can’t be read: ${detail}`)).toBeVisible()
    await page.getByRole('button', { name: /^Calculate with \d+ requests/ }).click()
    await expect(page.getByRole('columnheader', { name: 'Since last report' })).toBeVisible()
    await expect(page.getByText(/^\d+ of \d+ pages loaded/)).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(
      page.getByText(
        /Incomplete: calculated from (\d+) of \1 companies, (\d+) of \2 published reports. Left out: active people/,
      ),
    ).toBeVisible()
    await expect(page.getByRole('columnheader', { name: 'Active people' })).toHaveCount(0)
    await expect(page.getByRole('columnheader', { name: 'Score' })).toHaveCount(0)

    await page.unroute(/surveys\/nps\/responses\?/)
    await page.route(/surveys\/nps\/responses\?.*page=2(&|$)/, () => {})
    await page.goto('./nps/coverage?period=365')
    for (const part of ['50 of [\\d,]+ people', '100 of [\\d,]+ responses']) {
      await expect(page.getByText(new RegExp(`^${part} loaded`))).toBeVisible()
      await page.getByRole('button', { name: 'Cancel' }).first().click()
      await expect(page.getByText(new RegExp(`Incomplete: calculated from ${part}`))).toBeVisible()
    }
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ])
    const rows = (await fs.readFile(await download.path(), 'utf8')).split('\r\n')
    for (const part of ['50 of [\\d,]+ people', '100 of [\\d,]+ responses'])
      expect(rows.some((row) => new RegExp(`^"?Incomplete: calculated from ${part}\\.`).test(row))).toBe(true)

    await page.goto('./nps/words?period=all')
    await expect(page.getByText('100 of 2,000 responses loaded')).toBeVisible()
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', '')
    })
    await page.getByRole('button', { name: 'Print' }).click()
    await expect(page.getByRole('button', { name: 'Preparing to print' })).toBeVisible()
    await expect(page.locator('body')).not.toHaveAttribute('data-printed')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.locator('body')).toHaveAttribute('data-printed')
    await expect(page.getByText(/Incomplete: calculated from the newest 100 of [\d,]+ responses/)).toBeVisible()
    await page.unroute(/surveys\/nps\/responses\?.*page=2(&|$)/)
    await page.getByRole('button', { name: 'Load more' }).click()
    await expect(page.getByText(/Incomplete: calculated from the newest 2,100 of [\d,]+ responses/)).toBeVisible()

    const asked: (string | null)[] = []
    const goal = { id: '5b0e6c1a-93d7-4f0e-8a42-7c19e0d4b6f3', title: 'Replace the firewall', dueDate: null }
    const cancelledId = '5b0e6c1a-93d7-4f0e-8a42-7c19e0d4b6f4'
    const cancelled = { ...goal, id: cancelledId, status: { id: cancelledId, name: 'Cancelled' } }
    await page.route(/\/goals\?/, (route) => {
      const number = new URL(route.request().url()).searchParams.get('page')
      asked.push(number)
      if (number === '1') return route.fulfill({ json: { data: [goal, cancelled], pagination: { totalCount: 150 } } })
    })
    await page.goto('./goals/road-map')
    await expect(page.getByText('2 of 150 goals loaded')).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    const incomplete = page.getByText('Incomplete: calculated from the newest 2 of 150 goals')
    await expect(incomplete).toBeVisible()
    await expect(page.getByText('1 goal has neither a quarter nor a due date.')).toBeVisible()
    await page.getByRole('link', { name: 'Later' }).click()
    await expect(page).toHaveURL(/from=/)
    await expect(incomplete).toBeVisible()
    expect(asked).toEqual(['1', '2'])

    await page.route(/companies\/users\?.*last_login/, () => {})
    const company = (await api(page, full).list<Company>('/companies?limit=1')).data[0]
    await page.goto(`./companies/${company?.id}/since?since=2026-06-01`)
    await expect(page.getByText('3 of 5 lists loaded')).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('Incomplete: calculated from 3 of 5 lists. Left out: goals, people.')).toBeVisible()
    await page.unroute(/companies\/users\?.*last_login/)
    await page.unroute(/\/goals\?/)
    await page.getByRole('button', { name: 'Load more' }).click()
    await expect(page.getByText('This server can’t list goals.')).toBeVisible()
    await expect(page.getByText('Incomplete')).toHaveCount(0)
  },
)

test('filters that such a server would ignore are not offered', thorough, async ({ page, full }) => {
  await page.goto('./companies')
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  await expect(page.getByRole('searchbox')).toHaveCount(0)
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveCount(0)
  await page.goto('./companies?status=active')
  await expect(page.getByText('status=active')).toBeVisible()
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  await page.getByRole('button', { name: 'Save view' }).click()
  await expect(page.getByText('on this computer. The link works anywhere.')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Share with everyone' })).toHaveCount(0)
  await page.goto('./company-users')
  await addFilter(page, 'Role')
  await expect(page.getByText('Partial: only values of loaded rows')).toBeVisible()
  await page.getByRole('listbox', { name: 'Role' }).getByRole('option').first().click()
  await expect(page).toHaveURL(/roleId=/)
  await page.goto('./nps/responses')
  await addFilter(page, 'Company')
  const { data } = await api(page, full).list<Company>('/companies?orderBy=name&orderDirection=asc')
  const ninth = data[8]?.name ?? ''
  await page.route('**/companies?limit=100*', async (route) => {
    const response = await route.fetch()
    const { data, pagination } = await response.json()
    await route.fulfill({ response, json: { data, pagination: { ...pagination, totalCount: 101 } } })
  })
  await page.getByRole('combobox', { name: 'Company' }).fill('No such company')
  await expect(page.getByText('Not among the first 100; paste an ID')).toBeVisible()
  await page.getByRole('combobox', { name: 'Company' }).fill(ninth)
  await expect(page.getByText('Searched among the first 100; paste an ID for others')).toBeVisible()
  await page.getByRole('listbox', { name: 'Company' }).getByRole('option', { name: ninth }).first().click()
  await expect(page).toHaveURL(/companyId=/)
  const company = (await api(page, full).list<Company>('/companies?limit=1')).data[0]
  await page.goto(`./companies/${company?.id}`)
  await expect(page.getByRole('heading', { name: 'Contacts' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Rules that apply' })).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search and commands' })).toBeFocused()
  await page.keyboard.type(company?.name ?? '')
  await expect(page.getByRole('dialog').getByRole('option').first()).toContainText(company?.name ?? '')
})

test(
  'a score is computed from lists, follow-ups are marked on this computer, and Due soon says which kinds the server does not list',
  thorough,
  async ({ page }) => {
    await page.goto('./nps/review?period=365')
    const score = page.locator('section', { has: page.getByRole('heading', { name: 'Score', exact: true }) })
    await expect(score).toContainText(/±\d+ at 95%, from [\d,]+ responses/)
    await expect(page.getByRole('list', { name: 'Responses' }).locator('> li').first()).toBeVisible()
    // Before the server is known to lack additions, it is asked for one.
    let isAway = true
    await page.route('**/v1/me', (route) => (isAway ? route.fulfill({ status: 503, body: '{}' }) : route.fallback()))
    // Where no script of the console still notes what the server lacks.
    await page.goto('./icon.svg')
    await page.evaluate(() => sessionStorage.clear())
    await page.goto('./nps/review?period=365&followUpRequired=true')
    await page.getByRole('button', { name: 'Mark as handled', exact: true }).waitFor()
    isAway = false
    await page.keyboard.press('h')
    await expect(page.getByText('Marked on this computer only; colleagues won’t see it.')).toBeVisible()
    await page.goto('./nps/follow-up')
    await expect(page.getByRole('button', { name: 'Mark as handled (this computer)' })).toBeVisible()
    await page.keyboard.press('h')
    await expect(page.getByText('Marked on this computer only; colleagues won’t see it. Responses stay')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Edit follow-up' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Move/ })).toHaveCount(0)
    await page.goto('./due')
    await expect(page.getByRole('group', { name: 'Report runs' }).locator('small')).toHaveText(/^\d+$/)
    for (const kind of ['Warranties', 'Certificates', 'Enrollments', 'Goals'])
      await expect(page.getByRole('group', { name: kind })).toContainText('This server can’t list these.')
  },
)

test(
  'Today shows what such a server offers, and requests missing operations once',
  thorough,
  async ({ page, bare }) => {
    await page.goto('./today')
    await expect(page.getByRole('heading', { name: 'Failing report schedules' })).toBeVisible()
    await expect(page.getByText(/±\d+ at 95%/)).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Budgets waiting for approval' })).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Warranties', level: 2 })).toHaveCount(0)
    await page.goto('./due')
    for (const kind of ['Warranties', 'Certificates', 'Enrollments', 'Goals'])
      await expect(page.getByRole('group', { name: kind })).toContainText('This server can’t list these.')
    await page.goto('./budgets')
    await expect(page.getByRole('heading', { name: 'This server can’t list budgets' })).toBeVisible()
    const refused = bare.refused.map((refusal) => refusal.replace(/\?.*/, ''))
    // Signing in asks for it too.
    expect(refused.filter((refusal) => refusal.endsWith('/me'))).toHaveLength(2)
    for (const path of ['/budgets', '/views', '/goals', '/devices', '/training/enrollments'])
      expect(refused.filter((refusal) => refusal.endsWith(path)).length, path).toBeLessThanOrEqual(1)
  },
)

test(
  'who does not answer is calculated from lists, and pages say which lists they miss',
  thorough,
  async ({ page, full }) => {
    const company = (await api(page, full).list<Company>('/companies?limit=1&orderBy=created_at&orderDirection=asc'))
      .data[0] as Company
    const query = 'period=365&companyId='
    await page.goto(`./nps/coverage?${query}${company.id}`)
    const byRole = page.locator('section', { has: page.getByRole('heading', { name: 'By role' }) })
    const [dateFrom, dateTo] = [-364, 0].map(day) as [string, string]
    const counted = await api(page, full).get<{ people: number; answered: number }>(
      `/response-coverage?${new URLSearchParams({ dateFrom, dateTo, companyId: company.id })}`,
    )
    await expect(byRole).toContainText(`${counted.answered} of ${counted.people} people answered`)
    await page.goto('./nps/words?period=all')
    await expect(page.getByRole('table', { name: 'Promoters’ words' })).toBeVisible()
    await expect(page.getByText(/calculated from the newest 2,000 of [\d,]+ responses/)).toBeVisible()
    await page.goto('./replacements')
    await expect(page.getByRole('heading', { name: 'This server can’t list devices' })).toBeVisible()
    await page.goto('./goals/road-map')
    await expect(page.getByRole('heading', { name: 'This server can’t list goals' })).toBeVisible()
    await page.goto(`./companies/${company.id}/since?since=2026-06-01`)
    await expect(page.getByRole('link', { name: /new responses?$/ })).toBeVisible()
    for (const list of ['goals', 'budgets with their history', 'devices'])
      await expect(page.getByText(`This server can’t list ${list}.`)).toBeVisible()
  },
)

test(
  'choices for a brief are saved on this computer if the server can’t store them',
  thorough,
  async ({ page, full }) => {
    const { data } = await api(page, full).list<Company>('/companies?limit=1')
    await page.goto(`./companies/${data[0]?.id}/brief`)
    await expect(page.getByText('yours are saved on this computer only.')).toBeVisible()
    await page.getByRole('button', { name: 'Edit' }).click()
    const form = page.getByRole('dialog', { name: 'Edit the client brief' })
    await form.getByRole('textbox', { name: 'What we propose' }).fill('Replace twelve laptops.')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('article').getByText('Replace twelve laptops.')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('article').getByText('Replace twelve laptops.')).toBeVisible()
    await page.getByRole('button', { name: 'Download' }).click()
    const [request] = await Promise.all([
      page.waitForRequest((candidate) => candidate.method() === 'POST'),
      page.getByRole('button', { name: 'Word' }).click(),
    ])
    expect(request.postDataJSON()).toMatchObject({ proposal: 'Replace twelve laptops.' })
    expect((await request.response())?.status()).toBe(200)
    await page.goto('./settings/brand')
    await expect(page.getByText('This server doesn’t store a brand, so briefs look like the console.')).toBeVisible()
  },
)
