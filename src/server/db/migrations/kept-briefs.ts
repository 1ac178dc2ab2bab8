import { type Kysely, sql } from 'kysely'
import { renew } from '../renew'
import { scopesBefore } from './follow-ups'
import { watch } from './list-histories'

/**
 * Stores what each client's brief is made of, and the brand of all. Keys with every scope get the one to change the brand,
 * because no one else could grant it.
 */
export const keptBriefs = async (database: Kysely<unknown>) => {
  const run = (statement: string) => sql.raw(statement).execute(database)
  await run('set local statement_timeout = 0')
  await run(`
    create table briefs (
      id uuid primary key,
      company_id uuid not null references companies (id) on delete cascade,
      language text collate "C" not null,
      paper text collate "C" not null,
      sections text[] not null,
      first_sentence text,
      second_sentence text,
      third_sentence text,
      first_quotation text,
      second_quotation text,
      scenario text,
      proposal text,
      changes_since text collate "C",
      updated_at timestamptz(3)
    )`)
  await run('create index briefs_updated_up on briefs (updated_at, id)')
  await run('create index briefs_updated_down on briefs (updated_at desc nulls last, id)')
  await run('create index briefs_company on briefs (company_id)')
  await run(`
    create table brand (
      id uuid primary key,
      name text not null,
      colour text not null,
      footer text not null,
      logo text,
      updated_at timestamptz(3)
    )`)
  for (const table of ['briefs', 'brand']) {
    await renew(database, table)
    await watch(database, table)
  }
  await renew(database, 'api_keys', () =>
    sql`
      update api_keys set scopes = scopes || '{brand:manage}'
      where scopes @> ${[...scopesBefore, 'nps:write', 'views:write', 'briefs:read']}`.execute(database),
  )
}
