import { sql } from 'kysely'
import type { Executor } from '../db/database'
import { trackedWrite } from '../db/write'
import { budgetsTable } from './budgets'
import { companyUsersTable } from './users'

/** Columns that hold what a company's row says about its name, because they are indexed. */
const copies = [
  { table: companyUsersTable, column: 'company_name_sort', from: 'name_sort' },
  { table: budgetsTable, column: 'company_search', from: 'name_search' },
]

type CompanyName = { id: string; name: string }

/** After companies are written: their names are stored with the records that are sorted or found by them. */
export const copyCompanyNames = async (executor: Executor, written: readonly CompanyName[], before?: CompanyName) => {
  if (before && before.name === written[0]?.name) return
  const ids = written.map(({ id }) => id)
  for (const { table, column, from } of copies) {
    const [name, copy, current] = [sql.table(table.name), sql.ref(column), sql.ref(`c.${from}`)]
    const renamed = sql`c.id = t.company_id and c.id = any (${ids}) and t.${copy} is distinct from ${current}`
    const { rows } = await sql<{ count: string }>`
      select count(*) from ${name} t, companies c where ${renamed}`.execute(executor)
    const size = Number(rows[0]?.count)
    if (size === 0) continue
    await trackedWrite(executor, table, {
      size,
      state: 'unknown',
      before: sql`select t.* from ${name} t, companies c where ${renamed}`,
      change: sql`update ${name} t set ${copy} = ${current} from companies c where ${renamed} returning t.*`,
    })
  }
}
