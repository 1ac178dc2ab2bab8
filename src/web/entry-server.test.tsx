import { afterAll, afterEach, expect, it, vi } from 'vitest'
import type { Page, RequestContext, ServerFetch } from '../contract/core/ssr-protocol'
import { readBrief, resolvePage } from './entry-server'
import type { PageState } from './lib/dehydrated-state'

// It reads language and zone from requests, which other files of this worker have none of.
afterAll(() => {
  vi.resetModules()
})
afterEach(() => void vi.useRealTimers())

const berlin: RequestContext = {
  locale: 'de-DE',
  zone: 'Europe/Berlin',
  origin: 'https://quarterdeck.example',
  preferences: {},
}
const london: RequestContext = { ...berlin, locale: 'en-GB', zone: 'Europe/London' }

const id = '5b0e6c1a-93d7-4f0e-8a42-7c19e0d4b6f3'
const listOf = (data: object[]) => ({
  data,
  pagination: { page: 1, limit: 20, totalCount: data.length, totalPages: 1, hasNextPage: false, hasPrevPage: false },
})
const company = { id, name: 'Otterburn & Sons', employeeCount: 12_345, updatedAt: '2026-07-01T22:30:00.000Z' }

const me = { data: { kind: 'key', name: 'Admin key', roles: [], scopes: [] } }

/** An API that answers some paths with a body, a response or an error, /me with a key, and all others with an empty list. */
const apiOf = (given: Record<string, object>) => {
  const answers: Record<string, object> = { '/me': me, ...given }
  const requested: string[] = []
  const fetch: ServerFetch = async (path) => {
    const [pathname = ''] = path.replace('/api/public/v1', '').split('?')
    requested.push(pathname)
    await new Promise((resolve) => setImmediate(resolve))
    const answer = answers[pathname]
    if (answer instanceof Error) throw answer
    return answer instanceof Response ? answer : Response.json(answer ?? listOf([]))
  }
  return { fetch, requested }
}

const render = async (address: string, context: RequestContext, fetch: ServerFetch | null) => {
  const page = resolvePage(new URL(address, 'https://quarterdeck.example')) as Page
  const { html, state } = await page.render(context, fetch)
  return { html, state: JSON.parse(state) as PageState }
}

const keysOf = ({ queries }: PageState) => queries.queries.map(({ queryKey }) => queryKey[0])

it('renders a list with its rows, and passes on what it was rendered from', async () => {
  const { fetch, requested } = apiOf({ '/companies': listOf([company]) })
  const { html, state } = await render('/companies', london, fetch)
  expect(html).toContain('<title>Companies · Quarterdeck</title>')
  expect(html).toContain('Otterburn &amp; Sons')
  expect(keysOf(state)).toContain('/companies')
  expect(state.context).toEqual(london)
  expect(Date.parse(state.date)).toBeGreaterThan(Date.now() - 60_000)
  expect(requested.filter((path) => path === '/companies')).toHaveLength(1)
})

it('says that nothing matches before the part that names the filters has loaded', async () => {
  const { html } = await render('/companies?industry=Alchemy', london, apiOf({ '/companies': listOf([]) }).fetch)
  expect(html).toContain('<h2>No companies match</h2>')
})

it('renders a page with its data when it is the first of its kind', async () => {
  const { fetch, requested } = apiOf({ [`/companies/${id}`]: { data: company } })
  expect((await render(`/companies/${id}`, london, fetch)).html).toContain('Otterburn &amp; Sons')
  expect(requested).toContain(`/companies/${id}`)
})

it.each([
  [0, null],
  [1, '1 response'],
  [12, 'All 12 responses'],
])('links to a client’s %s responses as “%s”', async (count, words) => {
  const { fetch } = apiOf({ [`/companies/${id}`]: { data: company } })
  const { html } = await render(`/companies/${id}`, london, async (path) => {
    const totalCount = path.includes('/surveys/nps/responses?') && path.includes('category=promoter') ? count : 0
    const { data, pagination } = listOf([])
    return totalCount > 0 ? Response.json({ data, pagination: { ...pagination, totalCount } }) : fetch(path)
  })
  const linked = (to: string) => html.split(`href="${to}?companyId=${id}"`)[1]?.split(/[<>]/)[1] ?? null
  expect([linked('/nps/responses'), linked('/nps/review')]).toEqual([words, words && 'Review'])
})

