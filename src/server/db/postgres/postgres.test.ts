import { once } from 'node:events'
import net from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { basePath } from '../../../contract/core/base-path'
import { createApi } from '../../public-api'
import { tables } from '../../resources/registry'
import { saveRecords } from '../../resources/save-records'
import { hasPooler, startPooler, through } from '../../testing/pooler'
import { createTestApi, postgres, sampleCompany, sampleRule, type TestApi, ways } from '../../testing/server'
import { thorough } from '../../testing/thorough'
import { type Database, type Executor, openDatabase } from '../database'
import { migrationsOf } from '../migrations/applied-migrations'
import { pendingMigrations } from '../migrations/migrate'
import { whyReadOnly } from '../read-only'
import { updateRecord } from '../repository'
import { openPostgres } from './postgres'

const author = { kind: 'key', id: 'key', name: 'Tests', email: null, userId: null } as const

/** What resolves once `release` is called. */
const gate = () => {
  let release = () => {}
  const opened = new Promise<void>((resolve) => {
    release = resolve
  })
  return { opened, release }
}

/** The prepared statements of a session: a quiet pool hands out the same again. */
const preparedIn = async (executor: Executor) =>
  (
    await sql`select name from pg_prepared_statements where statement like '%from companies where name%'`.execute(
      executor,
    )
  ).rows

type Instances = { database: Database; another: Database; url: string; direct: string; close: () => Promise<void> }

/** Two instances over one new database, reached in one of the ways. */
const openTwo = async (to: (url: string) => string): Promise<Instances> => {
  const { url: direct, drop } = await postgres.make()
  const url = to(direct)
  // At once, so that one waits for the other's migrations.
  const [database, another] = await Promise.all([openDatabase({ url, folder: '' }), openDatabase({ url, folder: '' })])
  const close = async () => {
    await Promise.all([database.close(), another.close()])
    await drop()
  }
  return { database, another, url, direct, close }
}

