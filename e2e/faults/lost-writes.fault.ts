import { expect } from 'vitest'
import type { Cluster } from '../support/cluster'
import type { Server } from '../support/instance'
import { experiment } from './support/experiment'
import { startHaproxy } from './support/haproxy'
import { asking } from './support/instances'
import { createTempFolder, startCluster, startServer } from './support/owned'
import { environment, type List, lists, readAll, rewind, wrongIn } from './support/rewind'
import { startProxy } from './support/tcp-proxy'

/** How instances reach the primary of two servers. */
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

for (const [way, reach] of Object.entries(ways))
  experiment(`After a failover that lost writes no list is wrong, by ${way}`, async () => {
    const primary = await startCluster()
    const standby = await startCluster({ replicaOf: primary })
    const { url, isOver, close } = await reach(primary, standby)
    const { instances, lost, others, away, refused, longest, company } = await rewind({
      url,
      freshUrl: standby.url,
      // The standby has everything until now, and nothing from now on.
      keep: async () => {
        const position = await primary.sql('select pg_current_wal_lsn()')
        const hasAll = () => standby.sql(`select pg_last_wal_replay_lsn() >= '${position}'`)
        await expect.poll(hasAll, { timeout: 30_000, interval: 100 }).toBe('t')
        await standby.stop()
      },
      goBack: async () => {
        await primary.stop('immediate')
        await standby.start()
        await standby.sql('select pg_promote()')
        isOver(standby)
      },
    })
    expect(longest).toBeLessThan(10_000)
    const two = way.startsWith('an address') ? null : await returnOf(primary, standby, instances, company)
    await close()
    return {
      harm: `the primary killed, a standby promoted that lacked ${lost} writes, ${others} others written, two instances running under load${two ? '; then the lost primary returned as a second one' : ''}`,
      count: `${lists.length} lists on each instance, twice, the first time with the ETags of before${two ? `; ${two.reads} reads beside two primaries` : ''}`,
      result: `0 wrong, none answered with 304; ${refused} refused (503 with Retry-After), for ${(longest / 1000).toFixed(1)} s, 200 again ${away} ms after the promotion, no restart${two ? `; ${two.refused} reads refused, 0 from the lost primary` : ''}`,
    }
  })

/** The lost primary is started again, as a second one. No one may receive its data. */
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
