import type { Kysely } from 'kysely'
import { track } from '../tracking'
import { grantNewScopes, runWithoutTimeout } from './statements'

/** Stores what each client's brief is made of, and the brand of all. */
export const keptBriefs = async (database: Kysely<unknown>) => {
  await runWithoutTimeout(database, tables)
  await track(database, 'briefs', 'brand')
  await grantNewScopes(database, 'brand:manage')
}

const tables = `
create table briefs (
  id uuid primary key,
  company_id uuid not null references companies (id) on delete cascade,
  language text collate "C" not null,
  paper text collate "C" not null,
  sections text[] not null,
  first_sentence text,
  second_sentence text,
  third_sentence text,
  first_quotation text,
  second_quotation text,
  scenario text,
  proposal text,
  changes_since text collate "C",
  updated_at timestamptz(3)
);
create index briefs_updated_up on briefs (updated_at, id);
create index briefs_updated_down on briefs (updated_at desc nulls last, id);
create index briefs_company on briefs (company_id);

create table brand (
  id uuid primary key,
  name text not null,
  colour text not null,
  footer text not null,
  logo text,
  updated_at timestamptz(3)
)`
