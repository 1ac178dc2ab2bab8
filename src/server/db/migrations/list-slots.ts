import { type Kysely, sql } from 'kysely'
import { fenceName } from './fence'

/**
 * Lets writers of one table go on at the same time, each in a slot of its own. An upgraded database keeps to one slot, the only one
 * that the release before reads; a later step allows the others. See docs/decisions/023.
 */
export const listSlots = async (database: Kysely<unknown>) => {
  if (await wasNeverOpenedByEarlierReleases(database)) await allowManySlots(database)
  else await defineRaise(database, 1)
  await sql.raw(noteChange).execute(database)
}

/** Whether no release before can have used the database: it is restored, or new, so that all steps are of this transaction. */
const wasNeverOpenedByEarlierReleases = async (database: Kysely<unknown>) => {
  const { rows } = await sql<{ isNew: boolean }>`
    select exists (
        select from pg_constraint where conrelid = 'list_versions'::regclass and conname = ${fenceName('1.1.0')})
      or not exists (select from kysely_migration where xmin <> pg_current_xact_id()::xid) as "isNew"`.execute(database)
  return rows[0]?.isNew ?? false
}

/** The most writers of a table that do not wait for each other. */
const maxSlots = 32

/**
 * Releases that read one slot, whose writer version is 1, must no longer be in use. A new or restored database has never been theirs.
 * Its fence is there in the same transaction as its slots.
 */
export const allowManySlots = async (database: Kysely<unknown>) => {
  await defineRaise(database, maxSlots)
  await sql`update list_versions set writer = 2`.execute(database)
  await sql`
    alter table list_versions drop constraint if exists ${sql.id(fenceName('1.0.0'))},
      drop constraint if exists ${sql.id(fenceName('1.1.0'))}, add constraint ${sql.id(fenceName('1.1.0'))} check (writer >= 2)`.execute(
    database,
  )
}

/**
 * Raises the first slot that no other transaction uses, or any where all are used. A lock that is only tried keeps two from choosing
 * the same; the slot's row is what they would wait for. Being a function saves planning it with every write.
 */
const defineRaise = (database: Kysely<unknown>, slots: number) =>
  sql
    .raw(`
create or replace function raise_list_slot(
  list text, size bigint, is_logged boolean, added bigint, new_stamp text, by_writer int, out slot text, out version bigint
) language plpgsql as $$
declare
  tried int := 0;
begin
  while not pg_try_advisory_xact_lock(list::regclass::oid::int, tried) loop
    tried := tried + 1;
    if tried = ${slots} then
      tried := floor(random() * ${slots});
      exit;
    end if;
  end loop;
  insert into list_versions as v (name, version, floor, rows, stamp, floor_stamp, writer)
  values (
    case tried when 0 then list else list || '/' || tried end, size, case when is_logged then 0 else size end, added, new_stamp,
    case when is_logged then '' else new_stamp end, by_writer)
  on conflict (name) do update set
    version = v.version + size, rows = v.rows + added, stamp = new_stamp, writer = by_writer,
    floor = case
      when not is_logged then v.version + size
      when v.version + size - v.floor > 1000 then v.version + size - 500
      else v.floor end,
    floor_stamp = case
      when not is_logged then new_stamp
      when v.version + size - v.floor > 1000 then ''
      else v.floor_stamp end
  returning v.name, v.version into slot, version;
end $$`)
    .execute(database)

/** As before, but our own write may be in any slot: `table` or `table/…`, where / sorts just before 0. Others raise the first. */
const noteChange = `
create or replace function note_list_change() returns trigger language plpgsql set search_path from current as $$
declare
  touched bigint := 0;
  added bigint := 0;
  next_stamp text;
begin
  perform from list_versions
  where name >= tg_table_name and name < tg_table_name || '0' and writer is not null and xmin = pg_current_xact_id()::xid;
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
