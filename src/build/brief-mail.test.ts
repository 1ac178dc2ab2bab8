import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { basePath } from '../contract/core/base-path'
import { scopes } from '../contract/core/scopes'
import { build } from '../scripts/steps.js'
import type { ApiHandler } from '../server/api/passed'
import { createBriefs } from '../server/briefs/make'
import type { Database } from '../server/db/database'
import { openDatabase } from '../server/db/database'
import { erasePerson } from '../server/erase/erase'
import { mailerOf } from '../server/mail/mailer'
import { startBriefSender } from '../server/mail/sender'
import { createApi } from '../server/public-api'
import type { Records } from '../server/resources/registry'
import { saveRecords } from '../server/resources/save-records'
import { type MailServer, startMailServer } from '../server/testing/mail-server'
import { spawned } from '../server/testing/program'
import {
  createTestApi,
  emptyData,
  engines,
  isMain,
  postgres,
  sampleCompany,
  type TestApi,
} from '../server/testing/server'
import { thorough } from '../server/testing/thorough'
import { readBrief } from '../web/entry-server'

const log = pino({ level: 'silent' })
const thread = new URL('../../dist/server/brief-worker.js', import.meta.url)
const mailFrom = { name: 'Northwind, IT', address: 'briefs@northwind.example' }
const settingsOf = (smtpUrl: string) => ({ smtpUrl, mailFrom, upstream: undefined })

let briefs: ReturnType<typeof createBriefs>
beforeAll(async () => {
  expect(await build()).toBe(true)
  briefs = createBriefs(thread, readBrief)
}, 180_000)
afterAll(async () => {
  await briefs.close()
  vi.resetModules()
})

const client = sampleCompany({ name: 'Østergaard & Sønner, København' })
const contact = (fields: Partial<Records['companyUsers']> = {}): Records['companyUsers'] => ({
  ...{ id: randomUUID(), fullName: 'Anna Berg', email: 'anna@client.example', avatarUrl: null, status: 'active' },
  ...{ lastLogin: null, role: null, company: { id: client.id, name: client.name } },
  ...{ createdAt: '2026-03-02T09:15:00.000Z', updatedAt: '2026-03-02T09:15:00.000Z' },
  ...fields,
})
const anna = contact()
const gone = contact({ fullName: 'Bo Lind', email: 'bo@client.example', status: 'disabled' })
const strange = contact({ fullName: 'Cy', email: 'cy@client.example\nBcc: all@client.example' })

/** An instance over a database: the API, and what sends in the background when it is started. */
const instance = (database: Database, url: string | null) => {
  const mailer = url === null ? null : mailerOf(settingsOf(url))
  const app = createApi({ database, log, makeBrief: briefs.make, mailer })
  const api: ApiHandler = async (request, passed) => app.fetch(request, passed)
  return { api, run: () => startBriefSender({ database, api, mailer, log, everyMs: 100 }) }
}

const sendPath = `/companies/${client.id}/brief/send`
const letter = { addresses: ['otto@client.example'], subject: 'Your quarter', message: 'Dear Otto,\n\nhere it is.' }
const schedule = {
  ...{ companyId: client.id, rhythm: 'quarterly', daysFromEnd: 5, time: '08:30', zone: 'Europe/Copenhagen' },
  ...{ userIds: [anna.id], addresses: [], replyTo: 'ida@northwind.example', subject: null, message: 'Hello,' },
  ...{ language: 'de', paper: null, needsApproval: false },
}

const textOf = async (bytes: Uint8Array) => {
  const document = await pdfjs.getDocument({ data: new Uint8Array(bytes) }).promise
  const page = await document.getPage(1)
  const { items } = await page.getTextContent()
  return items.map((item) => ('str' in item ? item.str : '')).join('')
}

/** A time zone in which it is another day than in UTC. */
const elsewhere = () => (new Date().getUTCHours() < 11 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati')
const todayIn = (zone: string, locale: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: zone }).format()

