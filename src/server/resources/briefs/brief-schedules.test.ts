import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../db/database'
import { runOneDue } from '../../mail/schedules'
import { createTestApi, openAny, sampleCompany, type TestApi } from '../../testing/server'
import { saveRecords } from '../save-records'

let database: Database
let testApi: TestApi
beforeAll(async () => {
  database = await openAny()
  testApi = await createTestApi(database)
})
afterAll(() => database.close())

it('A held brief is approved or discarded once, by those who have seen the schedule as it is, and every step is logged', async () => {
  const company = sampleCompany()
  await saveRecords(database, 'companies', [company])
  const post = (path: string, body: object = {}, headers = {}) => testApi.ask(path, { method: 'POST', body, headers })
  const created = await post('/brief-schedules', {
    ...{ companyId: company.id, rhythm: 'monthly', daysFromEnd: 1, time: '08:00', zone: 'UTC', userIds: [] },
    ...{ addresses: ['ada@client.example'], replyTo: 'us@msp.example', subject: null, message: '', language: null },
    ...{ paper: null, needsApproval: true },
  })
  const path = `/brief-schedules/${created.json.data.id}`
  const run = async () => {
    await sql`update brief_schedules set next_run_at = now() - interval '1 minute'`.execute(database.sql)
    expect(await runOneDue(database)).toBe(true)
  }
  const statuses = async () =>
    (await testApi.ask('/brief-deliveries?limit=100')).json.data.map(({ status }: { status: string }) => status)

  expect(created.json.data.companyName).toBe(company.name)
  await run()
  const old = { 'if-match': created.headers.get('etag') ?? '' }
  expect((await post(`${path}/approve`, {}, old)).status).toBe(412)
  const approved = await post(
    `${path}/approve`,
    {},
    { 'if-match': (await testApi.ask(path)).headers.get('etag') ?? '' },
  )
  expect(approved.json.data).toMatchObject({ lastResult: 'waiting', lastReason: null })
  expect(approved.headers.get('etag')).toBe((await testApi.ask(path)).headers.get('etag'))
  expect([(await post(`${path}/discard`)).status, await statuses()]).toEqual([409, ['waiting']])

  await sql`update brief_deliveries set status = 'sent'`.execute(database.sql)
  await run()
  expect((await post(`${path}/discard`)).json.data.lastResult).toBe('discarded')
  await run()
  expect((await post(`${path}/remove`)).json.data.id).toBe(created.json.data.id)
  expect([(await testApi.ask(path)).status, await statuses()]).toEqual([404, ['failed', 'discarded', 'sent']])
  const events = await testApi.ask(`/audit-events?recordId=${created.json.data.id}`)
  expect(events.json.data.map(({ operation }: { operation: string }) => operation)).toEqual([
    'POST /brief-schedules/:id/remove',
    'POST /brief-schedules/:id/discard',
    'POST /brief-schedules/:id/approve',
    'POST /brief-schedules',
  ])
})
