import os from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Cluster, startCluster } from '../e2e/support/cluster'
import { type Met, startCrowd } from '../e2e/support/crowd'
import { adminKey, type Server, startServer } from '../e2e/support/instance'
import { postmasterOf, processorSeconds } from '../e2e/support/processes'
import { basePath } from '../src/contract/core/base-path'
import { createTempFolder } from '../src/server/testing/temp-folder'
import { connect, median, throughput } from './client'
import { loaded } from './data'

/**
 * npm run build && npm run bench:scale -- --rows 100000 [harms] [costs] [share] [commits] [instances]
 *
 * Starts a primary, two streaming replicas and up to three instances from this machine's packages, all on loopback. Measures
 * what each kind of request costs where, in processor time, which a busy machine falsifies least; then lets a crowd work
 * while one of each is killed, and fails when anyone read something wrong.
 */
const {
  values: { rows },
  positionals,
} = parseArgs({ options: { rows: { type: 'string', default: '100000' } }, allowPositionals: true })
const rounds = 3
const seconds = 2
const clients = 24

const print = (columns: (string | number)[]) =>
  console.log(
    `| ${columns.map((value) => (typeof value === 'number' ? value.toFixed(value < 10 && !Number.isInteger(value) ? 2 : 0) : value)).join(' | ')} |`,
  )
const table = (...titles: string[]) => {
  console.log()
  print(titles)
  print(titles.map(() => '---'))
}

const { folder, remove } = await createTempFolder()
const settings = ['shared_buffers=512MB', 'shared_preload_libraries=pg_stat_statements']
const primary = await startCluster({ settings })
await primary.sql('create extension pg_stat_statements')
const place = await loaded(primary.url, Number(rows))
const replicas = [
  await startCluster({ settings, replicaOf: primary }),
  await startCluster({ settings, replicaOf: primary }),
]
const urlAt = ({ url }: Cluster) => new URL(new URL(place.url ?? '').pathname, url).href

const start = (from: Cluster[], environment: Record<string, string> = {}) =>
  startServer(folder, {
    DATABASE_URL: urlAt(primary),
    DATABASE_REPLICA_URLS: from.map(urlAt).join(' '),
    QUARTERDECK_SECRET: 'the-secret-of-all-instances-of-this-run',
    QUARTERDECK_DEMO: 'off',
    QUARTERDECK_RATE_LIMIT: '0',
    LOG_LEVEL: 'fatal',
    ...environment,
  })
const several = (count: number, from: Cluster[]) => Promise.all(Array.from({ length: count }, () => start(from)))
const stopAll = (instances: Server[]) => Promise.all(instances.map(({ stop }) => stop()))
const portOf = ({ origin }: Server) => Number(new URL(origin).port)

const headers = { authorization: `Bearer ${adminKey}` }
const responses = `${basePath}/surveys/nps/responses`

const read = async (server: Server, path: string) => {
  const connection = await connect(portOf(server))
  const { status, head, body } = await connection.ask({ path, headers })
  connection.close()
  if (status !== 200) throw new Error(`${path} answered ${status}: ${body}`)
  return { ...JSON.parse(body.toString()), etag: /^etag: *(.*)$/im.exec(head)?.[1]?.trim() ?? '' }
}

/** Requests of each kind; only the first two can come from a cache. */
const kindsFor = async (server: Server) => {
  const { etag, pagination, data } = await read(server, `${responses}?page=1`)
  const companies = (await read(server, `${basePath}/companies?limit=100`)).data as { id: string }[]
  const pages = pagination.totalPages as number
  const random = (count: number) => Math.floor(Math.random() * count)
  let employees = random(1_000_000)
  const get = (path: string) => ({ path, headers })
  return {
    'a list that the client has, 304': () => ({ path: responses, headers: { ...headers, 'if-none-match': etag } }),
    'an unchanged list': () => get(responses),
    'a record': () => get(`${responses}/${data[random(data.length)].id}`),
    'a page built anew': () => get(`${responses}?page=${1 + random(pages)}&limit=${20 + random(10)}`),
    'a filter no one asked for': () =>
      get(`${responses}?dateFrom=${new Date(Date.now() - random(3e10)).toISOString()}`),
    'a write': () => ({
      path: `${basePath}/companies/${companies[random(companies.length)]?.id}`,
      method: 'PUT',
      body: JSON.stringify({ employeeCount: ++employees }),
      headers: { ...headers, 'content-type': 'application/json' },
    }),
  }
}
type Kinds = Awaited<ReturnType<typeof kindsFor>>

