import fs from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Cluster } from '../cluster'
import { adminKey, type Server } from '../instance'
import { experiment } from './experiment'
import { startHaproxy } from './haproxy'
import { asking } from './instances'
import { createTempFolder, startCluster, startServer } from './owned'
import { startProxy } from './tcp-proxy'

type List = { data: { id: string }[]; pagination: { totalCount: number } }

/** Lists with and without filters, whose totals and places an instance remembers. */
const lists = [
  ...['/companies?', '/companies?industry=Lost&', '/companies?industry=Other&', '/companies?search=lost&'],
  ...[
    '/companies?status=active&page=3&',
    '/companies?orderBy=updated_at&',
    '/companies?orderBy=name&order=asc&page=2&',
  ],
  ...[
    '/automation?',
    '/automation?isActive=true&',
    '/automation?isActive=false&',
    '/automation?sortColumn=updated_at&',
  ],
  ...['/budgets?', '/budgets?status=Draft&', '/budgets?status=Approved&', '/budgets?search=a&'],
  ...['/audit-events?', '/audit-events?resource=companies&', '/audit-events?resource=automation&page=2&'],
  '/surveys/nps/responses?followUpRequired=true&page=40&',
].map((list) => `${list}limit=20`)

const environment = {
  QUARTERDECK_DEMO: '0.3',
  QUARTERDECK_RATE_LIMIT: '0',
  QUARTERDECK_SECRET: 'a secret that all instances of an experiment share',
  LOG_LEVEL: 'fatal',
}

const readAll = async (server: Server, etags = new Map<string, string>()) => {
  const answers = new Map<string, string>()
  for (const path of lists) {
    const etag = etags.get(path)
    const { status, json, headers } = await asking(server)<List>(path, {
      headers: { authorization: `Bearer ${adminKey}`, ...(etag && { 'if-none-match': etag }) },
    })
    etags.set(path, headers.get('etag') ?? '')
    answers.set(path, status === 200 ? JSON.stringify([json.data.map(({ id }) => id), json.pagination]) : `${status}`)
  }
  return answers
}

const wrongIn = (found: Map<string, string>, right: Map<string, string>) =>
  [...right].filter(([path, answer]) => found.get(path) !== answer).map(([path]) => path)

/** How instances reach whichever of two servers is the primary. */
type Way = { url: string; isOver: (standby: Cluster) => void; close: () => unknown }
const ways: Record<string, (primary: Cluster, standby: Cluster) => Promise<Way>> = {
  'an address that is turned over': async (primary) => {
    const proxy = await startProxy(primary.port)
    return { url: urlOf(proxy.port), isOver: ({ port }) => proxy.turnTo(port), close: proxy.close }
  },
  HAProxy: async (primary, standby) => {
    const { port, stop } = await startHaproxy([primary.port, standby.port])
    return { url: urlOf(port), isOver: () => {}, close: stop }
  },
  'the hosts in DATABASE_URL': async (primary, standby) => ({
    url: `postgres://postgres@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/postgres?target_session_attrs=read-write`,
    isOver: () => {},
    close: () => {},
  }),
}
const urlOf = (port: number) => `postgres://postgres@127.0.0.1:${port}/postgres`

/** Asks one instance for pages of a list without a pause, and counts what it answers. */
const startReader = (server: Server) => {
  const stop = new AbortController()
  const refused: number[] = []
  const others: string[] = []
  let answered = 0
  const read = async () => {
    for (let turn = 0; !stop.signal.aborted; turn++) {
      const { status, headers } = await asking(server)(`/companies?limit=5&search=${turn % 100}`)
      if (status === 200) answered++
      else if (status === 503 && headers.has('retry-after')) refused.push(performance.now())
      else others.push(String(status))
      if (status !== 200) await wait(20)
    }
  }
  const reading = Promise.all([read(), read()])
  return {
    refused,
    others,
    answered: () => answered,
    stop: async () => {
      stop.abort()
      await reading
    },
  }
}

