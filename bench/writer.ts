import { sql } from 'kysely'
import { openDatabase } from '../src/server/db/database'
import { findRecord } from '../src/server/db/repository'
import { writeRecords } from '../src/server/db/write'
import type { Records } from '../src/server/resources/registry'
import { tables } from '../src/server/resources/registry'
import { saveRecords } from '../src/server/resources/save-records'
import { type Connection, median } from './client'
import { key, type Place } from './data'

const headers = { authorization: `Bearer ${key}` }

/**
 * Writes between reads, so that nothing comes from a cache. On PostgreSQL this process writes a response or a device, as another
 * instance would; PGlite belongs to its server, which changes a company.
 */
export const writer = async (place: Place, connection: Connection) => {
  const ask = async (path: string) => JSON.parse((await connection.ask({ path, headers })).body.toString()).data
  if (!place.url) {
    const [{ id }] = await ask('/api/public/v1/companies?limit=1')
    let employees = 0
    const one = async () => {
      const body = JSON.stringify({ employeeCount: ++employees })
      await connection.ask({ path: `/api/public/v1/companies/${id}`, method: 'PUT', body, headers })
    }
    return { one, device: one, goal: one, many: async () => Number.NaN, close: async () => {} }
  }
  const database = await openDatabase(place)
  const records: Records['npsResponses'][] = await ask('/api/public/v1/surveys/nps/responses?limit=100')
  const devices: Records['devices'][] = await ask('/api/public/v1/devices?limit=100')
  const goals: Records['goals'][] = await ask('/api/public/v1/goals?limit=100')
  let written = 0
  const next = () => {
    const record = records[written++ % records.length] as Records['npsResponses']
    return { ...record, score: (record.score + written) % 11 }
  }
  const table = tables.npsResponses
  const given = table.columns.flatMap((column) => ('value' in column ? [column] : []))
  const names = given.map((column) => column.name)
  /** The same statement without the list engine's part. */
  const plain = (record: Records['npsResponses']) => {
    const row = Object.fromEntries(given.map((column) => [column.name, column.value(record)]))
    return sql`
      insert into ${sql.table(table.name)} (${sql.raw(names.join(', '))})
      select ${sql.raw(names.join(', '))} from json_to_recordset(${JSON.stringify([row])}::json)
        as r(${sql.raw(given.map((column) => `${column.name} ${column.type}`).join(', '))})
      on conflict (id) do update set ${sql.raw(names.map((column) => `${column} = excluded.${column}`).join(', '))}`
  }
  /** Like every update: read under a lock, write, read again. */
  const change = (kind: 'tracked' | 'plain') =>
    database.transaction(async (executor) => {
      const record = next()
      const before = JSON.parse((await findRecord(executor, table, record.id, true)) ?? '')
      if (kind === 'plain') await plain(record).execute(executor)
      else await writeRecords(executor, table, [record], before)
      await findRecord(executor, table, record.id)
    })
  return {
    one: () => saveRecords(database, 'npsResponses', [next()]),
    device: () => {
      const device = devices[written++ % devices.length] as Records['devices']
      return saveRecords(database, 'devices', [{ ...device, status: written % 2 ? 'Retired' : 'Online' }])
    },
    goal: () => {
      const goal = goals[written++ % goals.length]
      return saveRecords(database, 'goals', goal ? [{ ...goal, progressPercentage: written % 101 }] : [])
    },
    /** Median of a hundred. */
    many: async (kind: 'tracked' | 'plain') => {
      const times: number[] = []
      for (let count = 0; count < 100; count++) {
        const start = performance.now()
        await change(kind)
        times.push(performance.now() - start)
      }
      return median(times)
    },
    close: database.close,
  }
}