it('finds the budget of a client that leads behind six obsolete ones, and says how many more there are', async () => {
  const budgets = Array.from({ length: 9 }, (_, at) => ({
    ...{ id: `b-${at}`, title: `Plan ${at}`, fiscalYear: 2030 - at, currency: 'GBP', totals: { grandTotal: 100 + at } },
    status: at === 7 ? 'Approved' : 'Obsolete',
  }))
  const { fetch } = apiOf({ [`/companies/${id}`]: { data: company } })
  const withLimit: ServerFetch = async (path) => {
    const url = new URL(path, 'https://quarterdeck.example')
    if (!url.pathname.endsWith('/budgets')) return fetch(path)
    const { data, pagination } = listOf(budgets)
    return Response.json({ data: data.slice(0, Number(url.searchParams.get('limit'))), pagination })
  }
  const { html } = await render(`/companies/${id}`, london, withLimit)
  expect(html).toContain('£107.00')
  expect(html.replaceAll('<!-- -->', '')).toContain('and 3 more')
})

it('renders the first operations of the API reference', async () => {
  const operation = (summary: string, tag: string) => ({
    get: { operationId: summary, tags: [tag], summary, responses: {} },
  })
  const { fetch } = apiOf({
    '/openapi.json': {
      info: { title: 'Public Management API', version: '1.0.0' },
      paths: { '/companies': operation('List companies', 'Companies'), '/goals': operation('List goals', 'Goals') },
    },
  })
  const { html } = await render('/reference', london, fetch)
  expect(html).toContain('2 operations')
  expect(html).toContain('List companies')
})

it('names the source modules of a page, and of the page that a form opens over', () => {
  const modulesOf = (path: string) => (resolvePage(new URL(path, 'https://quarterdeck.example')) as Page).modules
  expect(modulesOf('/companies')).toEqual(['src/web/companies/companies-page.tsx'])
  expect(modulesOf(`/companies/${id}/edit`)).toEqual([
    'src/web/companies/company-page.tsx',
    'src/web/companies/company-edit-page.tsx',
  ])
  expect(modulesOf('/no/such/page')).toEqual(['src/web/shell/not-found-page.tsx'])
})

it('redirects from addresses that only lead to another page', () => {
  expect(resolvePage(new URL('https://quarterdeck.example/'))).toEqual({ redirect: '/today' })
  expect(resolvePage(new URL('https://quarterdeck.example/settings'))).toEqual({ redirect: '/settings/api-access' })
})

it('shows one person nothing of what another may see', async () => {
  const hers = apiOf({ '/companies': listOf([company]) })
  expect((await render('/companies', london, hers.fetch)).html).toContain('Otterburn')
  const refused = apiOf({ '/companies': new Error('403') })
  const { html, state } = await render('/companies', london, refused.fetch)
  expect(html + JSON.stringify(state)).not.toContain('Otterburn')
})

it('renders for several people at the same time, for each in their own locale', async () => {
  const { fetch } = apiOf({ '/companies': listOf([company]) })
  const all = await Promise.all(
    Array.from({ length: 10 }, (_, index) => render('/companies', index % 2 ? berlin : london, fetch)),
  )
  for (const [index, { html }] of all.entries()) expect(html).toContain(index % 2 ? '12.345' : '12,345')
})

it('renders the day that it is in the time zone of the user', async () => {
  const dayIn = async (zone: string) => {
    const { html } = await render('/today', { ...london, zone }, apiOf({}).fetch)
    return /\d+ \w+ \d{4}/.exec(html)?.[0]
  }
  // Twenty-five hours apart.
  expect(await dayIn('Pacific/Kiritimati')).not.toBe(await dayIn('Pacific/Pago_Pago'))
})

it('leaves what cannot be loaded to the browser, and renders the rest', async () => {
  const { fetch } = apiOf({ '/companies': listOf([company]), '/me': new Error('The database is away.') })
  const { html, state } = await render('/companies', london, fetch)
  expect(html).toContain('Otterburn')
  expect(keysOf(state)).toEqual(['/companies', '/views'])

  for (const none of [() => Promise.reject(new Error()), null]) {
    const nothing = await render('/companies', london, none)
    expect(nothing.state.queries.queries).toEqual([])
    expect(nothing.html).toContain('data-loading')
    expect(nothing.html).not.toContain('role="alert"')
  }
})

