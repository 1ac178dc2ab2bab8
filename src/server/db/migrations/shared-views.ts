import { type Kysely, sql } from 'kysely'
import { renew } from '../renew'
import { scopesBefore } from './follow-ups'
import { watch } from './list-histories'
import { fillSearchText } from './search-texts'

/**
 * Stores shared views, sorts devices by the end of their warranty, and finds budgets by the name of their company. Keys with
 * every scope get the one for views, because no one else could grant it.
 */
export const sharedViews = async (database: Kysely<unknown>) => {
  const run = (statement: string) => sql.raw(statement).execute(database)
  await run('set local statement_timeout = 0')
  await run(`
    create table shared_views (
      id uuid primary key,
      list text collate "C" not null,
      name text not null,
      query text not null,
      shared_by text,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      name_sort text collate "C" not null
    )`)
  await run('create unique index shared_views_by_name on shared_views (list, name)')
  await renew(database, 'shared_views')
  await watch(database, 'shared_views')
  await renew(database, 'api_keys', () =>
    sql`update api_keys set scopes = scopes || '{views:write}' where scopes @> ${[...scopesBefore, 'nps:write']}`.execute(
      database,
    ),
  )

  for (const [name, order] of [
    ['up', ''],
    ['down', 'desc '],
  ])
    await run(`
      create index devices_warranty_${name} on devices ((least(warranty_end, warranty_expires)) ${order}nulls last, id)`)
  // The sorted ones serve the filter too.
  await run('drop index if exists devices_least_idx')

  // Null in rows that the release before writes.
  await run('alter table companies add column name_search text collate "C"')
  await run('alter table budgets add column company_search text collate "C"')
  await renew(database, 'companies', () =>
    fillSearchText(database, { table: 'companies', columns: ['name'], into: 'name_search' }),
  )
  await renew(database, 'budgets', () =>
    run('update budgets b set company_search = c.name_search from companies c where c.id = b.company_id'),
  )
  await run('create index budgets_company_search on budgets using gin (company_search gin_trgm_ops)')
}
