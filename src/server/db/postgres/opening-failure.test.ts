import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { startPooler, through } from '../../testing/pooler'
import { postgres, ways } from '../../testing/server'
import { createTempFolder } from '../../testing/temp-folder'
import { openDatabase } from '../database'
import { DatabaseFailure } from '../database-failure'
import { whyUnsupported } from '../migrations/migrate'
import { explained, openingFailure } from './opening-failure'

const open = async (url: string) => {
  const database = await openDatabase({ url, folder: '' })
  await database.close()
}

const run = async (url: string, ...statements: string[]) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

/** The address of a new database, and of the same for a new user without rights. */
const make = async () => {
  const { url, drop } = await postgres.make()
  const user = `user_${randomBytes(6).toString('hex')}`
  await run(url, `create role ${user} login`)
  const asUser = new URL(url)
  asUser.username = user
  const dropBoth = async () => {
    await run(url, `drop owned by ${user}`, `drop role ${user}`)
    await drop()
  }
  return { url, asUser: asUser.href, drop: dropBoth }
}

/** The files of a certificate for localhost that signs itself, readable for a server of another user. */
const makeCertificate = async (days = '1') => {
  const { folder, remove } = await createTempFolder()
  const [cert, key] = [path.join(folder, 'cert'), path.join(folder, 'key')]
  const request = path.join(folder, 'request')
  const openssl = (...parameters: string[]) => execFileSync('openssl', parameters, { stdio: 'ignore' })
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', '/CN=localhost']
  openssl('req', ...kind, '-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', request)
  const own = ['-signkey', key, '-days', days, '-copy_extensions', 'copy']
  openssl('x509', '-req', '-in', request, ...own, '-out', cert)
  execFileSync('chmod', ['-R', 'a+rX', folder])
  return { cert, key, remove }
}

const nowhere = 'postgres://nobody:secret@127.0.0.1:9/portal'

describe('A database that cannot be opened', () => {
  it('on a machine that does not answer', async () => {
    await expect(open(nowhere)).rejects.toThrow(
      'No database can be reached at 127.0.0.1:9 (ECONNREFUSED). Start PostgreSQL, or correct the host and port in DATABASE_URL.',
    )
  })

  it('on a machine that has no address', async () => {
    await expect(open('postgres://nobody:secret@nowhere.invalid/portal')).rejects.toThrow(
      /^No database can be reached at nowhere\.invalid \((ENOTFOUND|EAI_AGAIN)\)\. Start PostgreSQL, or correct the host and port in DATABASE_URL\.$/,
    )
  })

  describe.runIf(postgres.isThere)('on PostgreSQL', () => {
    it.each(ways)('that does not exist, $way', async ({ to }) => {
      const { url, drop } = await postgres.make()
      await drop()
      const { pathname, host } = new URL(to(url))
      await expect(open(to(url))).rejects.toThrow(
        `There is no database ${pathname.slice(1)} at ${host}. Create it, or correct the name in DATABASE_URL.`,
      )
    })

    it('for a user without the right to create tables, or the extension', async () => {
      const { url, asUser, drop } = await make()
      const { username, pathname } = new URL(asUser)
      await expect(open(asUser)).rejects.toThrow(
        `The user ${username} may not create tables in the database ${pathname.slice(1)}. Make that user its owner, or run "grant all on schema public to ${username}" there.`,
      )
      await run(url, `grant all on schema public to ${username}`)
      await expect(open(asUser)).rejects.toThrow(
        `The user ${username} may not create the extension pg_trgm. Have an administrator run "create extension pg_trgm" once in the database ${pathname.slice(1)}.`,
      )
      await run(url, 'create extension pg_trgm')
      await open(asUser)
      await drop()
    })

    it('in an encoding in which a letter is not one character', async () => {
      const { url, drop } = await postgres.makeIn('SQL_ASCII')
      await expect(open(url)).rejects.toThrow(
        /^The encoding of the database is SQL_ASCII\. If it has data, back it up \(quarterdeck backup FILE\)\. Create one with the encoding UTF8, name it in DATABASE_URL, and restore the backup there \(quarterdeck restore FILE\)\.$/,
      )
      await drop()
    })

    it.each([
      ['migrations', "create table kysely_migration as select '001-invoices' as name"],
      ['tables', 'create table companies (id int)'],
    ])('with another program’s %s', async (_, statement) => {
      const { url, drop } = await postgres.make()
      await run(url, statement)
      await expect(open(url)).rejects.toThrow(
        /^The database quarterdeck_test_\w+ at \S+ is another program’s\. Name an empty database in DATABASE_URL\.$/,
      )
      await drop()
    })

    it.runIf(inject('poolers'))('behind a pooler that refuses a parameter, the password, or transactions', async () => {
      const { url, drop } = await postgres.make()
      const { session = '' } = inject('poolers') ?? {}
      await expect(open(`${through(url, session)}?options=-c%20geqo%3Doff`)).rejects.toThrow(
        `The connection pooler at 127.0.0.1:${session} refuses the parameter options. Remove it from DATABASE_URL, or allow it there (ignore_startup_parameters in PgBouncer).`,
      )
      const strict = await startPooler(url, 'transaction', { auth_type: 'md5' })
      const withPassword = new URL(through(url, strict.port))
      withPassword.password = 'wrong'
      await expect(open(withPassword.href)).rejects.toThrow(
        `The database at 127.0.0.1:${strict.port} does not accept the password of the user postgres. Correct the user and password in DATABASE_URL.`,
      )
      await strict.remove()
      const statements = await startPooler(url, 'statement')
      await expect(open(through(url, statements.port))).rejects.toThrow(
        `The connection pooler at 127.0.0.1:${statements.port} is in statement mode, which allows no transactions. Set its pool_mode to transaction.`,
      )
      await statements.remove()
      await drop()
    })

    it.runIf(inject('poolers'))('without TLS, or with a certificate that does not show who it is', async () => {
      const { url, drop } = await postgres.make()
      const { session = '' } = inject('poolers') ?? {}
      await expect(open(`${through(url, session)}?sslmode=require`)).rejects.toThrow(
        `The database at 127.0.0.1:${session} does not offer TLS. Turn it on there, or remove sslmode from DATABASE_URL if the network is private.`,
      )
      const openWith = async (certificate: Awaited<ReturnType<typeof makeCertificate>>) => {
        const { cert: client_tls_cert_file, key: client_tls_key_file } = certificate
        const tls = { client_tls_sslmode: 'require', client_tls_cert_file, client_tls_key_file }
        const pooler = await startPooler(url, 'session', tls)
        const tried = (host: string, parameters = '') =>
          open(`${through(url, pooler.port).replace('127.0.0.1', host)}?sslmode=verify-full${parameters}`).then(
            () => 'opened',
            ({ message }: Error) => message.replace(`:${pooler.port}`, ''),
          )
        const named = `&sslrootcert=${certificate.cert}`
        const told = [await tried('localhost'), await tried('127.0.0.1', named), await tried('localhost', named)]
        await pooler.remove()
        await certificate.remove()
        return told
      }
      const unknown =
        'The certificate of the database at localhost cannot be verified. Name its authority by sslrootcert= in DATABASE_URL.'
      const forAnother =
        'The certificate of the database at 127.0.0.1 is for another host. Name the host in DATABASE_URL as the certificate does.'
      const expired = 'The certificate of the database at localhost has expired. Renew it there.'
      expect(await openWith(await makeCertificate())).toEqual([unknown, forAnother, 'opened'])
      expect((await openWith(await makeCertificate('-1'))).at(-1)).toBe(expired)
      await drop()
    })
  })
})

