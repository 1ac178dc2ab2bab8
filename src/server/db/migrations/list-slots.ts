import { type Kysely, sql } from 'kysely'
import { fenceName } from './fence'

/**
 * Lets writers of one table go on at the same time, each in a slot of its own. An upgraded database keeps to one slot, the only one
 * that the release before reads; a later step allows the others. See docs/decisions/023.
 */
export const listSlots = async (database: Kysely<unknown>) => {
  await defineFreeSlot(database, 1)
  await sql.raw(noteChange).execute(database)
}

/** The most writers of a table that do not wait for each other. */
const maxSlots = 32

/** Releases that read one slot, whose writer version is 1, must no longer be in use. A new database has never been theirs. */
export const allowManySlots = async (database: Kysely<unknown>) => {
  await defineFreeSlot(database, maxSlots)
  await sql`update list_versions set writer = 2`.execute(database)
  await sql`
    alter table list_versions drop constraint ${sql.id(fenceName('1.0.0'))},
      add constraint ${sql.id(fenceName('1.1.0'))} check (writer >= 2)`.execute(database)
}

/**
 * Names the first slot that no other transaction uses, or any where all are used. A lock that is only tried keeps two from choosing
 * the same; the slot's row is what they would wait for.
 */
const defineFreeSlot = (database: Kysely<unknown>, slots: number) =>
  sql
    .raw(`
create or replace function free_list_slot(list text) returns text language plpgsql as $$
declare
  slot int := 0;
begin
  while not pg_try_advisory_xact_lock(list::regclass::oid::int, slot) loop
    slot := slot + 1;
    if slot = ${slots} then
      slot := floor(random() * ${slots});
      exit;
    end if;
  end loop;
  return case slot when 0 then list else list || '/' || slot end;
end $$`)
    .execute(database)

/** As before, but our own write may be in any slot. Others raise the first. */
const noteChange = `
create or replace function note_list_change() returns trigger language plpgsql set search_path from current as $$
declare
  touched bigint := 0;
  added bigint := 0;
  next_stamp text;
begin
  perform from list_versions
  where split_part(name, '/', 1) = tg_table_name and writer is not null and xmin = pg_current_xact_id()::xid;
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
  perform pg_advisory_xact_lock(tg_relid::int, 0);
  insert into list_versions as v (name, version, floor, rows, stamp, floor_stamp, writer, outside_changes)
  values (tg_table_name, 1, 1, added, next_stamp, next_stamp, null, 1)
  on conflict (name) do update set
    version = v.version + 1, floor = v.version + 1, stamp = next_stamp, floor_stamp = next_stamp, writer = null,
    outside_changes = v.outside_changes + 1,
    rows = case when tg_op <> 'TRUNCATE' then v.rows + added else - (
      select coalesce(sum(rows), 0) from list_versions
      where split_part(name, '/', 1) = tg_table_name and name <> tg_table_name) end;
  return null;
end $$`
