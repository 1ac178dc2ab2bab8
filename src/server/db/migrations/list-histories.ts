import type { Kysely } from 'kysely'
import { createTriggers } from '../tracking'
import { fenceName } from './fence'
import { runWithoutTimeout } from './statements'

/** The tables of lists at the time of this migration. */
export const tables = [
  ...['companies', 'company_users', 'users', 'goals', 'budgets', 'automation_rules', 'report_schedules', 'reports'],
  ...['nps_surveys', 'nps_responses', 'devices', 'dashboards', 'enrollments', 'certificates', 'compliance_templates'],
  ...['api_keys', 'audit_events'],
]

/**
 * Stores the stamps of earlier states, refuses writes of releases that are too old, and raises a table's version when
 * another program writes to it. See docs/decisions/005 and 006.
 */
export const listHistories = async (database: Kysely<unknown>) => {
  // Earlier logged changes have no stamps. Every floor is raised after a migration, so they are not needed.
  await runWithoutTimeout(
    database,
    `delete from list_changes;
    alter table list_changes add column stamp text collate "C" not null;
    alter table list_versions add column floor_stamp text collate "C" not null default '', add column writer int,
      add column outside_changes bigint not null default 0`,
  )
  for (const name of tables)
    await runWithoutTimeout(
      database,
      `insert into list_versions (name, version, floor, rows, stamp, writer)
      select '${name}', 1, 1, count(*), gen_random_uuid(), 1 from ${name}
      on conflict (name) do update set rows = excluded.rows, writer = 1`,
    )
  await runWithoutTimeout(
    database,
    `alter table list_versions alter column writer set default 0,
      add constraint "${fenceName('1.0.0')}" check (writer >= 1);
    ${noteChange}`,
  )
  for (const name of tables) await createTriggers(database, name)
}

/**
 * Runs after each statement on a list's table. Our own writes have raised the version in the same transaction. For
 * others it is raised here, which makes every instance drop its cache. `outside_changes` counts such statements until
 * the next check.
 */
const noteChange = `
create function note_list_change() returns trigger language plpgsql set search_path from current as $$
declare
  touched bigint := 0;
  added bigint := 0;
  next_stamp text;
begin
  perform from list_versions
  where name = tg_table_name and writer is not null and xmin = pg_current_xact_id()::xid;
  if found then
    return null;
  end if;
  if tg_op = 'DELETE' then
    select count(*) into touched from old_rows;
    added := - touched;
  elsif tg_op <> 'TRUNCATE' then
    select count(*) into touched from new_rows;
    added := case when tg_op = 'INSERT' then touched else 0 end;
  end if;
  if touched = 0 and tg_op <> 'TRUNCATE' then
    return null;
  end if;
  next_stamp := gen_random_uuid();
  insert into list_versions as v (name, version, floor, rows, stamp, floor_stamp, writer, outside_changes)
  values (tg_table_name, 1, 1, added, next_stamp, next_stamp, null, 1)
  on conflict (name) do update set
    version = v.version + 1, floor = v.version + 1, stamp = next_stamp, floor_stamp = next_stamp, writer = null,
    outside_changes = v.outside_changes + 1,
    rows = case when tg_op = 'TRUNCATE' then 0 else v.rows + added end;
  return null;
end $$`
