import { type Kysely, sql } from 'kysely'
import { resetTracking } from '../tracking'
import { searchTextColumns } from './plain-spaces'
import { fillSearchText, searchedColumns } from './search-texts'

/**
 * Composes letters and accents in search text (NFC). Writers wait only for tables with any that are apart. What the release before
 * writes during the upgrade keeps them apart until it is written again or repaired.
 */
export const composedLetters = async (database: Kysely<unknown>) => {
  await sql`set local statement_timeout = 0`.execute(database)
  for (const [table, columns] of Object.entries(searchedColumns)) {
    const isApart = (searchTextColumns[table] ?? []).map((column) => sql`${sql.ref(column)} is not nfc normalized`)
    const { rows } = await sql`
      select from ${sql.table(table)} where ${sql.join(isApart, sql` or `)} limit 1`.execute(database)
    if (rows.length === 0) continue
    await resetTracking(database, table, async () => {
      await fillSearchText(database, { table, columns })
      if (table === 'companies') await fillSearchText(database, { table, columns: ['name'], into: 'name_search' })
      if (table === 'budgets')
        await sql`
          update budgets b set company_search = c.name_search from companies c
          where c.id = b.company_id and b.company_search is distinct from c.name_search`.execute(database)
    })
  }
}