it('leaves what was answered in part to the browser', async () => {
  const soon = new Date(Date.now() + 5 * 24 * 3_600_000).toISOString()
  const certificate = { id, course: { id, name: 'Phishing' }, enrollmentId: id, expiresAt: soon }
  const answers = { '/training/certificates': listOf([certificate]), '/training/enrollments': listOf([{ id }]) }
  const lanes = async (more: Record<string, object>) => {
    const { state } = await render('/due', london, apiOf({ ...answers, ...more }).fetch)
    return state.queries.queries.map(({ queryKey }) => queryKey.slice(0, 2).join(' '))
  }
  expect(await lanes({})).toContain('due certificates')
  const without = await lanes({ '/training/enrollments': new Error('Too late.') })
  expect(without).not.toContain('due certificates')
  expect(without).toContain('due goals')
})

it('renders the preferences of the person', async () => {
  const preferences = { nav: 'folded', density: 'relaxed', theme: 'dark' }
  const { html } = await render(
    '/companies',
    { ...london, preferences },
    apiOf({ '/companies': listOf([company]) }).fetch,
  )
  expect(html).toContain('data-nav="collapsed"')
  expect(html).toContain('data-density="relaxed"')
  expect(html).toMatch(/<input[^>]* checked=""[^>]* value="dark"/)
})

it.each([
  ['//evil.example/%ff?a=1', '/evil.example/%25ff?a=1'],
  ['/\\evil.example/%ff', '/evil.example/%25ff'],
  ['///evil.example/companies', '/evil.example/companies'],
  ['//companies?search=a', '/companies?search=a'],
])('redirects within the console from %s', (path, redirect) => {
  expect(resolvePage(new URL(`https://quarterdeck.example${path}`))).toEqual({ redirect })
})

it('redirects from a broken % escape to an address that means the same, and logs nothing', async () => {
  const warn = vi.spyOn(console, 'warn')
  for (const [path, text] of [
    ['/companies/%E0%A4%A', 'Companies'],
    ['/%E0%A4%A', 'Page not found'],
    ['/x%0a', 'Page not found'],
    ['/companies/%E2%80%A8/x', 'Page not found'],
  ] as const) {
    const page = resolvePage(new URL(path, 'https://quarterdeck.example')) as { redirect: string }
    expect(page).toEqual({ redirect: path.replaceAll('%', '%25') })
    expect((await render(page.redirect, london, apiOf({}).fetch)).html).toContain(text)
  }
  expect(warn).not.toHaveBeenCalled()
  warn.mockRestore()
})

it.each([
  ['en-US', 'en-US'],
  ['en-GB', 'en-GB'],
  ['de-DE', 'en-GB'],
])('says what day it is in English, to a user of %s in the order of %s', async (locale, order) => {
  const { html, state } = await render('/today', { ...london, locale }, apiOf({}).fetch)
  const day = new Intl.DateTimeFormat(order, { dateStyle: 'full', timeZone: london.zone })
  expect(html).toContain(day.format(new Date(state.date)))
})

it.each([
  ['/nps/responses?dateFrom=2026-05-05&dateTo=2026-05-01', '“From” (5 May 2026) is later than “Until” (1 May 2026)'],
  [
    '/nps/review?dateFrom=2026-05-05T10:00:00Z&dateTo=2026-05-05T09:00:00Z',
    '“From” (5 May 2026 11:00) is later than “Until” (5 May 2026 10:00)',
  ],
  [
    '/devices?warrantyAfter=2026-02-01&warrantyBefore=2026-01-01',
    '“Warranty ends from” (1 Feb 2026) is later than “Warranty ends by” (1 Jan 2026)',
  ],
  [
    '/devices?warrantyAfter=2026-02-01T23:30:00Z&warrantyBefore=2026-01-01T00:00:00Z',
    '“Warranty ends from” (1 Feb 2026) is later than “Warranty ends by” (1 Jan 2026)',
  ],
  ['/nps/coverage?dateFrom=2026-05-05&dateTo=2026-05-01', '“From” (5 May 2026) is later than “Until” (1 May 2026)'],
  ['/nps/words?dateFrom=2026-05-05&dateTo=2026-05-01', '“From” (5 May 2026) is later than “Until” (1 May 2026)'],
])('says that the range in %s is reversed, and does not ask for it', async (address, text) => {
  const requested: string[] = []
  const { html } = await render(address, london, async (path) => {
    requested.push(path)
    return Response.json(listOf([]))
  })
  const [said] = /“[^”]+” \([^)]+\) is later than “[^”]+” \([^)]+\)/.exec(html.replaceAll('<!-- -->', '')) ?? []
  expect(said).toBe(text)
  expect(requested.filter((path) => /dateFrom|dateTo|warranty/.test(path))).toEqual([])
})