describe.runIf(postgres.isThere).concurrent.each(ways)('An instance that reaches PostgreSQL $way', ({ to }) => {
  it('can write while another one hangs during a write', thorough, async ({ expect }) => {
    const { database, another, close } = await openTwo(to)
    await saveRecords(database, 'companies', [sampleCompany()])
    const { opened, release } = gate()
    const locked = gate()
    const hanging = database.transaction(async (executor) => {
      await sql`select from list_versions where name = 'companies' for update`.execute(executor)
      locked.release()
      await opened
      await sql`select 1`.execute(executor)
    })
    const refused = expect(hanging).rejects.toThrow(/connection/)
    await locked.opened
    await saveRecords(another, 'companies', [sampleCompany()])
    release()
    await refused
    await saveRecords(database, 'companies', [sampleCompany()])
    expect((await sql`select from companies`.execute(another.sql)).rows).toHaveLength(3)
    await close()
  })

  it('can write other records and tables while a write is not committed', async ({ expect }) => {
    const { database, another, close } = await openTwo(to)
    const [company, other] = [sampleCompany(), sampleCompany()]
    const rule = sampleRule({ companyIds: [] })
    await saveRecords(database, 'companies', [company, other])
    await saveRecords(database, 'automation', [rule])
    const testApis = [await createTestApi(database), await createTestApi(another)]
    const { opened, release } = gate()
    const written = gate()
    const holding = updateRecord(
      {
        database: {
          transaction: (work) =>
            database.transaction(async (executor) => {
              const result = await work(executor)
              written.release()
              await opened
              return result
            }),
        },
        ...{ caller: author, operation: 'update', resource: 'companies', precondition: () => {} },
      },
      tables.companies,
      'company',
      company.id,
      (record) => ({ ...record, name: 'First' }),
    )
    await written.opened
    const [, { ask }] = testApis as [TestApi, TestApi]
    expect((await ask(`/companies/${other.id}`, { body: { name: 'Second' } })).status).toBe(200)
    expect((await ask(`/automation/${rule.id}/toggle`, { method: 'POST', body: { isActive: false } })).status).toBe(200)
    const read = () =>
      Promise.all(
        testApis.map(async ({ ask }) => {
          const companies = await ask('/companies')
          const events = await ask('/audit-events')
          const names = companies.json.data.map(({ name }: { name: string }) => name)
          return [names.sort(), companies.headers.get('etag'), events.json.pagination.totalCount]
        }),
      )
    const [before, same] = await read()
    expect([before?.[0], before?.[2]]).toEqual([[company.name, 'Second'].sort(), 2])
    expect(same).toEqual(before)
    release()
    await holding
    const [after, again] = await read()
    expect([after?.[0], after?.[2]]).toEqual([['First', 'Second'], 3])
    expect(after?.[1]).not.toBe(before?.[1])
    expect(again).toEqual(after)
    await close()
  })

  it('prepares statements that come again where no pooler is between, and goes on where their columns have changed', async ({
    expect,
  }) => {
    const { database, another, direct, close } = await openTwo(to)
    const read = (executor: Executor) => sql`select * from companies where name <> ${''}`.execute(executor)
    const times = [1, 2, 3, 4]
    for (const { sql: executor } of [database, another]) for (const _ of times) await read(executor)
    expect((await preparedIn(database.sql)).length > 0).toBe(to(direct) === direct)
    await sql`alter table companies add column later int`.execute(database.sql)
    await saveRecords(database, 'companies', [sampleCompany()])
    expect((await database.transaction(read)).rows[0]).toHaveProperty('later')
    expect((await read(another.sql)).rows[0]).toHaveProperty('later')
    await close()
  })

  it(
    'stops a statement that takes too long, in a transaction and outside, and goes on',
    thorough,
    async ({ expect }) => {
      const { database, close } = await openTwo(to)
      const slow = sql`select pg_sleep(60)`
      await Promise.all([
        expect(slow.execute(database.sql)).rejects.toMatchObject({ code: '57014' }),
        expect(database.transaction((executor) => slow.execute(executor))).rejects.toMatchObject({ code: '57014' }),
      ])
      const { rows } = await sql<{ many: number; limit: string }>`
      select count(*)::int as many, current_setting('statement_timeout') as limit from pg_stat_activity
      where datname = current_database() and state = 'active' and query like '%pg_sleep%'
        and pid <> pg_backend_pid()`.execute(database.sql)
      expect(rows).toEqual([{ many: 0, limit: '0' }])
      await close()
    },
  )

  it('leaves no lock in a session, and no need to turn JIT compilation off in each', thorough, async ({ expect }) => {
    const { direct, close } = await openTwo(to)
    const anyone = await openDatabase({ url: direct, folder: '', upTo: null })
    const { rows } = await sql<{ locks: number; jit: string }>`
      select current_setting('jit') as jit, (
        select count(*)::int from pg_locks where locktype = 'advisory'
          and database = (select oid from pg_database where datname = current_database())) as locks`.execute(anyone.sql)
    expect(rows).toEqual([{ locks: 0, jit: 'off' }])
    await anyone.close()
    await close()
  })

  it('responds while a key’s last-use update waits for a lock', thorough, async ({ expect }) => {
    const { database, another, close } = await openTwo(to)
    await saveRecords(database, 'companies', [sampleCompany()])
    const { ask } = await createTestApi(another)
    const { opened, release } = gate()
    const holding = database.transaction(async (executor) => {
      await sql`select from list_versions where name = 'api_keys' for update`.execute(executor)
      await opened
    })
    expect((await ask('/companies')).json.data).toHaveLength(1)
    release()
    await holding
    const isNoted = async () =>
      (await sql<{ one: boolean }>`select bool_or(last_used_at is not null) as one from api_keys`.execute(another.sql))
        .rows[0]?.one
    await expect.poll(isNoted).toBe(true)
    await close()
  })
})

