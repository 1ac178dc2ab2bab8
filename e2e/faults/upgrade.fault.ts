import { expect } from 'vitest'
import { fenceName } from '../../src/server/db/migrations/fence'
import { startBalancer, startClients } from './support/balancer'
import { experiment } from './support/experiment'
import { createTempFolder, startCluster, startServer } from './support/owned'
import { makeRelease, runCommand } from './support/releases'
import { ask } from './support/writers'

const environment = { QUARTERDECK_RATE_LIMIT: '0', QUARTERDECK_DEMO: '0.1', LOG_LEVEL: 'fatal' }

/** What a release adds, which the one before does not miss. */
const expand = {
  release: '1.2.0',
  migration: '101-notes-of-companies',
  statements: [
    'alter table companies add note text',
    'create table company_notes (id uuid primary key, company_id uuid references companies (id))',
    'create index companies_by_note on companies (note)',
  ],
}

/** What a later one requires of writers, which the one before does not do. */
const contract = {
  release: '2.0.0',
  migration: '102-notes-are-required',
  writer: 3,
  statements: [
    `alter table list_versions drop constraint "${fenceName('1.1.0')}"`,
    `update list_versions set writer = 3`,
    `alter table list_versions add constraint "${fenceName('2.0.0')}" check (writer >= 3)`,
  ],
}

type List = { data: { id: string }[]; pagination: { totalCount: number } }
type Company = { data: { employeeCount: number } }

/** Counts a company's employees up, through whichever instance is there, and notes every other answer than 200. */
const startCounting = async (origins: () => string[], ids: string[]) => {
  const stop = new AbortController()
  const counts = new Map(ids.map((id) => [id, 0]))
  const failures: string[] = []
  const count = async (id: string) => {
    for (let value = 1; !stop.signal.aborted; value++) {
      let failure = ''
      for (const origin of origins()) {
        failure = await ask(origin, `/companies/${id}`, 'PUT', { employeeCount: value }).then(
          async (response) => {
            const text = await response.text()
            return response.status === 200 ? '' : text
          },
          (error) => error.cause?.code ?? error.message,
        )
        if (failure !== 'ECONNREFUSED') break
      }
      if (failure) failures.push(failure)
      else counts.set(id, value)
    }
  }
  const counting = Promise.all(ids.map(count))
  return {
    counts,
    failures,
    stop: async () => {
      stop.abort()
      await counting
    },
  }
}

experiment('Two instances are upgraded one by one under load, and the way back is a restore', async () => {
  const cluster = await startCluster()
  const { folder } = await createTempFolder()
  const database = { DATABASE_URL: cluster.url, QUARTERDECK_DATA: folder }
  const start = (dist?: string) => startServer(folder, { ...environment, ...database }, undefined, dist)
  const next = await makeRelease(expand, [expand])
  const later = await makeRelease(contract, [expand, contract])

  let running = [await start(), await start()]
  const { origins, balance, stop: stopBalancer } = startBalancer()
  await balance(running.map(({ origin }) => origin))
  const companies = (await (await ask(running[0]?.origin ?? '', '/companies?limit=4')).json()) as List
  const ids = companies.data.map(({ id }) => id)
  const kept = startClients(origins, 6, true)
  const fresh = startClients(origins, 6, false)
  const counting = await startCounting(origins, ids)
  const isServed = async () => {
    const before = [kept.found.answered, ...counting.counts.values()]
    await expect
      .poll(
        () => [kept.found.answered, ...counting.counts.values()].every((now, index) => now > (before[index] ?? 0) + 10),
        { timeout: 60_000, interval: 10 },
      )
      .toBe(true)
  }
  await isServed()

  const file = `${folder}/before.tar.gz`
  const before = new Map(counting.counts)
  expect(await runCommand(['backup', file], database)).toMatchObject({ code: 0 })
  const after = new Map(counting.counts)
  expect(await runCommand(['migrate', '--check'], database, next)).toEqual({
    code: 1,
    said: 'The next start upgrades the database by 101-notes-of-companies. Back it up first: quarterdeck backup FILE.',
  })

  for (const old of running) {
    const started = await start(next)
    running = [...running.filter((server) => server !== old), started]
    await balance([old, ...running].map(({ origin }) => origin))
    // Both releases read and write meanwhile.
    await isServed()
    expect(await old.kill('SIGTERM')).toBe(0)
    await balance(running.map(({ origin }) => origin))
    await isServed()
  }
  await Promise.all([kept.stop(), fresh.stop(), counting.stop()])
  stopBalancer()
  expect([...kept.found.failures, ...fresh.found.failures, ...counting.failures]).toEqual([])
  const [first] = running
  const origin = first?.origin ?? ''
  for (const [id, count] of counting.counts) {
    expect(((await (await ask(origin, `/companies/${id}`)).json()) as Company).data.employeeCount).toBe(count)
    const events = (await (await ask(origin, `/audit-events?recordId=${id}&limit=1`)).json()) as List
    expect(events.pagination.totalCount).toBe(count)
  }
  expect((await runCommand(['migrate', '--check'], database)).said).toBe(
    'A newer version has upgraded the database by 101-notes-of-companies. This one can still use it.',
  )

  // A release whose writes others must not mix with.
  const newest = await start(later)
  const refused = await ask(origin, `/companies/${ids[0]}`, 'PUT', { employeeCount: 0 })
  expect([refused.status, await refused.json()]).toMatchObject([
    503,
    { title: 'Upgrade needed', detail: expect.stringContaining('Quarterdeck 2.0.0 or later. This instance is 1.2.0') },
  ])
  expect((await ask(origin, '/companies')).status).toBe(200)
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date())
  expect(await runCommand(['start'], { ...database, PORT: '0' })).toEqual({
    code: 1,
    said: `This database was upgraded to Quarterdeck 2.0.0; this is 1.1.0. Start 2.0.0 or later, or restore the backup of ${day}.`,
  })
  await Promise.all([...running, newest].map((server) => server.stop()))

  // The way back, with the first release.
  await cluster.sql('create database restored')
  const restored = { ...database, DATABASE_URL: cluster.url.replace(/postgres$/, 'restored') }
  expect(await runCommand(['restore', file], restored)).toMatchObject({ code: 0 })
  const back = await startServer(folder, { ...environment, ...restored })
  for (const id of ids) {
    const { employeeCount } = ((await (await ask(back.origin, `/companies/${id}`)).json()) as Company).data
    expect(employeeCount).toBeGreaterThanOrEqual(before.get(id) ?? 0)
    expect(employeeCount).toBeLessThanOrEqual((after.get(id) ?? 0) + 1)
  }
  expect((await ask(back.origin, `/companies/${ids[0]}`, 'PUT', { employeeCount: 0 })).status).toBe(200)
  await back.stop()
  const writes = [...counting.counts.values()].reduce((sum, count) => sum + count, 0)
  return {
    harm: 'two instances replaced by those of a release with one more migration, then one that shuts older ones out, then back by restore',
    count: `${kept.found.answered + fresh.found.answered} reads, ${writes} writes`,
    result:
      'no request failed, every write once; the release before refused to write and to start, each with a sentence',
  }
})