const together = async (instances: Server[], request: Kinds[keyof Kinds]) => {
  const each = instances.map((one) => throughput(portOf(one), request, seconds, clients / instances.length))
  return (await Promise.all(each)).reduce((sum, rate) => sum + rate, 0)
}

/** Requests per second, and processor milliseconds per request on each server; medians over rounds. */
const costOf = async (instances: Server[], request: Kinds[keyof Kinds]) => {
  const places = [
    ...instances.map(({ pid }) => ({ name: 'instance', pid })),
    { name: 'primary', pid: await postmasterOf(primary) },
    ...(await Promise.all(replicas.map(async (one) => ({ name: 'replica', pid: await postmasterOf(one) })))),
  ]
  const used = async (name: string) => {
    const each = places.filter((place) => place.name === name).map(({ pid }) => processorSeconds(pid))
    return (await Promise.all(each)).reduce((sum, one) => sum + one, 0)
  }
  const now = async () => ({
    instance: await used('instance'),
    primary: await used('primary'),
    replica: await used('replica'),
  })
  const found: Record<'rate' | 'instance' | 'primary' | 'replica', number>[] = []
  for (let round = 0; round <= rounds; round++) {
    const before = await now()
    const rate = await together(instances, request)
    const after = await now()
    const each = (name: keyof typeof before) => ((after[name] - before[name]) * 1000) / (rate * seconds)
    // The first round warms up.
    if (round > 0) found.push({ rate, instance: each('instance'), primary: each('primary'), replica: each('replica') })
  }
  const of = (key: 'rate' | 'instance' | 'primary' | 'replica') => median(found.map((one) => one[key]))
  return { rate: of('rate'), instance: of('instance'), primary: of('primary'), replica: of('replica') }
}

const costs = async () => {
  for (const [title, from] of [
    ['the primary alone', []],
    ['the primary and a replica', replicas.slice(0, 1)],
  ] as const) {
    const instances = await several(1, [...from])
    table(`one instance over ${title}`, 'requests a second', 'instance, ms', 'primary, ms', 'replicas, ms')
    for (const [kind, request] of Object.entries(await kindsFor(instances[0] as Server))) {
      const { rate, instance, primary, replica } = await costOf(instances, request)
      print([kind, rate, instance, primary, replica])
    }
    await stopAll(instances)
  }
}

/** How many list pages a server has read so far. */
const pagesOf = async (cluster: Cluster) =>
  Number(
    await cluster.sql(
      `select coalesce(sum(calls), 0) from pg_stat_statements where query like '%total as materialized%'`,
    ),
  )

/** Pages of a table under writes: the share that replicas serve. */
const shareOfReplicas = async () => {
  const instances = await several(3, replicas)
  const [first] = instances as [Server, ...Server[]]
  const write = (await kindsFor(first))['a write']
  const { pagination } = await read(first, `${basePath}/companies?limit=10`)
  const request = () => ({
    path: `${basePath}/companies?limit=10&page=${1 + Math.floor(Math.random() * pagination.totalPages)}`,
    headers,
  })
  const connection = await connect(portOf(first))
  table('writes a second to the table that is read', 'pages read a second', 'by replicas, %')
  for (const pause of [1000, 200, 50, 15]) {
    let written = 0
    let isOver = false
    const writing = async () => {
      while (!isOver) {
        const [{ status }] = await Promise.all([connection.ask(write()), wait(pause)])
        if (status === 200) written++
      }
    }
    const reading = async (port: number) => {
      const own = await connect(port)
      while (!isOver) await Promise.all([own.ask(request()), wait(20)])
      own.close()
    }
    const servers = [primary, ...replicas]
    const before = await Promise.all(servers.map(pagesOf))
    const began = performance.now()
    const ports = instances.map(portOf)
    const working = Promise.all([writing(), ...[...ports, ...ports].map(reading)])
    await wait(6000)
    isOver = true
    await working
    const elapsed = (performance.now() - began) / 1000
    const after = await Promise.all(servers.map(pagesOf))
    const [atPrimary = 0, ...elsewhere] = after.map((count, index) => count - (before[index] ?? 0))
    const atReplicas = elsewhere.reduce((sum, count) => sum + count, 0)
    print([written / elapsed, (atPrimary + atReplicas) / elapsed, (100 * atReplicas) / (atPrimary + atReplicas)])
  }
  connection.close()
  await stopAll(instances)
}

