import { type Kysely, sql } from 'kysely'
import { nameInBothOrders, searchText } from '../list-engine/search-text'
import { resetTracking } from '../tracking'
import { runWithoutTimeout } from './statements'

/** The searched columns of each table at the time of this migration, and still at that of 022. */
export const searchedColumns: Record<string, string[]> = {
  companies: ['name', 'domain'],
  company_users: ['full_name', 'email'],
  users: ['full_name', 'email'],
  goals: ['title'],
  budgets: ['title'],
  automation_rules: ['name', 'description'],
  nps_surveys: ['title'],
  nps_responses: ['respondent_name', 'respondent_email', 'feedback_text'],
  devices: ['name', 'serial_number', 'mac_address', 'ip_address'],
  dashboards: ['name'],
  compliance_templates: ['title'],
  certificates: ['certificate_number', 'verification_code'],
}

/** Tables whose ids are text; all others have UUIDs. */
const textIds = ['nps_surveys', 'nps_responses', 'devices']

/** Rows read and written per statement. */
const portion = 5000

/**
 * Makes certificates searchable, people by surname and forename, and every text without its accents. Rows that stay as they
 * are, most of them, are only read.
 */
export const searchTexts = async (database: Kysely<unknown>) => {
  await runWithoutTimeout(
    database,
    `alter table certificates add column search_text text collate "C" not null default ''`,
  )
  for (const [table, columns] of Object.entries(searchedColumns))
    await resetTracking(database, table, () => fillSearchText(database, { table, columns }))
  await runWithoutTimeout(
    database,
    `alter table certificates alter column search_text drop default;
    create index certificates_search on certificates using gin (search_text gin_trgm_ops)`,
  )
}

type Row = { id: string; before: string | null; fields: (string | null)[] }

/** Writes the search text of these columns into another one, where it differs. */
export const fillSearchText = async (
  database: Kysely<unknown>,
  { table, columns, into = 'search_text' }: { table: string; columns: string[]; into?: string },
) => {
  const type = sql.raw(textIds.includes(table) ? 'text' : 'uuid')
  const fields = sql.raw(columns.map((column) => `t.${column}`).join(', '))
  for (let last: string | null = null; ; ) {
    const { rows }: { rows: Row[] } = await sql<Row>`
      select t.id::text as id, t.${sql.ref(into)} as before, json_build_array(${fields}) as fields from ${sql.table(table)} t
      where ${last === null ? sql`true` : sql`t.id > ${last}::${type}`} order by t.id limit ${portion}`.execute(
      database,
    )
    const changed = rows.flatMap(({ id, before, fields }) => {
      const text = searchText(
        ...fields.map((field, index) => (columns[index] === 'full_name' ? nameInBothOrders(field ?? '') : field)),
      )
      return text === before ? [] : [{ id, text }]
    })
    if (changed.length > 0)
      await sql`
        update ${sql.table(table)} t set ${sql.ref(into)} = r.text
        from json_to_recordset(${JSON.stringify(changed)}::json) as r(id ${type}, text text)
        where t.id = r.id`.execute(database)
    last = rows.at(-1)?.id ?? null
    if (rows.length < portion) return
  }
}
