import { type Kysely, sql } from 'kysely'
import { renew } from '../renew'
import { scopesBefore } from './follow-ups'
import { watch } from './list-histories'

/**
 * Stores schedules of briefs and what was mailed. A delivery that has something to do has a lease, which an instance takes; none
 * refers to a company, so that a client can be deleted. Keys with every scope get the new ones, because no one else could grant them.
 */
export const briefMail = async (database: Kysely<unknown>) => {
  const run = (statement: string) => sql.raw(statement).execute(database)
  await run('set local statement_timeout = 0')
  await run(`
    create table brief_schedules (
      id uuid primary key,
      company_id uuid not null,
      status text collate "C" not null,
      rhythm text not null,
      days_from_end int not null,
      time text not null,
      zone text not null,
      user_ids uuid[] not null,
      addresses text[] not null,
      reply_to text not null,
      subject text,
      message text not null,
      language text,
      paper text,
      needs_approval boolean not null,
      next_run_at timestamptz(3),
      last_run_at timestamptz(3),
      last_result text collate "C",
      last_reason text,
      created_by text not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null
    )`)
  for (const column of ['next_run_at', 'last_run_at', 'created_at'])
    for (const [name, order] of [
      ['up', ''],
      ['down', 'desc '],
    ])
      await run(`create index brief_schedules_${column}_${name} on brief_schedules (${column} ${order}nulls last, id)`)
  for (const column of ['company_id', 'status', 'last_result']) await run(`create index on brief_schedules (${column})`)
  await run(`
    create table brief_deliveries (
      id uuid primary key,
      company_id uuid not null,
      schedule_id uuid,
      status text collate "C" not null,
      reason text,
      recipients text[] not null,
      reply_to text not null,
      subject text,
      attempts int not null,
      sent_by text not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null
    )`)
  await run('create index brief_deliveries_created_at_up on brief_deliveries (created_at nulls last, id)')
  await run('create index brief_deliveries_created_at_down on brief_deliveries (created_at desc nulls last, id)')
  for (const column of ['company_id', 'schedule_id']) await run(`create index on brief_deliveries (${column})`)
  await run(`
    create table brief_leases (
      id uuid primary key,
      due_at timestamptz(3) not null,
      holder uuid,
      ends_at timestamptz(3)
    )`)
  await run('create index on brief_leases (due_at)')
  for (const table of ['brief_schedules', 'brief_deliveries']) {
    await renew(database, table)
    await watch(database, table)
  }
  await renew(database, 'api_keys', () =>
    sql`
      update api_keys set scopes = scopes || '{briefs:write,briefs:send}'
      where scopes @> ${[...scopesBefore, 'nps:write', 'views:write', 'briefs:read', 'brand:manage']}`.execute(
      database,
    ),
  )
}
