import { randomBytes } from 'node:crypto'
import pg from 'pg'

const bare = 'template1'

/** A database on the given PostgreSQL: a copy of `template`, or one without tables; `as` is the end of the statement that makes it. */
export const makeDatabase = async (server: string, template = bare, as = '') => {
  const name = `quarterdeck_test_${randomBytes(6).toString('hex')}`
  const url = new URL(server)
  url.pathname = `/${name}`
  await untilUnused(server, template)
  await administer(server, `create database ${name} template ${template} ${as}`)
  // A copy has none of the settings that migrations give to a database.
  if (template !== bare) await administer(server, `alter database ${name} set jit = off`)
  return {
    name,
    url: url.href,
    drop: async () => {
      await administer(server, `drop database ${name} with (force)`)
    },
  }
}

/** Waits for the last connections to end: PostgreSQL gives up on copying a database after five seconds. */
const untilUnused = async (server: string, name: string) => {
  while (
    (await administer(server, `select pg_sleep(0.05) from pg_stat_activity where datname = '${name}' limit 1`)) > 0
  );
}

/** Resolves to the number of rows that it gave or changed. */
const administer = async (server: string, statement: string) => {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  const { rowCount } = await client.query(statement)
  await client.end()
  return rowCount ?? 0
}
