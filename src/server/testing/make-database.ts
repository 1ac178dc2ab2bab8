import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** A database on the given PostgreSQL: a copy of `template`, or one without tables. */
export const makeDatabase = async (server: string, template = 'template1') => {
  const name = `quarterdeck_test_${randomBytes(6).toString('hex')}`
  const url = new URL(server)
  url.pathname = `/${name}`
  await administer(server, `create database ${name} template ${template}`)
  return { name, url: url.href, drop: () => administer(server, `drop database ${name} with (force)`) }
}

const administer = async (server: string, statement: string) => {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(statement)
  await client.end()
}