const dayIn = (zone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format()

describe.each(engines)('Briefs by mail on $engine', ({ engine, open }) => {
  let database: Database
  let testApi: TestApi
  let mail: MailServer
  let api: ApiHandler
  let run: () => { stop: () => Promise<void> }

  beforeAll(async () => {
    database = await open()
    testApi = await createTestApi(database)
    await saveRecords(database, 'companies', [client])
    await saveRecords(database, 'companyUsers', [anna, gone, strange])
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    mail = await startMailServer()
    ;({ api, run } = instance(database, mail.url))
  })
  afterEach(async () => {
    await mail.stop()
    await sql`delete from brief_leases`.execute(database.sql)
    await sql`delete from brief_schedules`.execute(database.sql)
    await sql`delete from brief_deliveries`.execute(database.sql)
  })

  const ask = async (path: string, body?: object, o: { key?: string; method?: string; to?: ApiHandler } = {}) => {
    const response = await (o.to ?? api)(
      new Request(`http://quarterdeck.example${basePath}${path}`, {
        method: o.method ?? (body ? 'POST' : 'GET'),
        headers: { authorization: `Bearer ${o.key ?? testApi.everything}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      }),
    )
    // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects, and fails where it is not there
    return { status: response.status, json: (await response.json()) as any }
  }
  const send = (fields: object, o = {}) => ask(sendPath, { ...letter, replyTo: 'ida@northwind.example', ...fields }, o)
  const make = async (fields: object = {}) => {
    const { status, json } = await ask('/brief-schedules', { ...schedule, ...fields })
    expect(status).toBe(200)
    return json.data
  }
  const isDue = (id: string) =>
    sql`update brief_schedules set next_run_at = clock_timestamp() - interval '1 minute' where id = ${id}`.execute(
      database.sql,
    )
  const read = async (id: string) => (await ask(`/brief-schedules/${id}`)).json.data
  const deliveries = async () => (await ask('/brief-deliveries')).json.data
  const statuses = async () => (await deliveries()).map(({ status }: { status: string }) => status)
  const greylisted = { code: 451, text: 'Greylisted' }
  /** As if the pause before the next try were over. */
  const isTriedNow = () => sql`update brief_leases set due_at = clock_timestamp()`.execute(database.sql)
  /** Runs the sender until the schedule shows this result. */
  const until = async (id: string, lastResult: string) => {
    const sender = run()
    await expect.poll(async () => (await read(id)).lastResult).toBe(lastResult)
    await sender.stop()
    return read(id)
  }

  it('go to contacts and other addresses, from the MSP, with answers to the sender and the PDF of the client', async () => {
    const zone = elsewhere()
    const { status, json } = await send({ userIds: [anna.id], language: 'de', zone })
    expect([status, json.data]).toMatchObject([
      200,
      { status: 'sent', reason: null, recipients: ['anna@client.example', 'otto@client.example'], sentBy: 'Tests' },
    ])
    const [got] = mail.received
    expect(got).toMatchObject({
      subject: 'Your quarter',
      messageId: `<${json.data.id}@northwind.example>`,
      from: { value: [mailFrom] },
      replyTo: { value: [{ address: 'ida@northwind.example' }] },
    })
    expect([got?.to].flat().flatMap((to) => to?.value.map(({ address }) => address))).toEqual(json.data.recipients)
    expect(got?.text?.trim()).toBe(letter.message)
    const [file] = got?.attachments ?? []
    expect([file?.contentType, file?.filename]).toEqual(['application/pdf', `Kundenbericht, ${client.name}.pdf`])
    const text = await textOf(file?.content ?? new Uint8Array())
    expect(text).toContain(client.name)
    expect(text).toContain(todayIn(zone, 'de-DE'))
    expect(json.data.briefDay).toBe(dayIn(zone))
    const events = await ask(`/audit-events?resource=briefs&recordId=${json.data.id}`)
    expect(events.json.data).toMatchObject([
      {
        operation: 'POST /companies/:id/brief/send',
        key: { name: 'Tests' },
        after: { recipients: json.data.recipients, subject: 'Your quarter', companyId: client.id },
      },
    ])
    expect(await deliveries()).toMatchObject([{ id: json.data.id, companyName: client.name, isTest: false }])
  })

  it('go out when their schedule is due, to the contacts who can be reached, and once', async () => {
    const made = await make({ userIds: [anna.id, gone.id] })
    expect(made).toMatchObject({ status: 'active', companyName: client.name, lastResult: null })
    // Five days after a quarter has ended, at 08:30 in Copenhagen.
    expect(made.nextRunAt).toMatch(/^20\d\d-(01|04|07|10)-05T0[67]:30:00\.000Z$/)
    const zone = elsewhere()
    await sql`update brief_schedules set zone = ${zone} where id = ${made.id}`.execute(database.sql)
    await isDue(made.id)
    expect(await until(made.id, 'sent')).toMatchObject({
      status: 'active',
      lastReason: 'Bo Lind is disabled.',
      nextRunAt: expect.any(String),
    })
    expect(mail.received).toMatchObject([{ subject: `Kundenbericht, ${client.name}` }])
    const [file] = mail.received[0]?.attachments ?? []
    expect(await textOf(file?.content ?? new Uint8Array())).toContain(todayIn(zone, 'de-DE'))
    expect(mail.received[0]?.headers.get('auto-submitted')).toBe('auto-generated')
    const [delivery] = await deliveries()
    expect(delivery).toMatchObject({ scheduleId: made.id, status: 'sent', attempts: 1, recipients: [anna.email] })
    expect(delivery.briefDay).toBe(dayIn(zone))
    const [event] = (await ask(`/audit-events?recordId=${delivery.id}`)).json.data
    expect([event.key.name, event.after.recipients]).toEqual(['Brief schedule of Tests', [anna.email]])
  })

  it('wait for approval, and are then sent, once', async () => {
    const made = await make({ needsApproval: true })
    await isDue(made.id)
    await until(made.id, 'held')
    expect(mail.received).toEqual([])
    const answers = await Promise.all([1, 2].map(() => ask(`/brief-schedules/${made.id}/approve`, {})))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    await until(made.id, 'sent')
    expect(mail.received).toHaveLength(1)
    await isDue(made.id)
    await until(made.id, 'held')
    await isDue(made.id)
    const sender = run()
    await expect.poll(statuses).toEqual(['held', 'failed', 'sent'])
    await sender.stop()
  })

  it('are discarded alone, and approved only as they were seen', async () => {
    const made = await make({ needsApproval: true })
    await isDue(made.id)
    await until(made.id, 'held')
    const act = (action: string, ifMatch?: string) =>
      api(
        new Request(`http://quarterdeck.example${basePath}/brief-schedules/${made.id}${action}`, {
          method: action ? 'POST' : 'GET',
          headers: {
            ...{ authorization: `Bearer ${testApi.everything}`, 'content-type': 'application/json' },
            ...(ifMatch && { 'if-match': ifMatch }),
          },
          ...(action && { body: '{}' }),
        }),
      )
    const seen = (await act('')).headers.get('etag') ?? ''
    await ask(`/brief-schedules/${made.id}`, { addresses: ['new@client.example'] }, { method: 'PATCH' })
    expect((await act('/approve', seen)).status).toBe(412)
    const discarded = await act('/discard')
    expect([discarded.status, (await discarded.json()).data]).toMatchObject([
      200,
      { status: 'active', lastResult: 'discarded', lastReason: null, nextRunAt: made.nextRunAt },
    ])
    expect(await deliveries()).toMatchObject([{ status: 'discarded', reason: 'Discarded by Tests.' }])
    for (const action of ['/discard', '/approve']) expect((await act(action)).status).toBe(409)
    await isDue(made.id)
    await until(made.id, 'held')
    expect(mail.received).toEqual([])
  })

  it('are tried again when the mail server cannot take them now, and never when it will not', thorough, async () => {
    const made = await make()
    mail.hooks.arrived = async () => ({ code: 451, text: 'Try again later' })
    await isDue(made.id)
    await until(made.id, 'waiting')
    const sender = run()
    await expect.poll(async () => (await deliveries())[0].attempts).toBe(1)
    await expect.poll(async () => (await read(made.id)).lastReason).toContain('451 Try again later')
    expect((await ask(`/brief-schedules/${made.id}/send`, {})).status).toBe(409)
    mail.hooks.arrived = async () => null

    // Without the scope to send, an approved brief can’t be redirected.
    const change = (body: object, key?: string) =>
      ask(`/brief-schedules/${made.id}`, body, { method: 'PATCH', ...(key && { key }) })
    const writer = await testApi.makeKey(scopes.filter((scope) => scope !== 'briefs:send'))
    const diverted = await change({ addresses: ['eve@else.example'], needsApproval: true }, writer)
    expect([diverted.status, diverted.json.detail]).toEqual([409, expect.stringContaining('is still to be sent')])

    // Nothing is tried again while the schedule is paused; what is due later is sent meanwhile.
    await change({ isPaused: true })
    for (const action of ['send', 'approve'])
      expect((await ask(`/brief-schedules/${made.id}/${action}`, {})).json.detail).toContain('is paused')
    await sql`update brief_leases set due_at = clock_timestamp()`.execute(database.sql)
    const other = await make({ subject: 'Another' })
    await isDue(other.id)
    await expect.poll(async () => (await read(other.id)).lastResult).toBe('sent')
    expect(mail.received).toMatchObject([{ subject: 'Another' }])
    await change({ isPaused: false, addresses: ['new@client.example'] })
    await expect.poll(async () => (await read(made.id)).lastResult).toBe('sent')
    await sender.stop()
    const [, sent] = await deliveries()
    expect(sent).toMatchObject({ attempts: 2, status: 'sent', scheduleId: made.id })
    expect(sent.recipients).toEqual([anna.email, 'new@client.example'])
    expect(mail.received[1]?.messageId).toBe(`<${sent.id}@northwind.example>`)

    mail.hooks.refuse = () => ({ code: 550, text: 'No such user here' })
    await ask(`/brief-schedules/${made.id}/send`, {})
    expect(await until(made.id, 'failed')).toMatchObject({
      status: 'error',
      lastReason: expect.stringContaining('No such user here'),
    })
    expect((await ask('/brief-schedules?status=error')).json.pagination.totalCount).toBe(1)
    expect(mail.received).toHaveLength(2)
    mail.hooks.refuse = () => null
    await ask(`/brief-schedules/${made.id}/send`, {})
    expect(await until(made.id, 'sent')).toMatchObject({ status: 'active', lastReason: null })
  })

  it('are tried again for those alone whom the mail server could not take yet, and reach no one twice', async () => {
    const [otto, eve] = ['Otto@client.example', 'eve@client.example']
    const made = await make({ userIds: [anna.id, gone.id], addresses: [otto, eve] })
    mail.hooks.refuse = (address) =>
      address === otto ? greylisted : address === eve ? { code: 550, text: 'No such user here' } : null
    await isDue(made.id)
    const sender = run()
    await expect.poll(statuses).toEqual(['waiting', 'sent'])
    const refused = 'The mail server refused eve@client.example (550 No such user here). Bo Lind is disabled.'
    expect(await deliveries()).toMatchObject([
      {
        ...{ recipients: [otto], attempts: 1, scheduleId: made.id },
        reason: 'The mail server could not take Otto@client.example yet (451 Greylisted).',
      },
      { recipients: [anna.email, eve], attempts: 1, reason: refused },
    ])
    expect(await read(made.id)).toMatchObject({ status: 'active', lastResult: 'waiting', lastReason: refused })
    expect((await ask(`/brief-schedules/${made.id}/send`, {})).status).toBe(409)

    // Refused again: still for him alone, and not for who was added meanwhile.
    const added = { addresses: [otto, eve, 'new@client.example'] }
    await ask(`/brief-schedules/${made.id}`, added, { method: 'PATCH' })
    await isTriedNow()
    await expect.poll(async () => (await deliveries())[0]).toMatchObject({ status: 'waiting', attempts: 2 })
    mail.hooks.refuse = () => null
    await isTriedNow()
    await expect.poll(statuses).toEqual(['sent', 'sent'])
    await sender.stop()
    expect(mail.takenFor).toEqual([[anna.email], [otto]])
    expect(await deliveries()).toMatchObject([
      { recipients: [otto], attempts: 3, reason: null },
      { recipients: [anna.email, eve], reason: refused },
    ])
    expect(await read(made.id)).toMatchObject({ status: 'active', lastResult: 'sent', lastReason: refused })
    const { rows } = await sql`select * from brief_leases`.execute(database.sql)
    expect(rows).toEqual([])
  })

  it('stop when their client was deleted', async () => {
    const other = sampleCompany({ name: 'Gone Ltd' })
    await saveRecords(database, 'companies', [other])
    const first = await make({ companyId: other.id, userIds: [], addresses: ['a@gone.example'] })
    const second = await make({ companyId: other.id, userIds: [], addresses: ['a@gone.example'], needsApproval: true })
    await isDue(second.id)
    await until(second.id, 'held')
    await sql`delete from companies where id = ${other.id}`.execute(database.sql)
    await isDue(first.id)
    await ask(`/brief-schedules/${second.id}/approve`, {})
    for (const { id } of [first, second])
      expect(await until(id, 'failed')).toMatchObject({
        ...{ status: 'error', nextRunAt: null, companyName: null },
        lastReason:
          'The client has been deleted, so this schedule has stopped. Remove it, or create one for another client.',
      })
    expect(mail.received).toEqual([])
  })

  it(
    'end for those who still cannot be taken after the last pause, or are no recipients any more',
    thorough,
    async () => {
      mail.hooks.refuse = (address) =>
        address.startsWith('otto') ? greylisted : address.startsWith('eve') ? { code: 550, text: 'No such user' } : null
      const none = await make({ userIds: [], addresses: ['otto@client.example', 'eve@client.example'] })
      await isDue(none.id)
      const sender = run()
      await expect.poll(statuses).toEqual(['waiting', 'failed'])
      const refused = 'The mail server refused eve@client.example (550 No such user).'
      expect(await read(none.id)).toMatchObject({ status: 'active', lastResult: 'waiting', lastReason: refused })
      await sql`update brief_deliveries set attempts = 5 where status = 'waiting'`.execute(database.sql)
      await isTriedNow()
      await expect.poll(statuses).toEqual(['failed', 'failed'])
      expect(await read(none.id)).toMatchObject({
        status: 'error',
        lastReason: `${refused} Not sent to otto@client.example: The mail server said “451 Greylisted”. It was tried 6 times.`,
      })

      // Who is erased is not taken for everyone.
      const some = await make({ addresses: ['otto@client.example'] })
      await isDue(some.id)
      await expect.poll(statuses).toEqual(['waiting', 'sent', 'failed', 'failed'])
      await erasePerson(database, 'otto@client.example', { isConfirmed: true })
      await isTriedNow()
      await expect.poll(statuses).toEqual(['failed', 'sent', 'failed', 'failed'])
      await sender.stop()
      expect((await read(some.id)).lastReason).toContain('no longer among the recipients')
      expect(mail.takenFor).toEqual([[anna.email]])
    },
  )

  it('stop when no one can tell when the next one is due, and others still go out', thorough, async () => {
    const [lost, other] = [await make(), await make()]
    await sql`update brief_schedules set zone = 'Mars/Phobos', days_from_end = -200000 where id = ${lost.id}`.execute(
      database.sql,
    )
    await isDue(lost.id)
    await isDue(other.id)
    await until(other.id, 'sent')
    const change = (body: object) => ask(`/brief-schedules/${lost.id}`, body, { method: 'PATCH' })
    expect((await change({ message: 'Hello again,' })).json.data).toMatchObject({
      ...{ status: 'error', nextRunAt: null, lastResult: 'failed' },
      lastReason: expect.stringContaining('Choose its day, time and time zone again.'),
    })
    const half = await change({ zone: 'UTC' })
    expect([half.status, half.json.detail]).toEqual([422, expect.stringContaining('can’t tell when')])
    const mended = await change({ zone: 'UTC', daysFromEnd: 5 })
    expect(mended.json.data).toMatchObject({
      ...{ status: 'active', lastReason: null, nextRunAt: expect.stringContaining('T08:30:00') },
    })
  })

  it('are scheduled, changed, paused and removed by those who may', async () => {
    const made = await make()
    const change = (body: object, o = {}) => ask(`/brief-schedules/${made.id}`, body, { method: 'PATCH', ...o })
    expect((await change({ isPaused: true })).json.data).toMatchObject({ status: 'paused', nextRunAt: null })
    await sql`update brief_schedules set last_reason = 'Paused when a backup was restored.'`.execute(database.sql)
    expect((await change({ isPaused: false })).json.data).toMatchObject({
      ...{ status: 'active', nextRunAt: made.nextRunAt, lastReason: null },
    })
    const monthly = await change({ rhythm: 'monthly', daysFromEnd: -1, zone: 'UTC', time: '23:15' })
    expect(monthly.json.data.nextRunAt).toMatch(/-(27|28|29|30)T23:15:00\.000Z$/)
    expect((await change({})).json.data).toEqual(monthly.json.data)
    const writer = await testApi.makeKey(scopes.filter((scope) => scope !== 'briefs:send'))
    const partial = await testApi.makeKey(scopes.filter((scope) => scope !== 'budgets:read'))
    for (const [body, status, detail, key] of [
      [{ message: 'Hi' }, 403, 'lacks the scope briefs:send', writer],
      [{ message: 'Hi' }, 403, 'lacks budgets:read', partial],
      [{ userIds: [] }, 422, 'Name at least one recipient'],
      [{ zone: 'Europe/Atlantis' }, 422, 'zone must be a time zone'],
      [{ time: '8:30' }, 422, 'time must be a time of day'],
      [{ daysFromEnd: 29 }, 422, 'daysFromEnd must be a whole number from -28 to 28'],
    ] as [object, number, string, string?][]) {
      const answer = await change(body, key ? { key } : {})
      expect([answer.status, answer.json.detail]).toEqual([status, expect.stringContaining(detail)])
    }
    // Whoever may remove a schedule may pause it, as long as nothing else changes.
    expect((await change({ isPaused: true }, { key: writer })).json.data).toMatchObject({ status: 'paused' })
    expect((await change({ isPaused: false }, { key: writer })).status).toBe(403)
    expect((await change({ isPaused: true, message: 'Hi' }, { key: writer })).status).toBe(403)
    expect((await change({ isPaused: false })).status).toBe(200)
    expect((await change({ message: 'Hi', needsApproval: true }, { key: writer })).status).toBe(200)
    const missing = await ask('/brief-schedules', { ...schedule, companyId: randomUUID() })
    expect([missing.status, missing.json.errors]).toMatchObject([422, [{ in: 'body', path: 'companyId' }]])
    expect((await ask(`/brief-schedules/${made.id}/remove`, {})).status).toBe(200)
    expect((await ask(`/brief-schedules/${made.id}`)).status).toBe(404)
    const events = (await ask(`/audit-events?resource=briefs&recordId=${made.id}`)).json.data
    expect(events.map(({ operation }: { operation: string }) => operation)).toEqual([
      'POST /brief-schedules/:id/remove',
      ...Array(6).fill('PATCH /brief-schedules/:id'),
      'POST /brief-schedules',
    ])
  })

  // No engine has a part in what is left.
  if (!isMain(engine)) return

  it('have subjects and file names that no name of a client can reorder or break', async () => {
    const odd = sampleCompany({ name: 'Acme\u202e\u2066\r\nBcc: x\u2028\u0085\u2069\u202c \u05d0\u200f (1)\u0007' })
    await saveRecords(database, 'companies', [odd])
    const made = await make({ companyId: odd.id, userIds: [], addresses: ['a@odd.example'], language: 'en' })
    await isDue(made.id)
    await until(made.id, 'sent')
    const name = 'Client brief, Acme Bcc  x  \u05d0\u200f (1)'
    expect(mail.received).toMatchObject([{ subject: name, attachments: [{ filename: `${name}.pdf` }] }])
  })

  it('are tried out on the sender alone', async () => {
    const { json } = await send({ userIds: [anna.id], test: true })
    expect(json.data).toMatchObject({ recipients: ['ida@northwind.example'], isTest: true })
    const person = {
      email: 'mia@northwind.example',
      kind: 'person',
      id: randomUUID(),
      name: 'Mia',
      scopes: [...scopes],
    }
    const asPerson = (body: object) =>
      api(
        new Request(`http://quarterdeck.example${basePath}${sendPath}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ ...letter, ...body }),
        }),
        { person: { ...person, prefix: null, userId: null, roleIds: [], roles: [], expiresAt: null } as never },
      )
    const hers = await (await asPerson({ test: true })).json()
    expect(hers.data).toMatchObject({ recipients: ['mia@northwind.example'], replyTo: 'mia@northwind.example' })
    expect((await asPerson({ replyTo: 'someone@else.example' })).status).toBe(422)
    expect(mail.received).toHaveLength(2)
  })

  it('are refused with a sentence, and nothing is sent', async () => {
    const reader = await testApi.makeKey(scopes.filter((scope) => scope !== 'briefs:send'))
    const blind = await testApi.makeKey(['briefs:send', 'companies:read', 'users:read'])
    const many = Array.from({ length: 51 }, (_, at) => `a${at}@client.example`)
    for (const [fields, status, detail, o] of [
      [{ subject: 'Hello\r\nBcc: all@client.example' }, 422, 'subject must be one line'],
      [{ subject: '' }, 422, 'subject must be 1 to 200 characters'],
      [{ addresses: ['otto@client.example\nBcc: all@client.example'] }, 422, 'must be an email address, such as'],
      [{ addresses: ['otto'] }, 422, 'addresses.0 must be an email address, such as anna@client.example'],
      [{ addresses: ['jürgen@client.example'] }, 422, 'plain ASCII letters'],
      [{ addresses: many }, 422, 'addresses must name at most 50'],
      [{ userIds: [anna.id], addresses: many.slice(1) }, 422, 'at most 50 people at once, and you named 51'],
      [{ addresses: [] }, 422, 'Name at least one recipient'],
      [{ userIds: [gone.id] }, 422, 'Bo Lind is disabled'],
      [{ userIds: [strange.id] }, 422, 'Email can’t be sent to'],
      [{ userIds: [client.id] }, 422, 'No contact has the id'],
      [{ replyTo: undefined }, 422, 'Name one in replyTo'],
      [{}, 403, 'lacks the scope briefs:send', { key: reader }],
      [{}, 403, 'lacks the scope briefs:read', { key: blind }],
      [{}, 409, 'Email is not set up', { to: instance(database, null).api }],
    ] as [object, number, string, object?][]) {
      const answer = await send(fields, o)
      expect([answer.status, answer.json.detail]).toEqual([status, expect.stringContaining(detail)])
    }
    const elsewhere = await ask(`/companies/${randomUUID()}/brief/send`, {
      ...letter,
      replyTo: 'ida@northwind.example',
    })
    expect([elsewhere.status, elsewhere.json.detail]).toEqual([404, expect.stringContaining('There is no company')])
    expect([mail.received, await deliveries()]).toEqual([[], []])
    const info = await ask('/brief-mail', undefined, { to: instance(database, null).api })
    expect(info.json.data).toEqual({ from: null, whyNot: expect.stringContaining('not set up') })
    expect((await ask('/brief-mail')).json.data).toEqual({
      from: 'Northwind, IT <briefs@northwind.example>',
      whyNot: null,
    })
  })

  it('say what the mail server said', thorough, async () => {
    mail.hooks.refuse = (address) => (address.startsWith('otto') ? { code: 550, text: 'No such user here' } : null)
    expect((await send({})).json.data).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('No such user here'),
    })
    expect((await send({ userIds: [anna.id] })).json.data).toMatchObject({
      status: 'sent',
      reason: expect.stringMatching(/refused otto@client.example \(550 No such user here\)/),
    })
    mail.hooks.arrived = async () => ({ code: 451, text: 'Try again later' })
    expect((await send({ userIds: [anna.id], addresses: [] })).json.data).toMatchObject({
      status: 'failed',
      reason: 'The mail server said “451 Try again later”. Send it again in a few minutes.',
    })
    mail.hooks.arrived = async () => null
    mail.hooks.refuse = (address) =>
      address.startsWith('otto') ? greylisted : address.startsWith('eve') ? { code: 550, text: 'No such user' } : null
    const addresses = ['otto@client.example', 'otto.b@client.example']
    expect((await send({ userIds: [anna.id], addresses })).json.data).toMatchObject({
      ...{ status: 'sent', recipients: [anna.email, ...addresses] },
      reason:
        'The mail server could not take otto@client.example and otto.b@client.example yet (451 Greylisted). Send it to otto@client.example and otto.b@client.example again in a few minutes. It was sent to everyone else.',
    })
    expect((await send({ addresses: ['otto@client.example', 'eve@client.example'] })).json.data).toMatchObject({
      status: 'failed',
      reason:
        'The mail server refused eve@client.example (550 No such user). The mail server could not take otto@client.example yet (451 Greylisted). Send it to otto@client.example again in a few minutes.',
    })
    const { rows } = await sql`select * from brief_leases`.execute(database.sql)
    expect([rows, await statuses()]).toEqual([[], expect.not.arrayContaining(['waiting'])])
    mail.hooks.refuse = () => null
    const locked = await startMailServer({ user: 'us', password: 'right' })
    const wrong = instance(database, locked.url.replace('right', 'wrong'))
    expect((await send({}, { to: wrong.api })).json.data).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(/refused the sign-in: “535 Authentication failed”. Check the user and password/),
    })
    expect((await send({}, { to: instance(database, locked.url).api })).json.data.status).toBe('sent')
    await locked.stop()
    const nobody = instance(database, `smtp://127.0.0.1:${locked.port}`)
    expect((await send({}, { to: nobody.api })).json.data).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(/could not be reached .*ECONNREFUSED/),
    })
  })
})

it.runIf(postgres.isThere)(
  'Of two instances over one database, one sends each brief, and each brief once',
  thorough,
  async () => {
    const { url, drop } = await postgres.make()
    const databases = await Promise.all([1, 2].map(() => openDatabase({ url, folder: '' })))
    const [database] = databases as [Database, Database]
    const mail = await startMailServer()
    await saveRecords(database, 'companies', [client])
    await saveRecords(database, 'companyUsers', [anna])
    const { ask } = await createTestApi(database)
    const ids: string[] = []
    for (let count = 0; count < 6; count++) {
      const { json } = await ask('/brief-schedules', { method: 'POST', body: schedule })
      ids.push(json.data.id)
    }
    await sql`update brief_schedules set next_run_at = clock_timestamp() - interval '1 minute'`.execute(database.sql)
    const senders = databases.map((each) => instance(each, mail.url).run())
    await expect
      .poll(async () => (await ask('/brief-schedules?lastResult=sent')).json.pagination.totalCount, {
        timeout: 120_000,
      })
      .toBe(ids.length)
    await Promise.all(senders.map(({ stop }) => stop()))
    expect(mail.received).toHaveLength(ids.length)
    expect(new Set(mail.received.map(({ messageId }) => messageId)).size).toBe(ids.length)
    expect((await ask('/brief-deliveries')).json.pagination.totalCount).toBe(ids.length)
    await mail.stop()
    await Promise.all(databases.map((each) => each.close()))
    await drop()
  },
)

it(
  'A server that is killed between sending and noting says so after its start, and sends nothing again',
  thorough,
  async () => {
    const { folder, remove } = await emptyData()
    const mail = await startMailServer()
    let killed = () => {}
    const whenKilled = new Promise<void>((resolve) => {
      killed = resolve
    })
    const inDatabase = async <T>(work: (database: Database) => Promise<T>) => {
      const database = await openDatabase({ folder })
      try {
        return await work(database)
      } finally {
        await database.close()
      }
    }
    const environment = {
      ...{
        QUARTERDECK_DATA: folder,
        QUARTERDECK_SMTP_URL: mail.url,
        QUARTERDECK_MAIL_FROM: mailFrom.address,
        PORT: '0',
      },
    }
    const made = await inDatabase(async (database) => {
      await saveRecords(database, 'companies', [client])
      await saveRecords(database, 'companyUsers', [anna])
      const { ask } = await createTestApi(database)
      const { json } = await ask('/brief-schedules', { method: 'POST', body: schedule })
      await sql`update brief_schedules set next_run_at = clock_timestamp() - interval '1 minute'`.execute(database.sql)
      return json.data
    })
    const child = spawned(['start'], environment)
    const ended = new Promise((resolve) => child.once('close', resolve))
    mail.hooks.arrived = async () => {
      child.kill('SIGKILL')
      await ended
      killed()
      return null
    }
    await whenKilled
    await expect.poll(() => mail.received.length).toBe(1)
    mail.hooks.arrived = async () => null
    await inDatabase(async (database) => {
      const { ask } = await createTestApi(database)
      expect((await ask('/brief-deliveries')).json.data).toMatchObject([{ status: 'sending', scheduleId: made.id }])
      // As if it had been off for the five minutes that the lease lasts.
      await sql`update brief_leases set ends_at = clock_timestamp() - interval '1 second'`.execute(database.sql)
      const { run } = instance(database, mail.url)
      const sender = run()
      await expect.poll(async () => (await ask(`/brief-schedules/${made.id}`)).json.data.lastResult).toBe('unknown')
      await sender.stop()
      expect((await ask(`/brief-schedules/${made.id}`)).json.data).toMatchObject({
        status: 'error',
        lastReason:
          'The server stopped while sending, so the brief may have arrived. Ask the client before you send it again.',
        nextRunAt: made.nextRunAt,
      })
      const { rows } = await sql`select * from brief_leases`.execute(database.sql)
      expect([rows, mail.received.length]).toEqual([[], 1])
    })
    await mail.stop()
    await remove()
  },
)
