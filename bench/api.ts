import os from 'node:os'
import { parseArgs } from 'node:util'
import { type Connection, connect, median, throughput } from './client'
import { jsonServer, limit, ours, type Server, usual } from './contenders'
import { key, loaded, type Place } from './data'
import { writer } from './writer'

/**
 * npm run build && npm run bench:api -- --server postgres://... --rows 1000000 [--only shapes,figures,requests,writes,json-server]
 *
 * Loads a small and a large database once, then measures side by side. Figures are medians of five rounds or more, each
 * round asking everything once, so that a noisy minute hurts all alike. Read the ratios; times are those of the machine.
 */
const { server, rows, settle, only } = parseArgs({
  options: {
    server: { type: 'string' },
    rows: { type: 'string', default: '100000' },
    // Seconds after a start to let the server prepare its lists.
    settle: { type: 'string', default: '20' },
    // As in "requests,writes"; everything without it.
    only: { type: 'string' },
  },
}).values
const large = Number(rows)
const small = 10_000
const rounds = 5

const list = '/api/public/v1/surveys/nps/responses'
const headers = { authorization: `Bearer ${key}` }

const settled = () => new Promise((resolve) => setTimeout(resolve, Number(settle) * 1000))

const print = (columns: (string | number)[]) =>
  console.log(
    `| ${columns.map((value) => (typeof value === 'number' ? value.toFixed(value < 100 ? 2 : 0) : value)).join(' | ')} |`,
  )
const table = (...titles: string[]) => {
  console.log()
  print(titles)
  print(titles.map(() => '---'))
}

/** Runs every measurement once a round and takes medians. */
const inTurns = async <K extends string>(measures: Record<K, () => Promise<number>>, times = rounds) => {
  const names = Object.keys(measures) as K[]
  const found = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<K, number[]>
  for (let round = 0; round <= times; round++)
    for (const name of names) {
      const value = await measures[name]()
      // The first round warms up.
      if (round > 0) found[name].push(value)
    }
  return Object.fromEntries(names.map((name) => [name, median(found[name])])) as Record<K, number>
}

const read = async (connection: Connection, query: string) => {
  const { status, body, ms, head } = await connection.ask({ path: `${list}?${query}`, headers })
  if (status !== 200) throw new Error(`${query} answered ${status}: ${body}`)
  return { ms, json: JSON.parse(body.toString()), etag: /^etag: *(.*)$/im.exec(head)?.[1]?.trim() ?? '' }
}

const requestsASecond = async (place: Place & { url: string }, ourServer: Server) => {
  const [bare, usually] = [await limit(place.url), await usual(place.url)]
  await settled()
  const connection = await connect(ourServer.port)
  const { etag, json } = await read(connection, 'page=1')
  connection.close()
  let page = 0
  const found = await inTurns({
    'bare node:http, constant text': () => throughput(bare.port, () => ({ path: '/constant' })),
    'bare node:http, the same query each time': () => throughput(bare.port, () => ({ path: '/' })),
    'ours, unchanged': () => throughput(ourServer.port, () => ({ path: list, headers })),
    'ours, unchanged, 304': () =>
      throughput(ourServer.port, () => ({ path: list, headers: { ...headers, 'if-none-match': etag } })),
    'ours, another page each time': () =>
      throughput(ourServer.port, () => ({
        path: `${list}?page=${(page++ % json.pagination.totalPages) + 1}`,
        headers,
      })),
    'usual: Fastify, OFFSET, count(*), zod': () => throughput(usually.port, () => ({ path: '/' })),
  })
  const reference = found['bare node:http, the same query each time']
  table('page 1, 25 rows, 20 connections', 'requests a second', 'to the same query in bare node:http')
  for (const [name, value] of Object.entries(found)) print([name, value, value / reference])

  const deep = Math.floor(json.pagination.totalPages / 2)
  const [a, b] = [await connect(ourServer.port), await connect(usually.port)]
  table('one connection, ms', 'ours, built anew', 'usual', 'usual to ours')
  const write = await writer(place, a)
  for (const [name, query] of [
    ['page 1', 'page=1'],
    ['the middle page', `page=${deep}`],
    ['the last page', `page=${json.pagination.totalPages}`],
    ['detractors', 'category=detractor'],
    ['a rare word', 'search=kettle'],
    ['a common word', 'search=ticket'],
  ] as const) {
    const both = await inTurns({
      ours: async () => {
        await write.one()
        return (await read(a, query)).ms
      },
      usual: async () => (await b.ask({ path: `/?${query}` })).ms,
    })
    print([name, both.ours, both.usual, both.usual / both.ours])
  }
  await write.close()
  a.close()
  b.close()
  console.log(
    `\nResident memory: ours ${Math.round(await ourServer.rss())} MB, usual ${Math.round(await usually.rss())} MB.`,
  )
  await bare.stop()
  await usually.stop()
}