it('a PostgreSQL before 15 is refused', () => {
  const server = { versionNumber: 150_000, version: '15.0', encoding: 'UTF8' }
  expect(whyUnsupported(server)).toBe(null)
  expect(whyUnsupported({ ...server, versionNumber: 140_020, version: '14.20' })).toBe(
    'The database is on PostgreSQL 14.20. Upgrade it to version 15 or later.',
  )
})

it('a database at an address without a host is on this machine', () => {
  const failed = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  expect(openingFailure('postgres://', failed).message).toMatch(/^No database can be reached at localhost \(/)
})

it('a connection or disk that is lost later has the same sentences, and other failures their own', () => {
  const told = (code: string | undefined, message: string) =>
    (explained(nowhere, Object.assign(new Error(message), { code })) as Error).message
  const away = (reason: string) =>
    `No database can be reached at 127.0.0.1:9 (${reason}). Start PostgreSQL, or correct the host and port in DATABASE_URL.`
  expect(told('ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:9')).toBe(away('ECONNREFUSED'))
  expect(told('57P01', 'terminating connection due to administrator command')).toBe(away('57P01'))
  expect(told(undefined, 'PostgreSQL is not responding.')).toBe(away('PostgreSQL is not responding'))
  expect(told('53100', 'could not extend file')).toBe(
    'The disk of the database at 127.0.0.1:9 is full. Free some space there.',
  )
  for (const [code, message] of [
    ['ENOENT', 'no such file'],
    ['23505', 'duplicate key'],
    [undefined, 'No one has it.'],
  ] as const)
    expect(told(code, message)).toBe(message)
  const timeout = new Error('Connection terminated due to connection timeout', { cause: new Error('timeout') })
  expect((explained(nowhere, timeout) as Error).message).toBe(away('Connection terminated'))
  const sentence = new DatabaseFailure('Connection terminated. Try again.')
  expect(explained(nowhere, sentence)).toBe(sentence)
})

/* What the server of the tests never answers. */
it.each([
  [
    '28P01',
    'password authentication failed for user "nobody"',
    'The database at 127.0.0.1:9 does not accept the password of the user nobody.',
  ],
  [
    '28000',
    'no pg_hba.conf entry for host "10.1.2.3"',
    'The database portal at 127.0.0.1:9 does not let the user nobody in from this machine.',
  ],
  [
    '58P01',
    'could not open extension control file "/usr/share/postgresql/15/extension/pg_trgm.control"',
    'The PostgreSQL at 127.0.0.1:9 lacks the extension pg_trgm.',
  ],
  ['53300', 'sorry, too many clients already', 'All connections to the database at 127.0.0.1:9 are taken.'],
  [
    '25006',
    'cannot execute CREATE TABLE in a read-only transaction',
    'The database at 127.0.0.1:9 can only be read, as a standby, but has to be written to. Name the primary',
  ],
  [
    '57014',
    'canceling statement due to statement timeout',
    'A statement in the database portal at 127.0.0.1:9 took too long and was stopped. If "show statement_timeout" says less',
  ],
  [
    '55P03',
    'canceling statement due to lock timeout',
    'The database portal at 127.0.0.1:9 is locked by another program.',
  ],
  [
    'SELF_SIGNED_CERT_IN_CHAIN',
    'self-signed certificate in certificate chain',
    'The certificate of the database at 127.0.0.1:9 cannot be verified.',
  ],
  [
    '42501',
    'permission denied for table certificates',
    'The user nobody may not create tables in the database portal.',
  ],
  [
    'XX000',
    'something else.',
    'The database portal at 127.0.0.1:9 could not be used: something else. Check DATABASE_URL.',
  ],
])('the error %s "%s" has a sentence of its own', (code, message, sentence) => {
  const { message: told } = openingFailure(nowhere, Object.assign(new Error(message), { code }))
  expect(told.startsWith(sentence)).toBe(true)
})