it.runIf(postgres.isThere)(
  'An instance reads from a read-only server, and answers writes with Retry-After',
  async () => {
    const { database, url, close } = await openTwo((url) => url)
    const company = sampleCompany()
    await saveRecords(database, 'companies', [company])
    const { everything } = await createTestApi(database)
    await sql`update api_keys set last_used_at = null`.execute(database.sql)
    const name = new URL(url).pathname.slice(1)
    await sql`alter database ${sql.id(name)} set default_transaction_read_only = on`.execute(database.sql)
    const reading = await openDatabase({ url, folder: '' })
    const api = createApi({ database: reading, log: pino({ level: 'silent' }), pointsPerMinute: 600 })
    const headers = { authorization: `Bearer ${everything}`, 'content-type': 'application/json' }
    const read = await api.request(`${basePath}/companies`, { headers })
    expect([read.status, (await read.json()).data.length]).toEqual([200, 1])
    const path = `${basePath}/companies/${company.id}`
    const written = await api.request(path, { method: 'PUT', headers, body: '{"name":"New"}' })
    expect([written.status, written.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await written.json()).toMatchObject({
      title: 'Database read-only',
      detail: expect.stringMatching(/Nothing was changed\..* name the primary in DATABASE_URL\.$/),
    })
    expect(await whyReadOnly(reading.sql)).toMatch(/^The database can only be read\. /)
    await reading.close()
    await close()
  },
)

it.runIf(postgres.isThere)(
  'Nothing is prepared any more once a session has lost what was prepared',
  thorough,
  async () => {
    const { database, close } = await openTwo((url) => url)
    const read = (column: string) =>
      sql`select ${sql.raw(column)} from companies where name <> ${''}`.execute(database.sql)
    for (const _ of [1, 2, 3, 4]) await read('name')
    expect(await preparedIn(database.sql)).toHaveLength(1)
    await sql`deallocate all`.execute(database.sql)
    expect((await read('name')).rows).toEqual([])
    for (const _ of [1, 2, 3, 4]) await read('domain')
    expect(await preparedIn(database.sql)).toEqual([])
    await close()
  },
)

/** Stands for PostgreSQL at an address of its own. It may crash, and then refuses each login as during recovery. */
const startCrashing = async (url: string) => {
  const { hostname, port } = new URL(url)
  const sockets = new Set<net.Socket>()
  let [isDown, refused] = [false, 0]
  let told = (_: 'still waiting') => {}
  const fifth = new Promise<'still waiting'>((resolve) => {
    told = resolve
  })
  const recovering = 'SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0'
  const refusal = Buffer.from(`E----${recovering}`)
  refusal.writeInt32BE(recovering.length + 4, 1)
  const server = net.createServer((client) => {
    client.on('error', () => {})
    if (isDown) {
      // The first message may only ask for TLS.
      client.on('data', (message) => {
        if (message.length === 8) return client.write('N')
        if (++refused === 5) told('still waiting')
        return client.end(refusal)
      })
      return
    }
    const behind = net.connect(Number(port || 5432), hostname).on('error', () => {})
    for (const socket of [client, behind]) sockets.add(socket.once('close', () => sockets.delete(socket)))
    client.pipe(behind).pipe(client)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const own = new URL(url)
  own.host = `127.0.0.1:${(server.address() as net.AddressInfo).port}`
  return {
    url: own.href,
    crash: () => {
      isDown = true
      for (const socket of sockets) socket.destroy()
    },
    recover: () => {
      isDown = false
    },
    /** Resolves when a login has been refused five times. */
    fifth,
    stop: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

it.runIf(postgres.isThere && hasPooler)(
  'Statements that wait in PgBouncer are refused while PostgreSQL recovers from a crash, and work once it is back',
  async () => {
    const { url: direct, drop } = await postgres.make()
    const crashing = await startCrashing(direct)
    const pooler = await startPooler(crashing.url, 'transaction', { server_login_retry: 1 })
    const database = await openDatabase({ url: through(crashing.url, pooler.port), folder: '' })
    crashing.crash()
    const statement = () =>
      sql`select`.execute(database.sql).then(
        () => 'answered',
        () => 'refused',
      )
    expect(await Promise.race([statement(), crashing.fifth])).toBe('refused')
    crashing.recover()
    await expect.poll(database.ready, { timeout: 10_000 }).toBe(true)
    expect(await statement()).toBe('answered')
    await database.close()
    crashing.stop()
    await pooler.remove()
    await drop()
  },
)

it.runIf(postgres.isThere)('Migrations go past the pooler if there is an address for that', async () => {
  const { url: directUrl, drop } = await postgres.make()
  // Nothing can be written that way.
  const url = `${directUrl}?options=-c%20default_transaction_read_only=on`
  await (await openDatabase({ url, directUrl, folder: '' })).close()
  const database = await openDatabase({ url: directUrl, folder: '', upTo: null })
  expect(pendingMigrations(await migrationsOf(database.sql))).toEqual([])
  await database.close()
  await drop()
})

it.runIf(postgres.isThere)(
  'A start may go past the pooler to a standby, unless there is something to migrate',
  async () => {
    const { url, drop } = await postgres.make()
    const standby = await postgres.make()
    await (await openDatabase({ url, folder: '' })).close()
    const client = new pg.Client({ connectionString: standby.url })
    await client.connect()
    // Found before the function of PostgreSQL, as the search path has it.
    await client.query("create function pg_is_in_recovery() returns boolean language sql as 'select true'")
    const directUrl = `${standby.url}?options=-c%20search_path=public,pg_catalog%20-c%20default_transaction_read_only=on`
    const { host } = new URL(standby.url)
    await expect(openDatabase({ url, directUrl, folder: '' })).rejects.toThrow(
      `The database at ${host} can only be read, as a standby, but has to be written to. Name the primary in DATABASE_DIRECT_URL.`,
    )
    await (await openDatabase({ url: standby.url, folder: '' })).close()
    await (await openDatabase({ url, directUrl, folder: '' })).close()
    await client.end()
    await standby.drop()
    await drop()
  },
)

it.runIf(postgres.isThere)(
  'Nothing is migrated where the address past the pooler leads elsewhere, or nowhere',
  async () => {
    const [here, there] = [await postgres.make(), await postgres.make()]
    const open = (directUrl: string) => openDatabase({ url: here.url, directUrl, folder: '' })
    const { host } = new URL(here.url)
    await expect(open(there.url)).rejects.toThrow(
      `DATABASE_URL and DATABASE_DIRECT_URL lead to different databases: ${here.name} at ${host}, and ${there.name} at ${host}. Nothing was changed. Correct the address that is wrong.`,
    )
    for (const { url } of [here, there]) {
      const database = await openDatabase({ url, folder: '', upTo: null })
      expect(await migrationsOf(database.sql)).toEqual([])
      await database.close()
    }
    await expect(open('postgres://127.0.0.1:9/portal')).rejects.toThrow(
      'No database can be reached at 127.0.0.1:9 (ECONNREFUSED). Start PostgreSQL, or correct the host and port in DATABASE_DIRECT_URL.',
    )
    await here.drop()
    await there.drop()
  },
)

it.runIf(postgres.isThere)('Maintenance may take longer than the statement_timeout of its role', async () => {
  const { url, drop } = await postgres.make()
  const database = await openDatabase({ url, folder: '', upTo: null })
  const name = sql.id(new URL(url).pathname.slice(1))
  await sql`alter database ${name} set statement_timeout = '100ms'`.execute(database.sql)
  await database.maintain('select pg_sleep(0.2)')
  await database.close()
  await drop()
})

it.runIf(postgres.isThere)('No connection is left when it is closed during a heartbeat', async () => {
  const { url, drop } = await postgres.make()
  const { ready, close } = openPostgres(url)
  expect(await ready()).toBe(true)
  const asked = ready()
  await close()
  await asked
  // A client without a heartbeat of its own.
  const observer = new pg.Client({ connectionString: url })
  await observer.connect()
  const left = async () => {
    const { rowCount } = await observer.query(
      'select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    return rowCount
  }
  await expect.poll(left).toBe(0)
  await observer.end()
  await drop()
})

it.runIf(postgres.isThere)(
  'The connections that find another primary are used, and those to the former one end',
  async () => {
    const { url, drop } = await postgres.make()
    await (await openDatabase({ url, folder: '' })).close()
    const operator = new pg.Client({ connectionString: url })
    await operator.connect()
    /** What the server behind the address says that it is. */
    const becomes = (system: number) =>
      operator.query(
        `create or replace function pg_control_system(out system_identifier bigint) language sql as 'select ${system}::bigint'`,
      )
    await becomes(1)
    await operator.query(`alter database ${new URL(url).pathname.slice(1)} set search_path = public, pg_catalog`)
    const database = await openDatabase({ url, folder: '', upTo: null })
    const { opened, release } = gate()
    const held = gate()
    const lost = database.transaction(async (executor) => {
      await sql`select`.execute(executor)
      held.release()
      await opened
      await sql`select`.execute(executor)
    })
    const ended = expect(lost).rejects.toThrow(/connection/)
    await held.opened
    await becomes(2)
    const found = await Promise.allSettled(Array.from({ length: 4 }, () => sql`select 1 as one`.execute(database.sql)))
    expect(found.map(({ status }) => status)).toEqual(Array(4).fill('fulfilled'))
    release()
    await ended
    await database.close()
    await operator.end()
    await drop()
  },
)

describe.runIf(postgres.isThere)('Of several hosts', () => {
  const withHosts = (url: string, hosts: (host: string) => string) => {
    const { host } = new URL(url)
    return url.replace(host, hosts(host))
  }

  it('the one that accepts writes is used', async () => {
    const { url, drop } = await postgres.make()
    const database = await openDatabase({ url: withHosts(url, (host) => `127.0.0.1:9,${host}`), folder: '' })
    await saveRecords(database, 'companies', [sampleCompany()])
    expect(await database.ready()).toBe(true)
    await database.close()
    await drop()
  })

  it('none is used while two accept writes', async () => {
    const { url, drop } = await postgres.make()
    const front = await startCrashing(url)
    const both = withHosts(url, (host) => `${host},${new URL(front.url).host}`)
    await expect(openDatabase({ url: both, folder: '' })).rejects.toThrow(
      /^Two databases accept writes at .*,127\.0\.0\.1:\d+\. Stop the one that should not be the primary\.$/,
    )
    front.stop()
    await drop()
  })
})
