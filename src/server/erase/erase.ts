import { type RawBuilder, sql } from 'kysely'
import { logCommand, nobody } from '../db/audit-log'
import type { Database, Executor } from '../db/database'
import { findRecord } from '../db/repository'
import { tableOfSlot } from '../db/table-versions'
import { resetTracking } from '../db/tracking'
import { writeRecords } from '../db/write'
import { npsResponsesTable } from '../resources/nps'
import { erased, findPerson, isAnyCaseOf, type Person, patternsOf, without } from './person'

/** What was changed, or would be, one sentence per line. */
export type Erasure = { person: Person; changed: string[]; kept: string[] }

/**
 * Removes a person from every table, or blanks the person's data in records that stay. Lists, totals and ETags are
 * correct from the commit on, on every instance. Without `isConfirmed` it is a dry run.
 *
 * Looking through all tables takes minutes. It is done before and after the transaction that changes rows, because writers wait for that one.
 */
export const erasePerson = async (
  database: Pick<Database, 'transaction'>,
  idOrEmail: string,
  { isConfirmed }: { isConfirmed: boolean },
): Promise<Erasure> => {
  const { person, steps, logged } = await unhurried(database, async (executor) => {
    const person = await findPerson(executor, idOrEmail)
    if (!person)
      throw new Error(
        `No one has the ID or email address ${idOrEmail}. Nothing was changed. Look it up under Staff users, Company users, NPS responses or the audit log.`,
      )
    return { person, steps: await findRows(executor, person), logged: await tablesLogged(executor, person) }
  })
  const changed = steps.map(({ table, what, ids }) => `${table}: ${what} (${ids.length}).`)
  if (isConfirmed) await unhurried(database, (executor) => erase(executor, steps, logged, changed))
  const stillToChange = isConfirmed ? { steps: [], logged: [] } : { steps, logged }
  const kept = await unhurried(database, (executor) => mentionsLeft(executor, person, stillToChange))
  return { person, changed, kept }
}

const unhurried = <T>({ transaction }: Pick<Database, 'transaction'>, work: (executor: Executor) => Promise<T>) =>
  transaction(async (executor) => {
    await sql`set local statement_timeout = 0`.execute(executor)
    return work(executor)
  })

type Sql = RawBuilder<unknown>
type Step = { table: string; what: string; where: Sql; change: (where: Sql, executor: Executor) => Promise<unknown> }
/** A step with the rows that it changes. */
type Found = Step & { ids: string[] }

const run = (statement: Sql, executor: Executor) => statement.execute(executor)

const remove = (table: string, what: string, where: Sql): Step => ({
  table,
  what: `${what} removed`,
  where,
  change: (where, executor) => run(sql`delete from ${sql.table(table)} t where ${where}`, executor),
})

const blank = (table: string, what: string, set: Sql, where: Sql): Step => ({
  table,
  what: `${what} blanked`,
  where,
  change: (where, executor) => run(sql`update ${sql.table(table)} t set ${set} where ${where}`, executor),
})

const stepsFor = (person: Person): Step[] => {
  const { ids, emails } = person
  const isId = (column: string) => isAnyCaseOf(sql.raw(column), ids)
  const isEmail = (column: string) => isAnyCaseOf(sql.raw(column), emails)
  const isName = (column: string) => isAnyCaseOf(sql.raw(column), [...person.ownNames, ...emails])
  const isUser = sql`(${isId('t.id::text')} or ${isEmail('t.email')})`
  const isLearner = sql`(${isId(`t."user" ->> 'id'`)} or ${isEmail(`t."user" ->> 'email'`)})`
  // Another id is another person, unless it is that of a key with the person's name.
  const isRef = (column: string) => sql`(${isId(`t.${column} ->> 'id'`)} or ${isName(`t.${column} ->> 'name'`)}
    and coalesce(t.${sql.raw(column)} ->> 'id' in (select id::text from api_keys), true))`
  const certificate = sql`(${isId(`t."user" ->> 'id'`)} or t.enrollment_id in (select t.id from enrollments t where ${isLearner}))`
  const reference = (table: string, column: string, what: string) =>
    blank(table, what, sql`${sql.ref(column)} = null`, isRef(column))
  const isOwn = sql`(${isId('t.person_id::text')} or ${isId("t.person ->> 'userId'")} or ${isEmail("t.person ->> 'email'")})`
  return [
    remove('person_sessions', 'sessions ended and', isOwn),
    remove('certificates', 'training certificates', certificate),
    remove('enrollments', 'training enrollments', isLearner),
    remove('users', 'users', isUser),
    remove('company_users', 'company users', isUser),
    {
      table: 'nps_responses',
      what: 'NPS responses without name, email address, feedback and follow-up note; the scores stay, because figures are computed from them',
      where: isEmail('t.respondent_email'),
      change: blankResponses,
    },
    blank('nps_responses', 'follow-up owners', sql`follow_up_owner = null`, isName('t.follow_up_owner')),
    blank('reports', 'report authors', sql`author_user_id = null`, isId('t.author_user_id::text')),
    reference('budgets', 'created_by', 'budget creators'),
    reference('automation_rules', 'created_by', 'automation rule creators'),
    reference('automation_rules', 'updated_by', 'automation rule editors'),
    ...briefSteps(person, isEmail, isName),
    blank('shared_views', 'who shared views', sql`shared_by = ${erased}`, isName('t.shared_by')),
    blank('api_keys', 'API key creators', sql`created_by = ${erased}`, isName('t.created_by')),
    blank('api_keys', 'API key names (the keys still work)', sql`name = ${erased}`, isName('t.name')),
    {
      table: 'audit_events',
      what: 'audit events without the person; the events stay',
      where: mentions(person),
      change: (where, executor) => blankEvents(where, executor, person),
    },
  ]
}

