import type { Kysely } from 'kysely'
import { resetTracking, track } from '../tracking'
import { fillSearchText } from './search-texts'
import { grantNewScopes, runWithoutTimeout } from './statements'

/** Stores shared views, sorts devices by the end of their warranty, and finds budgets by the name of their company. */
export const sharedViews = async (database: Kysely<unknown>) => {
  await runWithoutTimeout(database, table)
  await track(database, 'shared_views')
  await grantNewScopes(database, 'views:write')
  await runWithoutTimeout(database, columns)
  await resetTracking(database, 'companies', () =>
    fillSearchText(database, { table: 'companies', columns: ['name'], into: 'name_search' }),
  )
  await resetTracking(database, 'budgets', () =>
    runWithoutTimeout(
      database,
      'update budgets b set company_search = c.name_search from companies c where c.id = b.company_id',
    ),
  )
  await runWithoutTimeout(
    database,
    'create index budgets_company_search on budgets using gin (company_search gin_trgm_ops)',
  )
}

const table = `
create table shared_views (
  id uuid primary key,
  list text collate "C" not null,
  name text not null,
  query text not null,
  shared_by text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  name_sort text collate "C" not null
);
create unique index shared_views_by_name on shared_views (list, name)`

/**
 * The sorted indexes of devices serve the filter too. The columns are null in rows that the release before adds, and outdated
 * in those that it renames, until the next repair.
 */
const columns = `
create index devices_warranty_up on devices ((least(warranty_end, warranty_expires)) nulls last, id);
create index devices_warranty_down on devices ((least(warranty_end, warranty_expires)) desc nulls last, id);
drop index if exists devices_least_idx;

alter table companies add column name_search text collate "C";
alter table budgets add column company_search text collate "C"`