const jsonServers = async (ourServer: Server) => {
  const connection = await connect(ourServer.port)
  const records: unknown[] = []
  for (let page = 1; page <= 100; page++) records.push(...(await read(connection, `limit=100&page=${page}`)).json.data)
  connection.close()
  table('json-server 0.17', 'requests a second')
  for (const count of [1000, 10_000]) {
    const server = await jsonServer(records.slice(0, count))
    const { found } = await inTurns({
      found: () =>
        throughput(server.port, () => ({ path: '/responses?_page=1&_limit=25&_sort=responseDate&_order=desc' })),
    })
    print([`${count} rows`, found])
    await server.stop()
  }
}

/**
 * Our lists after a write, so that nothing comes from a cache: time by page, sort, filter and search, at both sizes.
 */
const byShape = async (places: { small: Place; large: Place }, servers: { small: Server; large: Server }) => {
  const measured = async (place: Place, server: Server) => {
    const connection = await connect(server.port)
    const { json } = await read(connection, 'limit=100')
    await settled()
    const write = await writer(place, connection)
    const pages = Math.ceil(json.pagination.totalCount / 25)
    const middle = Math.floor(pages / 2)
    const [first] = json.data
    const emails: string[] = json.data.flatMap(
      ({ respondentEmail }: { respondentEmail: string | null }) => respondentEmail ?? [],
    )
    const words =
      'printer laptop service migration monday engineer quick answered security office training director'.split(' ')
    const shapes = {
      'page 1': 'page=1',
      'a tenth in': `page=${Math.floor(pages / 10)}`,
      'the middle page': `page=${middle}`,
      'the last page': `page=${pages}`,
      'page 1,000,000,000': 'page=1000000000',
      'by score, page 1': 'sortColumn=score',
      'by score, middle': `sortColumn=score&page=${middle}`,
      'by name upwards, page 1': 'sortColumn=respondent_name&sortDesc=false',
      'by name upwards, middle': `sortColumn=respondent_name&sortDesc=false&page=${middle}`,
      'one survey': `surveyId=${first.surveyId}`,
      'one company': `companyId=${first.companyId}`,
      detractors: 'category=detractor',
      'needs follow-up': 'followUpRequired=true',
      'since 2025': 'dateFrom=2025-01-01',
      'two filters, page 40': 'category=promoter&followUpRequired=false&page=40',
      'a word that is nowhere': 'search=kettlewrench',
      'an e-mail address': `search=${encodeURIComponent(emails[0] ?? '')}`,
      'an e-mail address, each time another': () => `search=${encodeURIComponent(emails.shift() ?? '')}`,
      "a person's login, each time another": () => `search=${encodeURIComponent(emails.shift()?.split('@')[0] ?? '')}`,
      'a common word': 'search=ticket',
      'a common word, each time another': () => `search=${words.shift() ?? ''}`,
      'a letter': 'search=a',
      '255 wildcards': `search=${'%25'.repeat(255)}`,
    }
    const cold: Record<string, number> = {}
    const found = await inTurns(
      Object.fromEntries(
        Object.entries(shapes).map(([name, query]) => [
          name,
          async () => {
            await write.one()
            const { ms } = await read(connection, typeof query === 'string' ? query : query())
            cold[name] ??= ms
            return ms
          },
        ]),
      ),
      9,
    )
    await write.close()
    connection.close()
    return { found, cold }
  }
  const [less, more] = [await measured(places.small, servers.small), await measured(places.large, servers.large)]
  table(`${places.large.name}, ms`, 'built anew', 'to page 1', `to ${small} responses`, 'first time')
  const page1 = more.found['page 1'] ?? Number.NaN
  for (const [name, ms] of Object.entries(more.found))
    print([name, ms, ms / page1, ms / (less.found[name] ?? Number.NaN), more.cold[name] ?? Number.NaN])
}

/**
 * Figures over all clients after a write, so that nothing comes from a cache. The first request of a process reads every table, unless
 * that was done in the background; later ones only what was written since.
 */
