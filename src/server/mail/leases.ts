import { sql } from 'kysely'
import type { Executor } from '../db/database'

/**
 * Each unfinished delivery has a lease. An instance holds it for so many minutes by the database's clock. An instance that finds an
 * expired lease continues, or notes that the email may or may not have arrived.
 */
const minutes = { making: 10, sending: 5 }

const ends = (phase: keyof typeof minutes) => sql`clock_timestamp() + ${sql.lit(`${minutes[phase]} minutes`)}::interval`

/** Schedules the delivery in so many minutes, for the first instance that takes it. */
export const addLease = (executor: Executor, id: string, inMinutes = 0) =>
  sql`
    insert into brief_leases (id, due_at) values (${id}, clock_timestamp() + make_interval(mins => ${inMinutes}))
    on conflict (id) do update set due_at = excluded.due_at, holder = null, ends_at = null`.execute(executor)

/** A lease that is held from the start, for a delivery that is sent at once. */
export const addHeldLease = (executor: Executor, id: string, holder: string) =>
  sql`
    insert into brief_leases (id, due_at, holder, ends_at)
    values (${id}, clock_timestamp(), ${holder}, ${ends('sending')})`.execute(executor)

/** Takes a lease that is due and that no instance holds; null if there is none. What a paused schedule has waiting stays until it is resumed. */
export const takeLease = async (executor: Executor, holder: string) => {
  const { rows } = await sql<{ id: string }>`
    update brief_leases set holder = ${holder}, ends_at = ${ends('making')}
    where id = (
      select id from brief_leases
      where due_at <= clock_timestamp() and (ends_at is null or ends_at < clock_timestamp())
        and not exists (
          select from brief_deliveries d join brief_schedules s on s.id = d.schedule_id
          where d.id = brief_leases.id and d.status = 'waiting' and s.status = 'paused'
        )
      order by due_at limit 1 for update skip locked
    )
    returning id`.execute(executor)
  return rows[0]?.id ?? null
}

/** False if the lease has run out, so that another may have it. */
export const keepLease = async (executor: Executor, id: string, holder: string) => {
  const { rows } = await sql`
    update brief_leases set ends_at = ${ends('sending')}
    where id = ${id} and holder = ${holder} and ends_at > clock_timestamp() returning 1`.execute(executor)
  return rows.length > 0
}

export const endLease = (executor: Executor, id: string) =>
  sql`delete from brief_leases where id = ${id}`.execute(executor)
