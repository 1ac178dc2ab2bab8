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
    const { rows } = await sql<{ id: string }>`
      select t.id from ${name} t, companies c where ${renamed} for update of t`.execute(executor)
    if (rows.length === 0) continue
    const isLocked = sql`t.id = any (${rows.map(({ id }) => id)})`
    await trackedWrite(executor, table, {
      size: rows.length,
      state: 'locked',
      before: sql`select t.* from ${name} t where ${isLocked}`,
      change: sql`
        update ${name} t set ${copy} = ${current} from companies c where c.id = t.company_id and ${isLocked} returning t.*`,
    })
  }
}
