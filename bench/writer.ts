import { sql } from 'kysely'
import { openDatabase } from '../src/server/database/open'
import type { Records } from '../src/server/database/records'
import { save } from '../src/server/database/save'
import { tables } from '../src/server/tables'
import { type Connection, median } from './client'
import { key, type Place } from './data'

const headers = { authorization: `Bearer ${key}` }

/**
 * Writes between two reads, so that nothing can be sent again. On PostgreSQL it is a response, written by this process as
 * another instance would; PGlite belongs to its server, which is asked to change a company.
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
    return { one, many: async () => Number.NaN, close: async () => {} }
  }
  const database = await openDatabase(place)
  const records: Records['npsResponses'][] = await ask('/api/public/v1/surveys/nps/responses?limit=100')
  let written = 0
  const next = () => {
    const record = records[written++ % records.length] as Records['npsResponses']
    return { ...record, score: (record.score + written) % 11 }
  }
  /** The same statement without what the lists need. */
  const plain = (record: Records['npsResponses']) => {
    const { name, columns } = tables.npsResponses
    const given = columns.flatMap((column) => ('value' in column ? [column] : []))
    const names = given.map((column) => column.name)
    const row = Object.fromEntries(given.map((column) => [column.name, column.value(record)]))
    return database.transaction((executor) =>
      sql`
        insert into ${sql.table(name)} (${sql.raw(names.join(', '))})
        select ${sql.raw(names.join(', '))} from json_to_recordset(${JSON.stringify([row])}::json)
          as r(${sql.raw(given.map((column) => `${column.name} ${column.type}`).join(', '))})
        on conflict (id) do update set ${sql.raw(names.map((column) => `${column} = excluded.${column}`).join(', '))}
      `.execute(executor),
    )
  }
  return {
    one: () => save(database, 'npsResponses', [next()]),
    /** The median time of a hundred. */
    many: async (kind: 'tracked' | 'plain') => {
      const times: number[] = []
      for (let count = 0; count < 100; count++) {
        const start = performance.now()
        if (kind === 'plain') await plain(next())
        else await save(database, 'npsResponses', [next()])
        times.push(performance.now() - start)
      }
      return median(times)
    },
    close: database.close,
  }
}
