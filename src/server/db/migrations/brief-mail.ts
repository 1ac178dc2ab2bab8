import type { Kysely } from 'kysely'
import { track } from '../tracking'
import { filterIndexes, grantNewScopes, runWithoutTimeout, sortIndexes } from './statements'

/**
 * Stores schedules of briefs and what was mailed. A delivery that has something to do has a lease, which an instance takes; none
 * refers to a company, so that a client can be deleted.
 */
export const briefMail = async (database: Kysely<unknown>) => {
  await runWithoutTimeout(database, tables)
  await track(database, 'brief_schedules', 'brief_deliveries')
  await grantNewScopes(database, 'briefs:write', 'briefs:send')
}

const tables = `
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
);
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
);
create table brief_leases (
  id uuid primary key,
  due_at timestamptz(3) not null,
  holder uuid,
  ends_at timestamptz(3)
);
create index on brief_leases (due_at);
${sortIndexes('brief_schedules', 'next_run_at', 'last_run_at', 'created_at')}
${filterIndexes('brief_schedules', 'company_id', 'status', 'last_result')}
${sortIndexes('brief_deliveries', 'created_at')}
${filterIndexes('brief_deliveries', 'company_id', 'schedule_id')}`