/** A table's version stays locked until its commit is on disk. The disk is memory here, so it is slowed down. */
const slowDisk = async () => {
  const instances = await several(3, replicas)
  const write = (await kindsFor(instances[0] as Server))['a write']
  table('writes to one table, three instances; the commit waits', 'writes a second')
  for (const delay of [0, 20_000, 50_000]) {
    await primary.sql(`alter system set commit_delay = ${delay}`)
    await primary.sql('alter system set commit_siblings = 0')
    await primary.sql('select pg_reload_conf()')
    print([`${delay / 1000} ms`, (await costOf(instances, write)).rate])
  }
  await primary.sql('alter system reset all')
  await primary.sql('select pg_reload_conf()')
  await stopAll(instances)
}

/** All nine setups in turn, so that a noisy minute affects all alike. */
const severalInstances = async () => {
  const sets = [await several(3, []), await several(3, replicas.slice(0, 1)), await several(3, replicas)]
  const kinds = await kindsFor(sets[0]?.[0] as Server)
  for (const kind of ['an unchanged list', 'a page built anew'] as const) {
    const found = new Map<string, number[]>()
    for (let round = 0; round <= rounds; round++)
      for (const count of [1, 2, 3])
        for (const [used, set] of sets.entries()) {
          const rate = await together(set.slice(0, count), kinds[kind])
          const name = `${count} ${used}`
          if (round > 0) found.set(name, [...(found.get(name) ?? []), rate])
        }
    table(`${kind}, requests a second`, 'the primary alone', 'and a replica', 'and two replicas')
    for (const count of [1, 2, 3])
      print([`instances: ${count}`, ...sets.map((_, used) => median(found.get(`${count} ${used}`) ?? []))])
  }
  for (const set of sets) await stopAll(set)
}

const harms = async () => {
  const instances = await several(3, replicas)
  const [first] = instances as [Server, ...Server[]]
  const [replica] = replicas as [Cluster, ...Cluster[]]
  const crowd = await startCrowd({ origins: instances.map(({ origin }) => origin), key: adminKey, people: 12 })
  const found: Met[] = []
  table(
    'harm',
    'requests',
    'answered elsewhere',
    'refused by all',
    'wrong',
    'median wait, ms',
    'longest wait, ms',
    'back after, ms',
  )
  const during = async (harm: string, work: () => Promise<number | undefined>) => {
    crowd.met()
    const back = await work()
    await wait(1000)
    const met = crowd.met()
    found.push(met)
    const { answered, elsewhere, refused, wrong, waits } = met
    print([harm, answered, elsewhere, refused, wrong.length, median(waits), Math.max(...waits), back ?? ''])
  }
  const timed = async (work: () => Promise<unknown>) => {
    const began = performance.now()
    await work()
    return performance.now() - began
  }
  await during('none', async () => void (await wait(5000)))
  await during('an instance killed, kill -9, and started again', async () => {
    await first.kill('SIGKILL')
    await wait(3000)
    return timed(async () => {
      instances[0] = await start(replicas, { PORT: String(portOf(first)) })
    })
  })
  await during('a replica crashed, and started again', async () => {
    await replica.stop('immediate')
    await wait(3000)
    return timed(replica.start)
  })
  await during('the primary crashed, and started again', async () => {
    await primary.stop('immediate')
    await wait(3000)
    const answered = crowd.answered()
    return timed(async () => {
      await primary.start()
      while (crowd.answered() === answered) await wait(10)
    })
  })
  await crowd.stop()
  await stopAll(instances)
  const wrong = found.flatMap((met) => [...met.wrong, ...met.failures])
  console.log(
    wrong.length > 0 ? `\nWRONG:\n${wrong.join('\n')}` : '\nNothing was read wrong, and nothing failed but with 503.',
  )
  if (wrong.length > 0) process.exitCode = 1
}

console.log(
  `Node ${process.version}, ${os.cpus().length} × ${os.cpus()[0]?.model}, ${await primary.sql('show server_version')}, ${rows} responses, ${new Date().toISOString().slice(0, 10)}`,
)
const clear = async () => {
  for (const cluster of [...replicas, primary]) await cluster.remove()
  await remove()
}
process.once('SIGINT', () => void clear().then(() => process.exit(1)))
const parts = { harms, costs, share: shareOfReplicas, commits: slowDisk, instances: severalInstances }
try {
  for (const [name, part] of Object.entries(parts))
    if (positionals.length === 0 || positionals.includes(name)) await part()
} finally {
  await clear()
}