const figures = async (place: Place, server: Server) => {
  await settled()
  const connection = await connect(server.port)
  const asked = async (query: string, more: Record<string, string> = {}) => {
    const path = `/api/public/v1${query}`
    const { status, body, ms, head } = await connection.ask({ path, headers: { ...headers, ...more } })
    if (status !== 200 && status !== 304) throw new Error(`${path} answered ${status}: ${body}`)
    return { ms, body, etag: /^etag: *(.*)$/im.exec(head)?.[1]?.trim() ?? '' }
  }
  const write = await writer(place, connection)
  const measured = async (title: string, shapes: Record<string, string>, change = write.one) => {
    const [path = ''] = Object.values(shapes)
    const first = await asked(path)
    const found = await inTurns(
      {
        ...Object.fromEntries(
          Object.entries(shapes).map(([name, query]) => [
            name,
            async () => {
              await change()
              return (await asked(query)).ms
            },
          ]),
        ),
        'unchanged, 304': async () => {
          const { etag } = await asked(path)
          return (await asked(path, { 'if-none-match': etag })).ms
        },
      },
      9,
    )
    table(`${place.name}, ${title}`, 'ms after a write')
    print(['the first time in a process', first.ms])
    for (const [name, ms] of Object.entries(found)) print([name, ms])
  }

  const total = JSON.parse((await asked('/companies?limit=1')).body.toString()).pagination.totalCount as number
  await measured(`${total} clients side by side`, {
    'by health': '/client-overview?limit=25',
    'the middle page': `/client-overview?limit=25&page=${Math.floor(total / 50)}`,
    'by out of warranty, 100 rows': '/client-overview?limit=100&sortColumn=out_of_warranty',
    'by name, among the same industry': '/client-overview?sortColumn=name&peers=industry',
    'to act on, own limits': '/client-overview?health=act&thresholds=outOfWarranty:10:20',
    'a search': '/client-overview?search=vale',
    'the points of a chart': '/client-overview/points?x=outOfWarranty&y=score',
  })

  const dayLong = 24 * 60 * 60 * 1000
  const day = (ago: number) => new Date(Date.now() - ago * dayLong).toISOString().slice(0, 10)
  const last = (days: number) => new URLSearchParams({ dateFrom: day(days - 1), dateTo: day(0) })
  const [{ companyId }] = JSON.parse((await asked('/surveys/nps/responses?limit=1')).body.toString()).data
  await measured('who does not answer', {
    '90 days': `/response-coverage?${last(90)}`,
    'a year': `/response-coverage?${last(365)}`,
    'all time': `/response-coverage?${new URLSearchParams({ dateFrom: '2000-01-01', dateTo: day(0) })}`,
    'one client, a year': `/response-coverage?${last(365)}&companyId=${companyId}`,
    'the people of one client, a year': `/response-coverage/people?${last(365)}&companyId=${companyId}`,
  })
  const lives = new URLSearchParams({ fromYear: '2026', toYear: '2027', lives: '{"Laptop":4,"Desktop":5}' })
  await measured(
    'the replacement plan',
    {
      'by type and year': '/replacement-plan',
      'by client': '/replacement-plan/clients?fromYear=2026&toYear=2027',
      'by client, with assumed lives': `/replacement-plan/clients?${lives}`,
      'of one client': `/replacement-plan?companyId=${companyId}`,
    },
    write.device,
  )
  const words = performance.now()
  while (JSON.parse((await asked('/nps-words')).body.toString()).data.isCounting)
    await new Promise((resolve) => setTimeout(resolve, 500))
  table(`${place.name}, words of all responses`, 'ms')
  print(['read for the first time in a process', performance.now() - words])
  await measured('what they say', {
    '90 days': `/nps-words?${last(90)}`,
    'a year': `/nps-words?${last(365)}`,
    'all time': '/nps-words',
    'one client, all time': `/nps-words?companyId=${companyId}`,
    'the responses with a word, all time': '/nps-words/responses?kind=word&word=printer',
  })
  const quarter = `${day(0).slice(0, 4)}-Q1`
  await measured(
    'goals by quarter',
    {
      'by client': `/goal-road-map?from=${quarter}`,
      'by category': `/goal-road-map?from=${quarter}&by=category`,
      'of one client': `/goal-road-map?from=${quarter}&companyId=${companyId}`,
    },
    write.goal,
  )
  await measured('what happened to a client', {
    'since its last report': `/companies/${companyId}/since`,
    'since a year ago': `/companies/${companyId}/since?from=${day(365)}`,
  })
  await write.close()
  connection.close()
}

const writes = async (place: Place, server: Server) => {
  const connection = await connect(server.port)
  const write = await writer(place, connection)
  const found = await inTurns({ tracked: () => write.many('tracked'), plain: () => write.many('plain') })
  await write.close()
  connection.close()
  table(`${place.name}, one write, ms`, 'with versions and changes', 'without', 'to without')
  print(['a response is replaced', found.tracked, found.plain, found.tracked / found.plain])
}

console.log(
  `Node ${process.version}, ${os.cpus().length} × ${os.cpus()[0]?.model}, ${new Date().toISOString().slice(0, 10)}`,
)
const known = ['shapes', 'figures', ...(server ? ['requests', 'writes', 'json-server'] : [])]
const wanted = only?.split(',') ?? known
const unknown = wanted.filter((part) => !known.includes(part))
if (unknown.length > 0)
  throw new Error(
    `There is no ${unknown.join(', ')}${server ? '' : ' without --server'}. Choose from ${known.join(', ')}.`,
  )

for (const engine of server ? [server, undefined] : [undefined]) {
  const places = { small: await loaded(engine, small), large: await loaded(engine, large) }
  const own = await ours(places.large)
  const servers = { small: large === small ? own : await ours(places.small), large: own }
  const { url } = places.large
  const parts: Record<string, (() => Promise<void>) | undefined> = {
    shapes: () => byShape(places, servers),
    figures: () => figures(places.large, servers.large),
    ...(url && {
      requests: () => requestsASecond({ ...places.large, url }, servers.large),
      writes: () => writes(places.large, servers.large),
      'json-server': () => jsonServers(servers.large),
    }),
  }
  for (const part of wanted) await parts[part]?.()
  for (const one of new Set(Object.values(servers))) await one.stop()
}