for (const [way, reach] of Object.entries(ways))
  experiment(`After a failover that lost writes no list is wrong, by ${way}`, async () => {
    const primary = await startCluster()
    const standby = await startCluster({ replicaOf: primary })
    const { url, isOver, close } = await reach(primary, standby)
    const { folder } = await createTempFolder()
    const log = `${folder}/log`
    const start = () => startServer(folder, { ...environment, DATABASE_URL: url, LOG_LEVEL: 'warn' }, log)
    const first = await start()
    const instances = [first, await start()]
    const ask = asking(first)

    const ids = async (path: string) => (await ask<List>(path)).json.data.map(({ id }) => id)
    const companies = await ids('/companies?limit=40')
    const rules = await ids('/automation?limit=20')
    const budgets = await ids('/budgets?limit=20')
    /** Edits and switches, every other one of other records. */
    const write = async (word: string, odd: number) => {
      const mine = (all: string[], count: number) => all.filter((_, index) => index % 2 === odd).slice(0, count)
      const statuses: number[] = []
      for (const id of mine(companies, 10))
        statuses.push(
          (await ask(`/companies/${id}`, { method: 'PUT', body: { name: `${word} ${id}`, industry: word } })).status,
        )
      for (const id of mine(rules, 6)) {
        const { json } = await ask<{ data: { isActive: boolean } }>(`/automation/${id}`)
        const body = { isActive: !json.data.isActive }
        statuses.push((await ask(`/automation/${id}/toggle`, { method: 'POST', body })).status)
      }
      for (const id of mine(budgets, 6))
        statuses.push(
          (await ask(`/budgets/${id}`, { method: 'PATCH', body: { status: odd ? 'Draft' : 'Approved' } })).status,
        )
      expect(new Set(statuses)).toEqual(new Set([200]))
      return statuses.length
    }

    // The standby has everything until now, and nothing from now on.
    const position = await primary.sql('select pg_current_wal_lsn()')
    await expect
      .poll(() => standby.sql(`select pg_last_wal_replay_lsn() >= '${position}'`), { timeout: 30_000, interval: 100 })
      .toBe('t')
    await standby.stop()

    for (const server of instances) await readAll(server)
    const lost = await write('Lost', 0)
    const etags = instances.map(() => new Map<string, string>())
    for (const [index, server] of instances.entries()) await readAll(server, etags[index])
    // Long enough for what is worked out in the background to be of the lost writes too.
    await wait(5000)

    const readers = instances.map(startReader)
    await wait(500)
    await primary.stop('immediate')
    await standby.start()
    await standby.sql('select pg_promote()')
    const promoted = performance.now()
    isOver(standby)
    for (const server of instances)
      await expect.poll(async () => (await asking(server)('/me')).status, { timeout: 20_000, interval: 50 }).toBe(200)
    const away = Math.round(performance.now() - promoted)
    const others = await write('Other', 1)
    await Promise.all(readers.map((reader) => reader.stop()))
    expect(readers.flatMap((reader) => reader.others)).toEqual([])
    const refused = readers.map((reader) => reader.refused)
    const longest = Math.max(...refused.map((times) => (times.at(-1) ?? 0) - (times[0] ?? 0)))
    expect(longest).toBeLessThan(10_000)

    const found = await Promise.all(instances.map((server, index) => readAll(server, etags[index])))
    const again = await Promise.all(instances.map((server) => readAll(server)))
    const fresh = await startServer((await createTempFolder()).folder, { ...environment, DATABASE_URL: standby.url })
    const right = await readAll(fresh)
    const wrong = [...found, ...again].map((answers) => wrongIn(answers, right))
    expect(wrong).toEqual([[], [], [], []])
    await expect
      .poll(() => fs.readFile(log, 'utf8'), { timeout: 10_000 })
      .toContain('The database lacks changes of the table companies that were seen before')

    const two = way.startsWith('an address')
      ? null
      : await returnOf(primary, standby, instances, `Other ${companies[1]}`)
    await close()
    return {
      harm: `the primary killed, a standby promoted that lacked ${lost} writes, ${others} others written, two instances running under load${two ? '; then the lost primary returned as a second one' : ''}`,
      count: `${lists.length} lists on each instance, twice, the first time with the ETags of before${two ? `; ${two.reads} reads beside two primaries` : ''}`,
      result: `0 wrong, none answered with 304; 503 for ${(longest / 1000).toFixed(1)} s, 200 again ${away} ms after the promotion, no restart${two ? `; ${two.refused} reads refused, 0 from the lost primary` : ''}`,
    }
  })

