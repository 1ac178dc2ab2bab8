import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditEventsTable } from '../db/audit-log'
import { checkTables } from '../db/check'
import type { Database } from '../db/database'
import { writeRecords } from '../db/write'
import { makeSample } from '../demo/make'
import { briefDeliveriesTable, type Delivery, type Schedule } from '../mail/tables'
import { type Records, tables } from '../resources/registry'
import { saveRecords } from '../resources/save-records'
import { createTestApi, engines, sampleBudget, sampleResponse, sampleRule, type TestApi } from '../testing/server'
import { erasePerson } from './erase'

const email = "Agnes.O'Neill+it@bramley.example"
const name = 'Agnes O’Neill (IT)'

describe.each(engines)('Erasing a person on $engine', ({ open }) => {
  let database: Database
  let instance: TestApi
  let id: string
  const lists = [
    '/companies/users',
    '/training/enrollments',
    '/training/certificates',
    '/surveys/nps/responses',
    '/views',
  ]
  const etags = new Map<string, string>()

  beforeAll(async () => {
    database = await open()
    await makeSample(database, { scale: 0.02, now: new Date('2026-11-21T05:00:00.000Z') })
    const first = async <K extends keyof Records>(path: string): Promise<Records[K]> =>
      (await (await createTestApi(database)).ask(`${path}?limit=1`)).json.data[0]
    instance = await createTestApi(database)
    const user = await first<'companyUsers'>('/companies/users')
    ;({ id } = user)
    await saveRecords(database, 'companyUsers', [{ ...user, email, fullName: name }])
    const enrollment = await first<'enrollments'>('/training/enrollments')
    const certificate = await first<'certificates'>('/training/certificates')
    await saveRecords(database, 'enrollments', [{ ...enrollment, user: { id, fullName: name, email } }])
    await saveRecords(database, 'certificates', [{ ...certificate, enrollmentId: null, user: { id, fullName: name } }])
    const response = await first<'npsResponses'>('/surveys/nps/responses')
    await saveRecords(database, 'npsResponses', [
      { ...response, respondentName: name, respondentEmail: email.toUpperCase(), feedbackText: `Ask ${name}.` },
    ])
    const { data: answers } = (await instance.ask('/surveys/nps/responses?limit=2')).json
    await saveRecords(database, 'npsResponses', [{ ...answers[1], followUpOwner: name, followUpNote: null }])
    const { company: _, ...goal } = await first<'goals'>('/goals')
    await saveRecords(database, 'goals', [{ ...goal, company: null, title: `Train ${name}` }])
    const her = { id, name }
    const rule = sampleRule({ createdBy: her, updatedBy: her })
    await saveRecords(database, 'automation', [rule])
    await saveRecords(database, 'budgets', [sampleBudget({ createdBy: her })])
    const report = await first<'reports'>('/reports')
    await saveRecords(database, 'reports', [{ ...report, authorUserId: id }])
    const key = await instance.makeKey(['automation:read', 'automation:write'], { name })
    await instance.ask(`/automation/${rule.id}/toggle`, { key, method: 'POST', body: { isActive: false } })
    const sharer = await instance.makeKey(['companies:read', 'views:write'], { name })
    const view = { list: '/companies', name: 'Churn risk', query: 'status=inactive' }
    await instance.ask('/views', { key: sharer, method: 'POST', body: view })
    await schedule({
      ...{ replyTo: email, userIds: [id], addresses: [email.toUpperCase()], lastReason: `${name} is disabled.` },
      createdBy: name,
    })
    const recipients = [email, 'other@client.example']
    await deliver({ replyTo: email, reason: `${email} is full`, recipients, sentBy: name })
    for (const path of lists) etags.set(path, (await instance.ask(path)).headers.get('etag') ?? '')
  })
  afterAll(() => database.close())

  const made = { companyName: null, createdAt: sampleRule().createdAt, updatedAt: sampleRule().updatedAt }
  const firstCompany = async () => (await instance.ask('/companies?limit=1')).json.data[0].id
  const schedule = async (fields: Partial<Schedule>) =>
    saveRecords(database, 'briefSchedules', [
      {
        ...{ ...made, id: randomUUID(), companyId: await firstCompany(), status: 'active', rhythm: 'monthly' },
        ...{ daysFromEnd: 1, time: '08:00', zone: 'UTC', userIds: [], addresses: [], replyTo: 'briefs@msp.example' },
        ...{ subject: null, message: 'Hello', language: null, paper: null, needsApproval: true, lastRunAt: null },
        ...{ nextRunAt: made.createdAt, lastResult: 'failed', lastReason: null, createdBy: 'Tests' },
        ...fields,
      },
    ])
  const deliver = async (fields: Partial<Delivery>) => {
    const delivery: Delivery = {
      ...{ ...made, id: randomUUID(), companyId: await firstCompany(), scheduleId: null, status: 'sent', reason: null },
      ...{
        isTest: false,
        recipients: [],
        replyTo: 'briefs@msp.example',
        subject: 'Brief',
        briefDay: null,
        attempts: 1,
        sentBy: 'Tests',
      },
      ...fields,
    }
    await database.transaction((executor) => writeRecords(executor, briefDeliveriesTable, [delivery], 'new'))
  }

  const mentions = async (texts = [id, email, name]) => {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'public'`.execute(database.sql)
    const found: string[] = []
    for (const { name: table } of rows) {
      const { rows: her } = await sql<{ text: string }>`
        select t::text as text from ${sql.table(table)} t
        where exists (select from unnest(${texts}::text[]) one where strpos(lower(t::text), lower(one)) > 0)`.execute(
        database.sql,
      )
      if (her.length > 0) found.push(table)
    }
    return found
  }

  /** The database, and whether each of its transactions has written. */
  const watchWrites = () => {
    const writing: boolean[] = []
    const transaction: Database['transaction'] = (work) =>
      database.transaction(async (executor) => {
        try {
          return await work(executor)
        } finally {
          const { rows } = await sql<{ isWriting: boolean }>`
            select pg_current_xact_id_if_assigned() is not null as "isWriting"`.execute(executor)
          writing.push(rows[0]?.isWriting === true)
        }
      })
    return { writing, watched: { transaction } }
  }

  it('reports a dry run and changes nothing', async () => {
    const before = await mentions()
    expect(before).toEqual(expect.arrayContaining(['company_users', 'audit_events', 'list_changes', 'api_keys']))
    const { writing, watched } = watchWrites()
    const { changed, kept } = await erasePerson(watched, email, { isConfirmed: false })
    expect(changed.length).toBeGreaterThan(8)
    expect(kept).toMatchObject([expect.stringContaining('goals: 1 row names this person')])
    // Writers would wait for it.
    expect(writing).not.toContain(true)
    expect(await mentions()).toEqual(before)
    await expect(erasePerson(database, 'nobody@example.com', { isConfirmed: true })).rejects.toThrow(/^No one has/)
  })

  it('leaves the person only in free text, with correct lists, totals and ETags', async () => {
    const { writing, watched } = watchWrites()
    const { person, changed, kept } = await erasePerson(watched, id, { isConfirmed: true })
    // What is left is looked for when no writer waits any more.
    expect(writing).toEqual([false, true, false])
    expect(person).toMatchObject({ ids: [id], emails: [email.toLowerCase()] })
    expect(changed.map((line) => line.split(':')[0])).toEqual([
      ...['certificates', 'enrollments', 'company_users', 'nps_responses', 'nps_responses'],
      ...['reports', 'budgets', 'automation_rules', 'automation_rules'],
      ...[...Array(4).fill('brief_schedules'), ...Array(4).fill('brief_deliveries'), 'shared_views'],
      ...['api_keys', 'audit_events'],
    ])
    expect(await mentions()).toEqual(['goals'])
    expect(kept).toMatchObject([expect.stringContaining('goals: 1 row names this person')])
    const fresh = await createTestApi(database)
    for (const [path, etag] of etags) {
      const { status, json } = await instance.ask(path, { headers: { 'if-none-match': etag } })
      expect(status).toBe(200)
      expect(json).toEqual((await fresh.ask(path)).json)
    }
    const { data } = (await instance.ask('/audit-events')).json
    expect(data).toMatchObject([
      { operation: 'erase person', before: {} },
      { key: { name: '[erased]' } },
      { key: { name: '[erased]' } },
    ])
    expect(await checkTables(database, { tables: Object.values(tables), isThorough: true })).toEqual([])
  })

  it('leaves those who only have the same name, and words that are also a name', async () => {
    const { data } = (await instance.ask('/users?limit=1')).json
    await saveRecords(database, 'users', [{ ...data[0], fullName: 'John Smith', email: 'john@msp.example' }])
    const respondent = (respondentName: string, respondentEmail: string) =>
      saveRecords(database, 'npsResponses', [sampleResponse({ respondentName, respondentEmail })])
    await respondent('John Smith', 'js@client.example')
    await respondent('A', 'a@client.example')
    await instance.makeKey(['companies:read'], { name: 'A' })
    const [his, stranger] = [data[0].id, randomUUID()].map((by) =>
      sampleBudget({ title: 'Plan B', createdBy: { id: by, name: 'John Smith' } }),
    ) as [Records['budgets'], Records['budgets']]
    await saveRecords(database, 'budgets', [his, stranger])
    await instance.ask(`/budgets/${his.id}`, { method: 'PATCH', body: { title: 'Plan A' } })

    const john = await erasePerson(database, 'js@client.example', { isConfirmed: true })
    expect(john.changed).toEqual([expect.stringContaining('nps_responses')])
    expect(john.kept[0]).toBe(
      `The name “John Smith” where it stands without ID and address, because others have it: ${stranger.createdBy?.id}, john@msp.example.`,
    )
    for (const budget of [his, stranger])
      expect((await instance.ask(`/budgets/${budget.id}`)).json.data.createdBy).toEqual(budget.createdBy)
    const a = await erasePerson(database, 'a@client.example', { isConfirmed: true })
    expect(a.changed).toEqual([expect.stringContaining('nps_responses')])
    expect(a.kept[0]).toMatch(/^The name “A” .+ single word\.$/)
    const [event] = (await instance.ask(`/audit-events?recordId=${his.id}`)).json.data
    expect(event.after.title).toBe('Plan A')
  })

  it('leaves those whose address or name contains the person’s, and finds a name with a quotation mark', async () => {
    const hers = ['smith@acme.example', 'Ann "Annie" Lee \\ IT'] as const
    const event = (text: string) => ({
      ...{ id: randomUUID(), at: made.createdAt, key: null, operation: 'PATCH /goals', resource: 'goals' as const },
      ...{ person: null, recordId: 'x', before: {}, after: { title: text } },
    })
    const kept = ['Ask j.smith@acme.example.', 'smith@acme.example.org left', 'For Mary Jo Poe', 'Jo Poe-Lee']
    const events = [
      ...kept,
      `${hers[0]}, or ${hers[1]}.`,
      `Mail:\n${hers[0]} (mailto='${hers[0]}')`,
      'Ask Jo Poe.',
    ].map(event)
    await database.transaction((executor) => writeRecords(executor, auditEventsTable, events, 'new'))
    await saveRecords(database, 'npsResponses', [
      sampleResponse({ respondentName: hers[1], respondentEmail: hers[0] }),
      sampleResponse({ respondentName: 'Jo Poe', respondentEmail: 'jo@acme.example' }),
      sampleResponse({ respondentName: 'Mary Jo Poe', respondentEmail: 'mary@acme.example' }),
    ])
    await erasePerson(database, hers[0], { isConfirmed: true })
    const jo = await erasePerson(database, 'jo@acme.example', { isConfirmed: true })
    expect(jo.kept[0]).toContain('because others have it: mary@acme.example.')
    const { data } = (await instance.ask('/audit-events?recordId=x&limit=100')).json
    const titles = data.map(({ after }: { after: { title: string } }) => after.title)
    expect(titles.toSorted()).toEqual(
      [...kept, '[erased], or [erased].', "Mail:\n[erased] (mailto='[erased]')", 'Ask Jo Poe.'].toSorted(),
    )
  })

  // PostgreSQL itself folds no other letters than ASCII where its locale is C.
  it('finds addresses and names in whatever case, in every locale', async () => {
    const [written, shouted, mixed] = ['ödön@klient.example', 'ÖDÖN@KLIENT.EXAMPLE', 'Ödön@klient.example'] as const
    await saveRecords(database, 'npsResponses', [
      sampleResponse({ respondentName: 'Ödön Őry', respondentEmail: mixed }),
    ])
    await schedule({ addresses: [shouted], createdBy: 'ÖDÖN ŐRY' })
    await schedule({ replyTo: shouted, addresses: ['other@client.example'], lastReason: 'ödön őry is disabled.' })
    await deliver({ recipients: [shouted, 'other@client.example'], replyTo: mixed, reason: `${shouted} is full` })
    const { person } = await erasePerson(database, written, { isConfirmed: true })
    expect(person.emails).toEqual([written])
    expect(await mentions([written, shouted, mixed, 'Ödön Őry', 'ÖDÖN ŐRY', 'ödön őry'])).toEqual([])
    const { data } = (await instance.ask('/brief-deliveries')).json
    expect(data[0].recipients).toEqual(['[erased]', 'other@client.example'])

    const schedules = (await instance.ask('/brief-schedules?status=paused&limit=100')).json.data
    const hers = schedules.find(({ addresses }: Schedule) => addresses.includes('other@client.example'))
    const resume = (body: object) => instance.ask(`/brief-schedules/${hers.id}`, { method: 'PATCH', body })
    const refused = await resume({ isPaused: false })
    expect([refused.status, refused.json.detail]).toEqual([
      422,
      'Name an address for replies first. Nothing was changed.',
    ])
    expect((await resume({ isPaused: false, replyTo: 'briefs@msp.example' })).json.data.status).toBe('error')
  })

  it.each<[string, (address: string) => Promise<unknown>]>([
    ['gets briefs on schedule', (address) => schedule({ addresses: [address] })],
    ['gets the replies to them', (address) => schedule({ replyTo: address })],
    ['got a brief', (address) => deliver({ recipients: [address] })],
    ['got the replies to one', (address) => deliver({ replyTo: address })],
    [
      'signed in and wrote',
      (email) =>
        database.transaction((executor) =>
          writeRecords(
            executor,
            auditEventsTable,
            [
              {
                ...{ id: randomUUID(), at: made.createdAt, key: null, operation: 'PATCH /brand', resource: 'brand' },
                person: { id: randomUUID(), name: 'Sam Poe', email, userId: null },
                ...{ recordId: 'brand', before: {}, after: {} },
              },
            ],
            'new',
          ),
        ),
    ],
    [
      'signed in',
      (email) => {
        const [person, until] = [JSON.stringify({ id: randomUUID(), name: 'Sam Poe', email }), new Date()]
        return sql`
          insert into person_sessions (id, token_hash, person_id, person, browser, address, began_at, used_at, checked_at, expires_at, id_token)
          values (${randomUUID()}, '', ${randomUUID()}, ${person}, '', '', ${until}, ${until}, ${until}, ${until}, '')`.execute(
          database.sql,
        )
      },
    ],
  ])('finds by address who only %s', async (_, save) => {
    const address = 'sam@client.example'
    await expect(erasePerson(database, address, { isConfirmed: true })).rejects.toThrow(/^No one has/)
    await save(address)
    expect(await mentions([address])).not.toEqual([])
    await erasePerson(database, address, { isConfirmed: true })
    expect(await mentions([address, 'Sam Poe'])).toEqual([])
  })
})