it.each([
  ['/nps/responses?dateFrom=2026-05-06&dateTo=2026-05-07', '6 – 7 May 2026'],
  ['/nps/responses?dateFrom=2026-05-05T12:00:00.000Z&dateTo=2026-05-07T11:59:59.999Z', '6 – 7 May 2026'],
  ['/nps/review?dateFrom=2026-05-06&dateTo=2026-05-07', '6 – 7 May 2026'],
])('filters %s by days of the user, and says the same days', async (address, days) => {
  const requested: string[] = []
  const { html } = await render(address, { ...london, zone: 'Pacific/Auckland' }, async (path) => {
    requested.push(decodeURIComponent(path))
    return Response.json(listOf([]))
  })
  expect(html).toContain(days)
  const range = 'dateFrom=2026-05-05T12:00:00.000Z&dateTo=2026-05-07T11:59:59.999Z'
  expect(requested.some((path) => path.includes(range))).toBe(true)
})

it.each([
  ['dateFrom=2999-01-01&dateTo=2999-01-31', {}, 'The period begins on 1 Jan 2999, so no one can have responded yet.'],
  ['period=90', { responses: 0, withoutAddress: 0 }, 'No one responded in this period.'],
  ['period=90', { responses: 3, withoutAddress: 3 }, 'No response in this period has an email address (3 without)'],
  ['period=90', { responses: 3, withoutAddress: 1 }, '1 of 3 responses in the period has no address'],
  ['period=90', { responses: 3, withoutAddress: 0 }, 'there is nothing to compare with'],
])('says in the place of who does not answer what %s with %j cannot tell', async (query, counted, text) => {
  const client = { companyId: id, companyName: 'Ashworth', people: 2, answered: 1, unmatched: 0 }
  const scores = { promotersCount: 1, passivesCount: 1, detractorsCount: 1 }
  const data = { people: 2, answered: 1, totalCount: 1, clients: [{ ...client, ...scores }], ...counted }
  const { html } = await render(`/nps/coverage?${query}`, london, apiOf({ '/response-coverage': { data } }).fetch)
  const said = html.replaceAll('<!-- -->', '')
  expect(said).toContain(text)
  expect(said.includes('Clients by people who did not answer')).toBe(/compare|1 of 3/.test(text))
})

const counts = { promoters: 0, detractors: 0 }
const nothing = { n: counts, ofPromoters: [], ofDetractors: [] }

it.each([
  ['dateFrom=2999-01-01&dateTo=2999-01-31', {}, 'so no one can have responded yet'],
  ['period=90', { countedFrom: null }, 'No promoter or detractor wrote a comment in this period.'],
  [
    'period=90',
    { countedFrom: '2026-05-05T10:00:00.000Z', isCounting: true },
    'No word is significantly more common among promoters.',
  ],
])('says in the place of words what %s with %j cannot tell', async (query, counted, text) => {
  const data = { words: nothing, tags: nothing, isCounting: false, ...counted }
  const { html } = await render(`/nps/words?${query}`, london, apiOf({ '/nps-words': { data } }).fetch)
  const said = html.replaceAll('<!-- -->', '')
  expect(said).toContain(text)
  expect(said.includes('No promoter or detractor wrote')).toBe(text.includes('No promoter or detractor wrote'))
})

const quarter = { quarter: '2026-Q4', goals: 0, done: 0, late: 0, behind: 0, progress: null }
const lane = {
  companyId: id,
  name: 'Ashworth',
  cells: [{ goals: 6, first: [{ id, title: 'Backups', dueDate: null }] }],
}

it.each([
  [{}, 'No goals.'],
  [{ undated: 1 }, 'No goal is planned for these quarters. 1 goal has neither a quarter nor a due date.'],
  [{ elsewhere: 2 }, 'No goal is planned for these quarters. 2 goals are in other quarters.'],
  [{ lanes: [lane], totalCount: 300 }, '>1 of 300 clients, by name.</p>'],
  [
    { lanes: [lane], totalCount: 1 },
    `companyId=${id}&amp;sortColumn=due_date&amp;sortDesc=false">and 5 more, due later<`,
  ],
])('says on the road map of %j what it does not show', async (counted, text) => {
  const data = { quarters: [quarter], lanes: [], totalCount: 0, undated: 0, elsewhere: 0, ...counted }
  const { html } = await render('/goals/road-map?from=2026-Q4', london, apiOf({ '/goal-road-map': { data } }).fetch)
  const said = html.replaceAll('<!-- -->', '')
  expect(said).toContain(text)
  expect(said.includes('Incomplete:')).toBe(text.startsWith('Incomplete:'))
})