/** The lost primary is started again, as a second one. Nobody may be given what it has. */
const returnOf = async (primary: Cluster, promoted: Cluster, instances: Server[], name: string) => {
  await primary.start()
  const id = name.split(' ')[1]
  let [reads, refused] = [0, 0]
  // HAProxy gives new connections to both in turn.
  const cutAll = `select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`
  const until = performance.now() + 8000
  for (let round = 0; performance.now() < until; round++) {
    if (round % 200 === 50) await promoted.sql(cutAll)
    for (const server of instances) {
      const { status, json } = await asking(server)<{ data: { name: string }; title: string }>(`/companies/${id}`)
      reads++
      if (status === 200) expect(json.data.name).toBe(name)
      else {
        expect([status, json.title]).toEqual([503, expect.stringMatching(/^(Two primaries|Database away)$/)])
        refused++
      }
    }
  }
  await primary.stop()
  for (const server of instances)
    await expect.poll(async () => (await asking(server)('/me')).status, { timeout: 20_000, interval: 50 }).toBe(200)
  return { reads, refused }
}

experiment('Rows that were changed by hand make no list wrong, while the server runs and after a restart', async () => {
  const cluster = await startCluster()
  const { folder } = await createTempFolder()
  const start = () => startServer(folder, { ...environment, DATABASE_URL: cluster.url })
  let server = await start()
  const etags = new Map<string, string>()
  await readAll(server, etags)
  const changes = [
    `insert into companies select gen_random_uuid(), name, domain, status, employee_count, 'Other', website, created_at, updated_at,
      name_sort, search_text from companies limit 7`,
    `update companies set industry = 'Lost' where id in (select id from companies order by id limit 5)`,
    `delete from budgets where id in (select id from budgets order by id limit 3)`,
    `update automation_rules set is_active = not is_active`,
    `delete from nps_responses where follow_up_required`,
    `delete from audit_events`,
  ]
  const wrong: string[][] = []
  const compare = async () => {
    const found = await readAll(server, etags)
    const fresh = await startServer((await createTempFolder()).folder, { ...environment, DATABASE_URL: cluster.url })
    const right = await readAll(fresh)
    await fresh.stop()
    // What was not changed may be answered with 304.
    for (const [path, answer] of found) if (answer === '304') found.set(path, (await readAll(server)).get(path) ?? '')
    wrong.push(wrongIn(found, right))
    for (const [table, path] of Object.entries({
      companies: '/companies',
      budgets: '/budgets',
      automation_rules: '/automation',
    }))
      expect((await asking(server)<List>(`${path}?limit=1`)).json.pagination.totalCount).toBe(
        Number(await cluster.sql(`select count(*) from ${table}`)),
      )
  }
  for (const change of changes) {
    await cluster.sql(change)
    await compare()
  }
  await server.stop()
  await cluster.sql(changes[0] ?? '')
  server = await start()
  await compare()
  expect(wrong.flat()).toEqual([])
  return {
    harm: 'rows inserted, changed and deleted by psql, under a running server and while it was stopped',
    count: `${changes.length + 1} statements, ${lists.length} lists after each`,
    result: '0 wrong, each total as the table counts it',
  }
})