/** Briefs that the person got, sent or has scheduled. A schedule whose replies go to the person is paused. */
const briefSteps = (person: Person, isEmail: (column: string) => Sql, isName: (column: string) => Sql): Step[] => {
  const { ids, emails } = person
  const allBut = (column: string, known: string[]) => sql`
    (select coalesce(array_agg(one), '{}') from unnest(${sql.raw(column)}) one where not ${isAnyCaseOf(sql`one::text`, known)})`
  const has = (column: string, known: string[]) =>
    sql`exists (select from unnest(${sql.raw(column)}) one where ${isAnyCaseOf(sql`one::text`, known)})`
  const mentionsPerson = (column: string) => sql`${sql.raw(column)} ~ any (${patternsOf(person)})`
  return [
    blank(
      'brief_schedules',
      'recipients of brief schedules',
      sql`user_ids = ${allBut('user_ids', ids)}, addresses = ${allBut('addresses', emails)}`,
      sql`(${has('t.user_ids', ids)} or ${has('t.addresses', emails)})`,
    ),
    blank('brief_schedules', 'reasons of brief schedules', sql`last_reason = null`, mentionsPerson('t.last_reason')),
    blank('brief_schedules', 'brief schedule creators', sql`created_by = ${erased}`, isName('t.created_by')),
    blank(
      'brief_schedules',
      'addresses for replies to scheduled briefs (these schedules are paused)',
      sql`reply_to = ${erased}, status = 'paused', next_run_at = null`,
      isEmail('t.reply_to'),
    ),
    blank(
      'brief_deliveries',
      'recipients of emailed briefs',
      // Replaced rather than removed: an empty list would send it to everyone on the schedule.
      sql`recipients = array(
        select case when ${isAnyCaseOf(sql`one`, emails)} then ${erased} else one end
        from unnest(recipients) with ordinality as r(one, at) order by at)`,
      has('t.recipients', emails),
    ),
    blank('brief_deliveries', 'reasons of emailed briefs', sql`reason = null`, mentionsPerson('t.reason')),
    blank('brief_deliveries', 'addresses for replies', sql`reply_to = ${erased}`, isEmail('t.reply_to')),
    blank('brief_deliveries', 'senders of briefs', sql`sent_by = ${erased}`, isName('t.sent_by')),
  ]
}

const findRows = async (executor: Executor, person: Person) => {
  const found: Found[] = []
  for (const step of stepsFor(person)) {
    const { rows } = await sql<{ id: string }>`
      select t.id from ${sql.table(step.table)} t where ${step.where}`.execute(executor)
    if (rows.length > 0) found.push({ ...step, ids: rows.map(({ id }) => id) })
  }
  return found
}

/** The tables whose change log names the person: it holds rows as they were before. */
const tablesLogged = async (executor: Executor, person: Person) => {
  const { rows } = await sql<{ name: string }>`
    select distinct ${tableOfSlot} as name from list_changes t where ${mentions(person)}`.execute(executor)
  return rows.map(({ name }) => name)
}

