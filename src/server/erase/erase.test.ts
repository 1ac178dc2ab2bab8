import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkTables } from '../db/check'
import type { Database } from '../db/database'
import { writeRecords } from '../db/write'
import { makeSample } from '../demo/make'
import { briefDeliveriesTable } from '../mail/tables'
import { type Records, tables } from '../resources/registry'
import { saveRecords } from '../resources/save-records'
import { type Asked, askable, engines, sampleBudget, sampleRule } from '../testing/server'
import { erasePerson } from './erase'

const email = "Agnes.O'Neill+it@bramley.example"
const name = 'Agnes O’Neill (IT)'

describe.each(engines)('Erasing a person on $engine', ({ open }) => {
  let database: Database
  let instance: Asked
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
      (await (await askable(database)).ask(`${path}?limit=1`)).json.data[0]
    instance = await askable(database)
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
    const made = { createdAt: rule.createdAt, updatedAt: rule.updatedAt, companyName: null, replyTo: email }
    const { id: companyId } = await first<'companies'>('/companies')
    await saveRecords(database, 'briefSchedules', [
      {
        ...{ ...made, id: randomUUID(), companyId, status: 'active', rhythm: 'monthly', daysFromEnd: 1, time: '08:00' },
        ...{
          zone: 'UTC',
          userIds: [id],
          addresses: [email.toUpperCase()],
          subject: null,
          message: 'Hello',
          language: null,
        },
        ...{ paper: null, needsApproval: true, nextRunAt: made.createdAt, lastRunAt: null, lastResult: 'failed' },
        ...{ lastReason: `${name} is disabled.`, createdBy: name },
      },
    ])
    const delivery = {
      ...{
        ...made,
        id: randomUUID(),
        companyId,
        scheduleId: null,
        status: 'sent' as const,
        reason: `${email} is full`,
      },
      ...{ recipients: [email, 'other@client.example'], subject: 'Brief', attempts: 1, sentBy: name },
    }
    await database.transaction((executor) => writeRecords(executor, briefDeliveriesTable, [delivery], 'new'))
    for (const path of lists) etags.set(path, (await instance.ask(path)).headers.get('etag') ?? '')
  })
  afterAll(() => database.close())

  const mentions = async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'public'`.execute(database.sql)
    const found: string[] = []
    for (const { name: table } of rows) {
      const { rows: her } = await sql<{ text: string }>`
        select t::text as text from ${sql.table(table)} t
        where strpos(t::text, ${id}) > 0 or strpos(lower(t::text), ${email.toLowerCase()}) > 0 or strpos(t::text, ${name}) > 0`.execute(
        database.sql,
      )
      if (her.length > 0) found.push(table)
    }
    return found
  }

  it('reports a dry run and changes nothing', async () => {
    const before = await mentions()
    expect(before).toEqual(expect.arrayContaining(['company_users', 'audit_events', 'list_changes', 'api_keys']))
    const { changed } = await erasePerson(database, email, { isMeant: false })
    expect(changed.length).toBeGreaterThan(8)
    expect(await mentions()).toEqual(before)
    await expect(erasePerson(database, 'nobody@example.com', { isMeant: true })).rejects.toThrow(/^No one has/)
  })

  it('leaves the person only in free text, with correct lists, totals and ETags', async () => {
    const { person, changed, kept } = await erasePerson(database, id, { isMeant: true })
    expect(person).toMatchObject({ ids: [id], emails: [email.toLowerCase()] })
    expect(changed.map((line) => line.split(':')[0])).toEqual([
      ...['certificates', 'enrollments', 'company_users', 'nps_responses', 'nps_responses'],
      ...['reports', 'budgets', 'automation_rules', 'automation_rules'],
      ...[...Array(4).fill('brief_schedules'), ...Array(4).fill('brief_deliveries'), 'shared_views'],
      ...['api_keys', 'audit_events'],
    ])
    expect(await mentions()).toEqual(['goals'])
    expect(kept).toMatchObject([expect.stringContaining('goals: 1 row names this person')])
    const fresh = await askable(database)
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
})
