import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { startCluster } from '../e2e/support/cluster'
import { type Database, openDatabase } from '../src/server/db/database'
import { findRecord, updateRecord } from '../src/server/db/repository'
import { sample } from '../src/server/demo/sample'
import { tables } from '../src/server/resources/registry'
import { saveRecords } from '../src/server/resources/save-records'
import { median } from './client'

/**
 * npm run bench:writes
 *
 * One write with its audit entry, and writers of one table in three processes, each beside a plain update and insert in one
 * transaction: read under a lock, changed, noted, committed. The disk is memory here, so commits are also slowed down to those of a
 * usual one. Figures are medians of rounds in turns; read the ratios.
 */
const { url: workerUrl } = parseArgs({ options: { url: { type: 'string' } } }).values
const [rounds, seconds, writers] = [7, 2, 8]
const table = tables.companies
type Kind = 'ours' | 'plain'

const caller = { kind: 'key', id: randomUUID(), name: 'Benchmark', email: null, userId: null } as const
const author = { caller, operation: 'update', resource: 'companies', precondition: () => {} }

const write = {
  ours: (database: Database, id: string, employeeCount: number) =>
    updateRecord({ ...author, database }, table, 'company', id, (record) => ({ ...record, employeeCount })),
  plain: (database: Database, id: string, count: number) =>
    database.transaction(async (executor) => {
      const before = (await findRecord(executor, table, id, true)) as string
      await sql`update companies set employee_count = ${count} where id = ${id}`.execute(executor)
      const after = JSON.stringify({ ...JSON.parse(before), employeeCount: count })
      await sql`
        insert into audit_events (id, at, key, operation, resource, record_id, before, after)
        values (${randomUUID()}, ${new Date()}, ${JSON.stringify(caller)}, 'update', 'companies', ${id}, ${before}, ${after})`.execute(
        executor,
      )
    }),
}

/** Several at once for a while, each with records of its own; how many were written. */
const work = async (database: Database, kind: Kind, ids: string[]) => {
  const end = performance.now() + seconds * 1000
  let written = 0
  await Promise.all(
    ids.map(async (id) => {
      while (performance.now() < end) await write[kind](database, id, ++written)
    }),
  )
  return written / seconds
}

const worker = async (url: string) => {
  const database = await openDatabase({ url, folder: '', upTo: null })
  process.on('message', async ({ kind, ids }: { kind: Kind; ids: string[] }) => {
    process.send?.(await work(database, kind, ids))
  })
  process.once('disconnect', () => database.close())
  process.send?.('ready')
}

const measure = async (commitMs: number) => {
  const cluster = await startCluster({ settings: [`commit_delay=${commitMs * 1000}`, 'commit_siblings=0'] })
  const { url } = cluster
  const database = await openDatabase({ url, folder: '' })
  const ids: string[] = []
  for (const { resource, records } of sample({ scale: 0.1 })) {
    if (resource !== 'companies') break
    await saveRecords(database, resource, records)
    ids.push(...records.map(({ id }) => id))
  }
  // The plain one has no triggers, which is what it would be without us.
  const triggers = (what: 'enable' | 'disable') =>
    sql
      .raw(`alter table companies ${what} trigger user; alter table audit_events ${what} trigger user`)
      .execute(database.sql)

  const children = [1, 2, 3].map(() => fork(import.meta.filename, ['--url', url], { execArgv: process.execArgv }))
  const answers = (message?: object) =>
    Promise.all(
      children.map(
        (child, index) =>
          new Promise<number>((resolve) => {
            child.once('message', resolve)
            if (message) child.send({ ...message, ids: ids.slice(index * writers, (index + 1) * writers) })
          }),
      ),
    )
  await answers()

  const kinds = ['ours', 'plain'] as const
  const found = Object.fromEntries(
    kinds.map((kind) => [kind, { one: [] as number[], many: [] as number[] }]),
  ) as Record<Kind, { one: number[]; many: number[] }>
  for (let round = 0; round <= rounds; round++)
    for (const kind of kinds) {
      await triggers(kind === 'ours' ? 'enable' : 'disable')
      const times: number[] = []
      for (let count = 0; count < 200; count++) {
        const began = performance.now()
        await write[kind](database, ids[count % ids.length] as string, round * 1000 + count)
        times.push(performance.now() - began)
      }
      const rates = await answers({ kind })
      if (round === 0) continue
      found[kind].one.push(median(times))
      found[kind].many.push(rates.reduce((sum, rate) => sum + rate, 0))
    }
  for (const child of children) child.disconnect()
  await database.close()
  await cluster.remove()

  const of = (kind: Kind, what: 'one' | 'many') => median(found[kind][what])
  const print = (...columns: (string | number)[]) =>
    console.log(`| ${columns.map((one) => (typeof one === 'number' ? one.toFixed(2) : one)).join(' | ')} |`)
  print(`commits take ${commitMs} ms`, 'ours', 'plain update and insert', 'ratio')
  print('---', '---', '---', '---')
  for (const [title, what] of [
    ['one write with its audit entry, ms', 'one'],
    [`${writers} writers of one table in each of three processes, writes a second`, 'many'],
  ] as const)
    print(title, of('ours', what), of('plain', what), of('ours', what) / of('plain', what))
}

if (workerUrl) await worker(workerUrl)
else for (const commitMs of [0, 2]) await measure(commitMs)