/** The audit log comes last, because every write of the API waits for it. */
const erase = async (executor: Executor, steps: Found[], logged: string[], changed: string[]) => {
  const isChanged = (name: string) => name === 'audit_events' || steps.some(({ table }) => table === name)
  for (const name of logged) if (!isChanged(name)) await resetTracking(executor, name)
  for (const { table, where, change, ids } of steps) {
    // Sessions also of those who signed in meanwhile.
    if (isTracked(table))
      await resetTracking(executor, table, () => change(sql`t.id = any (${ids}) and ${where}`, executor))
    else await change(where, executor)
  }
  await resetTracking(executor, 'audit_events', () => note(executor, changed))
}

/** No list is made of sessions. */
const isTracked = (table: string) => table !== 'person_sessions'

/** Whether a row names the person anywhere. */
const mentions = (person: Person, names?: string[]) => sql`(t::text ~ any (${patternsOf(person, names)}))`

const blankResponses = async (where: Sql, executor: Executor) => {
  const { rows } = await sql<{ id: string }>`select t.id from nps_responses t where ${where}`.execute(executor)
  for (const { id } of rows) {
    const record = JSON.parse((await findRecord(executor, npsResponsesTable, id, true)) ?? 'null')
    await writeRecords(executor, npsResponsesTable, [
      { ...record, respondentName: null, respondentEmail: null, feedbackText: null, followUpNote: null },
    ])
  }
}

const blankEvents = async (where: Sql, executor: Executor, person: Person) => {
  const strip = without(person)
  type Event = { id: string; key: object | null; person: object | null; before: object; after: object }
  const { rows } =
    await sql<Event>`select t.id, t.key, t.person, t.before, t.after from audit_events t where ${where}`.execute(
      executor,
    )
  const author = (one: object | null) =>
    one && (strip(one) ?? { id: nobody, name: erased, ...('email' in one && { email: null, userId: null }) })
  const stripped = rows.map(({ id, key, person, before, after }) => ({
    ...{ id, key: author(key), person: author(person), before: strip(before) ?? {}, after: strip(after) ?? {} },
  }))
  for (let first = 0; first < stripped.length; first += batchSize)
    await sql`
      update audit_events t set key = r.key, person = r.person, before = r.before, after = r.after
      from json_to_recordset(${JSON.stringify(stripped.slice(first, first + batchSize))}::json)
        as r(id uuid, key json, person json, before json, after json)
      where t.id = r.id`.execute(executor)
}

/** Events changed by one statement: someone may have written a hundred thousand, while writers wait. */
const batchSize = 500

/** Records that someone was erased and where, but not who. */
const note = (executor: Executor, changed: string[]) =>
  logCommand(executor, { operation: 'erase person', resource: 'users', recordId: erased, after: { changed } })

/** Where the name or address still occurs in free text, which only people can judge. A dry run leaves out what it would change. */
const mentionsLeft = async (
  executor: Executor,
  person: Person,
  { steps, logged }: { steps: Found[]; logged: string[] },
) => {
  const cleared = [...logged, ...steps.map(({ table }) => table)]
  const leftIn = (name: string) => [
    mentions(person, person.names),
    ...steps.flatMap(({ table, ids }) => (table === name ? sql`t.id <> all (${ids})` : [])),
    ...(name === 'list_changes' ? [sql`${tableOfSlot} <> all (${cleared})`] : []),
  ]
  const { rows: tables } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
    order by 1`.execute(executor)
  const kept = person.otherNames.map(
    ({ name, others }) =>
      `The name “${name}” where it stands without ID and address, because ${others.length > 0 ? `others have it: ${others.slice(0, 10).join(', ')}${others.length > 10 ? ', ...' : ''}` : 'it is a single word'}.`,
  )
  for (const { name } of tables) {
    const where = sql.join(leftIn(name), sql` and `)
    const count = await countOf(executor, name, where)
    if (count === 0) continue
    const { rows } = await sql<{ row: { id?: string } }>`
      select row_to_json(t) as row from ${sql.table(name)} t where ${where} limit 10`.execute(executor)
    const named = rows.flatMap(({ row }) => row.id ?? [])
    kept.push(
      `${name}: ${count} ${count === 1 ? 'row names' : 'rows name'} this person, or someone with the same name${named.length > 0 ? ` (${named.join(', ')}${count > named.length ? ', ...' : ''})` : ''}.`,
    )
  }
  return kept
}

const countOf = async (executor: Executor, table: string, where: Sql) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} t where ${where}`.execute(executor)
  return rows[0]?.count ?? 0
}