it('says on Today when there are too many responses to rank clients', async () => {
  const many = { data: [], pagination: { ...listOf([]).pagination, totalCount: 2001 } }
  const other = { '/surveys/nps/responses': many, '/nps-counts/companies': Response.json({}, { status: 404 }) }
  const { html } = await render('/today', london, apiOf(other).fetch)
  expect(html.replaceAll('<!-- -->', '')).toContain(
    'More than 2,000 responses in the last 90 days, too many to rank here.',
  )
})

it.each([
  ['2026-12-31T12:00:00.000Z', 'Pacific/Auckland', ''],
  ['2027-01-01T03:00:00.000Z', 'America/New_York', 'overdue by 1 day'],
])('judges goals on the road map by the day in UTC, as it counts them: at %s in %s', async (now, zone, word) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })
  const goal = { id: 'g', title: 'New firewall', dueDate: '2026-12-31T09:00:00.000Z', progressPercentage: 0 }
  const data = {
    quarters: [{ quarter: '2026-Q4', goals: 1 }],
    lanes: [{ companyId: id, name: company.name, cells: [{ goals: 1, first: [goal] }] }],
    ...{ totalCount: 1, undated: 0, elsewhere: 0 },
  }
  const { fetch } = apiOf({ '/goal-road-map': { data } })
  const { html } = await render('/goals/road-map', { ...london, zone }, fetch)
  vi.useRealTimers()
  expect(html).toContain('New firewall')
  expect(/overdue by [^<]*/.exec(html)?.[0] ?? '').toBe(word)
})

// Last, because a server that doesn’t answer /me is remembered.
it('has the same days in a brief’s page and in its file, those of the user’s time zone', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-31T12:00:00.000Z') })
  const totals = { grandTotal: 100 }
  const budget = (fiscalYear: number) => ({
    id: `b-${fiscalYear}`,
    fiscalYear,
    status: 'Approved',
    currency: 'GBP',
    totals,
  })
  const goal = { id: 'g', title: 'New firewall', dueDate: '2027-01-01T11:00:00.000Z', progressPercentage: 0 }
  const lists: Record<string, object> = {
    [`/companies/${id}`]: { data: company },
    '/budgets': listOf([budget(2027), budget(2026)]),
    '/goals': listOf([goal, { ...goal, id: 'h', dueDate: '2026-12-31' }]),
    '/devices': listOf([{ id: 'd', name: 'PC-1', warrantyEnd: '2026-12-31' }]),
  }
  const fetch: ServerFetch = async (path) => {
    const [pathname = ''] = path.replace('/api/public/v1', '').split('?')
    return Response.json(lists[pathname] ?? {}, { status: lists[pathname] ? 200 : 403 })
  }
  const zone = 'Pacific/Auckland'
  const file = await readBrief(id, {}, zone, fetch)
  const { state } = await render(`/companies/${id}/brief`, { ...london, zone }, fetch)
  const page = state.queries.queries.find(({ queryKey }) => queryKey[0] === 'brief')?.state.data
  expect(file).toEqual(page)
  expect(file.date).toBe('1 January 2027')
  const text = JSON.stringify(file)
  for (const said of [
    'The budget for 2027 is £100.00.',
    '"Q4 2026","New firewall","31 December 2026 (overdue)"',
    '"Q1 2027","New firewall","1 January 2027"',
    'The warranty of 1 device has ended.',
    'as of 1 January 2027.',
  ])
    expect(text).toContain(said)
})

it('reads no more of the companies for a brief than its client’s page does', async () => {
  const asked: string[] = []
  const fetch: ServerFetch = async (path) => {
    const { pathname, searchParams } = new URL(path, 'http://server')
    if (!pathname.endsWith('/companies')) return new Response('Not found', { status: 404 })
    const page = searchParams.get('page') ?? ''
    asked.push(page)
    const others = Array.from({ length: 100 }, (_, at) => ({ id: `${page}-${at}` }))
    return Response.json({ data: page === '2' ? [company] : others, pagination: { totalCount: 50_000 } })
  }
  await expect(readBrief(id, { sections: [] }, 'UTC', fetch)).resolves.toMatchObject({ client: company.name })
  expect(asked).toEqual(['1', '2'])
  await expect(readBrief('another', { sections: [] }, 'UTC', fetch)).rejects.toThrow(/isn’t among the newest/)
  expect(asked).toHaveLength(22)
})
