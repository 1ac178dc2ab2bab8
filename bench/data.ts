import fs from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { setAdminKey } from '../src/server/api/keys'
import { type Database, openDatabase } from '../src/server/db/database'
import { sample } from '../src/server/demo/sample'
import type { Records } from '../src/server/resources/registry'
import { saveRecords, vacuumAnalyze } from '../src/server/resources/save-records'

export const key = 'a-key-for-benchmarks-of-32-characters'

/** Where a loaded database is, for `openDatabase` and for the product's environment. */
export type Place = { name: string; url?: string; folder: string }

const folderOf = (name: string) => path.join(import.meta.dirname, '../.cache/bench', name)

/** A database with this many NPS responses, loaded once and kept: on the server at `server`, or embedded. */
export const loaded = async (server: string | undefined, responses: number): Promise<Place> => {
  const name = `quarterdeck_bench_${responses}`
  const place = server
    ? { name: `PostgreSQL, ${responses} responses`, url: await databaseAt(server, name), folder: folderOf('none') }
    : { name: `PGlite, ${responses} responses`, folder: folderOf(name) }
  await fs.mkdir(place.folder, { recursive: true })
  const database = await openDatabase(place)
  try {
    const { rows } = await sql<{ count: string }>`select count(*) from nps_responses`.execute(database.sql)
    const count = Number(rows[0]?.count)
    if (count === 0) await fill(database, place.name, responses)
    else if (count < responses) throw new Error(`${name} was loaded by half. Drop it and start again.`)
    await setAdminKey(database, key)
  } finally {
    await database.close()
  }
  return place
}

const databaseAt = async (server: string, name: string) => {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  const known = await client.query('select from pg_database where datname = $1', [name])
  if (known.rowCount === 0) await client.query(`create database ${name}`)
  await client.end()
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/** The other records of an MSP with a million responses. */
const shares: Partial<Record<keyof Records, number>> = {
  companies: 0.0367,
  companyUsers: 0.2,
  npsSurveys: 1,
  npsResponses: 1,
  devices: 0.1,
  goals: 0.1,
  automation: 1,
  budgets: 1,
}

const fill = async (database: Database, name: string, responses: number) => {
  const start = performance.now()
  const started = new Set<string>()
  for (const { resource, records, done } of sample({ scale: responses / 6000 })) {
    const share = shares[resource]
    if (share === undefined && started.size === Object.keys(shares).length) break
    if (share === undefined || done > Math.max(1000, responses * share)) continue
    started.add(resource)
    await saveRecords(database, resource, records)
    process.stderr.write(`\r${name}: ${resource} ${done}        `)
  }
  await vacuumAnalyze(database)
  process.stderr.write(`\r${name}: loaded in ${Math.round((performance.now() - start) / 1000)} s        \n`)
}
