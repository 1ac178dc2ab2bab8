import { type Kysely, sql } from 'kysely'
import { resetTracking } from '../tracking'

/** The columns with search text at the time of this migration, and still at that of 022. */
export const searchTextColumns: Record<string, string[]> = {
  companies: ['search_text', 'name_search'],
  company_users: ['search_text'],
  users: ['search_text'],
  goals: ['search_text'],
  budgets: ['search_text', 'company_search'],
  automation_rules: ['search_text'],
  nps_surveys: ['search_text'],
  nps_responses: ['search_text'],
  devices: ['search_text'],
  dashboards: ['search_text'],
  compliance_templates: ['search_text'],
  certificates: ['search_text'],
}

/** Those of Unicode, without the plain one. */
const spaces = '\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000'

/**
 * Makes no-break and other spaces in search text plain ones. Writers wait only for tables that have any. What the release before
 * writes during the upgrade keeps them until it is written again or repaired.
 */
export const plainSpaces = async (database: Kysely<unknown>) => {
  await sql`set local statement_timeout = 0`.execute(database)
  for (const [table, columns] of Object.entries(searchTextColumns)) {
    const hasOther = (column: string) => sql`${sql.ref(column)} ~ ${`[${spaces}]`}`
    const { rows } = await sql`
      select from ${sql.table(table)} where ${sql.join(columns.map(hasOther), sql` or `)} limit 1`.execute(database)
    if (rows.length === 0) continue
    await resetTracking(database, table, async () => {
      for (const column of columns)
        await sql`
          update ${sql.table(table)} set ${sql.ref(column)} = translate(${sql.ref(column)}, ${spaces}, ${' '.repeat(spaces.length)})
          where ${hasOther(column)}`.execute(database)
    })
  }
}
