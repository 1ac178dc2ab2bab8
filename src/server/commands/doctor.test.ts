import fs from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { build } from '../../scripts/steps.js'
import { openDatabase } from '../db/database'
import { startMailServer } from '../testing/mail-server'
import { run } from '../testing/program'
import { copyBareData, postgres } from '../testing/server'
import { mountSmallDisk } from '../testing/small-disk'
import { createTempFolder } from '../testing/temp-folder'
import { thorough } from '../testing/thorough'

const smallDisk = await mountSmallDisk(16 * 1024)

const listen = async (server: http.Server) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

/** The lines of `quarterdeck doctor`, by title, where no database has been made. */
const examine = async (environment: Record<string, string>) => {
  const { code, out, error } = await run(['doctor'], environment)
  expect(error).toBe('')
  const lines = out.split('\n').map((line) => line.trim())
  return { code, lines, line: (title: string) => lines.find((line) => line.includes(`${title} `)) }
}

describe('doctor', () => {
  let data: Awaited<ReturnType<typeof createTempFolder>>
  let provider: http.Server
  let issuer: string
  let behindMs = 0
  beforeAll(async () => {
    expect(await build()).toBe(true)
    data = await createTempFolder()
    provider = http.createServer((request, response) => {
      const isKnown = request.url === '/.well-known/openid-configuration'
      response.setHeader('date', new Date(Date.now() - behindMs).toUTCString())
      response.end(JSON.stringify(isKnown ? { issuer } : {}))
    })
    issuer = (await listen(provider)).address
  }, 180_000)
  afterAll(async () => {
    provider.close()
    await data.remove()
    await smallDisk?.remove()
  })

  const withProvider = (address: string) => ({
    QUARTERDECK_DATA: data.folder,
    QUARTERDECK_OIDC_ISSUER: address,
    QUARTERDECK_OIDC_CLIENT_ID: 'quarterdeck',
    QUARTERDECK_OIDC_CLIENT_SECRET: 'secret-of-the-client',
    // The provider answers this too, but not as Quarterdeck does.
    QUARTERDECK_URL: issuer,
  })

  it('asks the identity provider who it is, and compares clocks', async () => {
    behindMs = 0
    const well = await examine(withProvider(issuer))
    expect(well.line('Provider')).toBe(`Provider  ok: ${issuer} describes itself.`)
    expect(well.line('Clock')).toBe('Clock     ok: agrees with that of the provider.')
    behindMs = 600_000
    const late = await examine(withProvider(`${issuer}/`))
    expect(late.code).toBe(1)
    expect(late.line('Provider')).toBe(`Provider  ok: ${issuer}/ describes itself.`)
    expect(late.line('Clock')).toMatch(
      /^! Clock {5}This machine's clock and that of the provider differ by \d+ seconds\. Set both by NTP\.$/,
    )
  })

  it('says when the identity provider is another one, is away, or is not set up', thorough, async () => {
    const other = await examine(withProvider(`${issuer}/other`))
    expect(other.code).toBe(1)
    expect(other.line('Provider')).toBe(
      `! Provider  ${issuer}/other/.well-known/openid-configuration does not describe the issuer ${issuer}/other. Check QUARTERDECK_OIDC_ISSUER.`,
    )
    const away = await examine(withProvider('http://127.0.0.1:9'))
    expect(away.code).toBe(1)
    expect(away.line('Provider')).toMatch(
      /^! Provider {2}http:\/\/127\.0\.0\.1:9\/\S+ cannot be reached \(.+\)\. Check/,
    )
    const none = await examine({ QUARTERDECK_DATA: data.folder })
    expect(none).toMatchObject({ code: 0 })
    expect(none.line('Provider')).toBe('Provider  ok: single sign-on is not set up.')
  })

  it('asks the server behind this console, or says what to do', async () => {
    const upstream = await listen(http.createServer((_, response) => response.writeHead(401).end()))
    const well = await examine({ QUARTERDECK_UPSTREAM: upstream.address })
    expect(well.line('Upstream')).toBe(`Upstream  ok: ${upstream.address} answers as the API.`)
    await upstream.close()
    const away = await examine({ QUARTERDECK_UPSTREAM: upstream.address })
    expect(away.code).toBe(1)
    expect(away.line('Upstream')).toMatch(
      /^! Upstream {2}http:\S+ cannot be reached \(.*ECONNREFUSED.*\)\. Check the name/,
    )
    const other = await examine({ QUARTERDECK_UPSTREAM: issuer })
    expect(other.line('Upstream')).toMatch(
      /^! Upstream {2}http:\S+ answers 200, where the API answers 401 without a key\./,
    )
  })

  it('signs in at the mail server, or says what to do', async () => {
    const mail = await startMailServer({ user: 'us', password: 'right' })
    const withMail = (url: string) => ({
      ...{ QUARTERDECK_DATA: data.folder, QUARTERDECK_SMTP_URL: url, QUARTERDECK_MAIL_FROM: 'IT <briefs@msp.example>' },
    })
    const well = await examine(withMail(mail.url))
    expect(well.line('Email')).toBe('Email     ok: the mail server takes emails from briefs@msp.example.')
    const wrong = await examine(withMail(mail.url.replace('right', 'wrong')))
    expect(wrong.code).toBe(1)
    expect(wrong.line('Email')).toMatch(
      /^! Email {5}The mail server \S+ refused the sign-in: .+ Check the user and password/,
    )
    await mail.stop()
    const away = await examine(withMail(mail.url))
    expect(away.line('Email')).toMatch(
      /^! Email {5}The mail server \S+ could not be reached .+ Check QUARTERDECK_SMTP_URL/,
    )
    const none = await examine({ QUARTERDECK_DATA: data.folder })
    expect(none.line('Email')).toBe('Email     ok: QUARTERDECK_SMTP_URL is not set, so briefs are not emailed.')
  })

  it('says in one sentence why there is no database', async () => {
    const away = await examine({ DATABASE_URL: 'postgres://127.0.0.1:9/x' })
    expect(away.code).toBe(1)
    expect(away.line('Database')).toBe(
      '! Database  No database can be reached at 127.0.0.1:9 (ECONNREFUSED). Start PostgreSQL, or correct the host and port in DATABASE_URL.',
    )
    const file = `${data.folder}/file`
    await fs.writeFile(file, '')
    const taken = await examine({ QUARTERDECK_DATA: file })
    expect(taken.code).toBe(1)
    expect(taken.line('Database')).toBe(
      `! Database  The data folder ${file} cannot be used: it is a file. Set QUARTERDECK_DATA to another folder.`,
    )
    await expect(openDatabase({ folder: file })).rejects.toThrow(`${file} cannot be used: it is a file.`)
  })

  it('says that the database is another program’s, or only for newer releases, as a start does', async () => {
    const folder = `${data.folder}/another`
    copyBareData(folder)
    const database = await openDatabase({ folder })
    await sql`
      alter table list_versions add constraint "Quarterdeck 99.0.0 or later is needed to write" check (writer >= 99) not valid`.execute(
      database.sql,
    )
    await database.close()
    const newer = await examine({ QUARTERDECK_DATA: folder })
    expect([newer.code, newer.line('Database')]).toEqual([
      1,
      expect.stringMatching(/^! Database {2}This database was upgraded to .+ Start 99\.0\.0 or later, or restore /),
    ])
    const opened = await openDatabase({ folder, upTo: null })
    await sql`drop table list_versions`.execute(opened.sql)
    await sql`update kysely_migration set name = 'other-' || name`.execute(opened.sql)
    await opened.close()
    const foreign = await examine({ QUARTERDECK_DATA: folder })
    expect([foreign.code, foreign.line('Database')]).toEqual([
      1,
      expect.stringMatching(/^! Database {2}The database is another program’s\. Name an empty one /),
    ])
  })

  it.runIf(postgres.isThere)('says that nothing can be written to the database', async () => {
    const { url, drop } = await postgres.make()
    await (await openDatabase({ url, folder: '' })).close()
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(`alter database ${client.database} set default_transaction_read_only = on`)
    await client.end()
    const { code, line } = await examine({ DATABASE_URL: url })
    expect(code).toBe(1)
    expect(line('Database')).toMatch(/^! Database {2}The database can only be read\. /)
    await drop()
  })

  it.runIf(postgres.isThere)('says that a database cannot be used, or that two addresses lead to two', async () => {
    const [ascii, here, there] = [await postgres.makeIn('SQL_ASCII'), await postgres.make(), await postgres.make()]
    const { code, line } = await examine({ DATABASE_URL: ascii.url })
    expect([code, line('Database')]).toEqual([
      1,
      expect.stringMatching(/^! Database {2}The encoding of .* is SQL_ASCII\. /),
    ])
    const two = await examine({ DATABASE_URL: here.url, DATABASE_DIRECT_URL: there.url })
    expect([two.code, two.line('Database')]).toEqual([
      1,
      expect.stringMatching(/^! Database {2}DATABASE_URL and DATABASE_DIRECT_URL lead to different databases: /),
    ])
    for (const { drop } of [ascii, here, there]) await drop()
  })

  it.runIf(postgres.isThere)('asks each replica, and says what is wrong with it', async () => {
    const [here, ascii] = [await postgres.make(), await postgres.makeIn('SQL_ASCII')]
    await (await openDatabase({ url: here.url, folder: '' })).close()
    const { host } = new URL(here.url)
    const client = new pg.Client({ connectionString: here.url })
    await client.connect()
    // Found before those of PostgreSQL, as the search path of this address has it.
    const standby = `${here.url}?options=-c%20search_path=public%2Cpg_catalog`
    const replay = (position: string) =>
      client.query(
        `create or replace function pg_last_wal_replay_lsn() returns pg_lsn language sql as 'select ${position}'`,
      )
    await client.query("create function pg_is_in_recovery() returns boolean language sql as 'select true'")
    await replay('pg_current_wal_lsn()')
    const replicasOf = async (...urls: string[]) => {
      const { code, lines } = await examine({ DATABASE_URL: here.url, DATABASE_REPLICA_URLS: urls.join(' ') })
      return { code, lines: lines.filter((line) => line.includes('Replica ')) }
    }
    expect(await replicasOf(standby)).toEqual({
      code: 0,
      lines: [`Replica   ok: ${host} is a standby of DATABASE_URL.`],
    })
    const nameStandby = 'Name a standby of DATABASE_URL in DATABASE_REPLICA_URLS.'
    const noStandby = `! Replica   The server at ${host} accepts writes, so it is no standby: it is the primary itself, or gets none of its changes. ${nameStandby}`
    expect(await replicasOf(here.url, 'postgres://127.0.0.1:9/x', ascii.url)).toEqual({
      code: 1,
      lines: [
        noStandby,
        '! Replica   No database can be reached at 127.0.0.1:9 (ECONNREFUSED). Start PostgreSQL, or correct the host and port in DATABASE_REPLICA_URLS.',
        noStandby,
        `! Replica   The replica at ${host} leads to the database ${ascii.name}, and DATABASE_URL to ${here.name}. Correct the name in DATABASE_REPLICA_URLS.`,
        `! Replica   The encoding of the database at ${host} is SQL_ASCII, and that of DATABASE_URL UTF8, so they are not the same. ${nameStandby}`,
      ],
    })
    await replay("''0/1''::pg_lsn")
    expect(await replicasOf(standby)).toEqual({
      code: 1,
      lines: [
        expect.stringMatching(/^! Replica {3}The replica at \S+ is [\d.]+ MB behind and does not catch up, .+ Resume /),
      ],
    })
    await client.query(`create function pg_control_system() returns table (system_identifier bigint) language sql
      as 'select 7::bigint'`)
    expect(await replicasOf(standby)).toEqual({
      code: 1,
      lines: [expect.stringMatching(/^! Replica {3}The server at \S+ is no copy .+ identifiers are 7 and \d+\. Name /)],
    })
    await client.end()
    for (const { drop } of [here, ascii]) await drop()
  })

  it.runIf(postgres.isThere)('says that the address past a pooler leads to a standby', async () => {
    const { url, drop } = await postgres.make()
    await (await openDatabase({ url, folder: '' })).close()
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query("create function pg_is_in_recovery() returns boolean language sql as 'select true'")
    await client.end()
    const well = await examine({ DATABASE_URL: url, DATABASE_DIRECT_URL: url })
    expect([well.code, well.line('Direct')]).toEqual([0, 'Direct    ok: DATABASE_DIRECT_URL leads to the primary.'])
    const directUrl = `${url}?options=-c%20search_path=public,pg_catalog`
    const { code, line } = await examine({ DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl })
    expect([code, line('Direct')]).toEqual([
      1,
      `! Direct    The database at ${new URL(url).host} can only be read, as a standby, but has to be written to. Name the primary in DATABASE_DIRECT_URL.`,
    ])
    await drop()
  })

  it('says how much space is free', async () => {
    const { line } = await examine({ QUARTERDECK_DATA: data.folder })
    expect(line('Disk')).toMatch(/^Disk {6}ok: \d+ MB are free in \S+\.$/)
  })

  it.runIf(smallDisk)('says when too little space is free', async () => {
    const { code, line } = await examine({ QUARTERDECK_DATA: smallDisk?.folder ?? '' })
    expect(code).toBe(1)
    expect(line('Disk')).toMatch(/^! Disk {6}Only 16 MB are free in \S+\. Below 32 MB nothing can be written/)
  })

  it('says when the data folder cannot be written', async () => {
    const disk = await mountSmallDisk(64 * 1024)
    if (!disk) return
    disk.makeReadOnly()
    const { code, line } = await examine({ QUARTERDECK_DATA: disk.folder })
    await disk.remove()
    expect(code).toBe(1)
    expect(line('Disk')).toBe(
      `! Disk      The data folder ${disk.folder} cannot be used: its disk is read-only. Set QUARTERDECK_DATA to another folder.`,
    )
  })
})
