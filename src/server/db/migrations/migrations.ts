import type { Migration } from 'kysely'
import { briefMail } from './brief-mail'
import { composedLetters } from './composed-letters'
import { databaseEvents } from './database-events'
import { followUps } from './follow-ups'
import { keptBriefs } from './kept-briefs'
import { listHistories, tables } from './list-histories'
import { listSlots } from './list-slots'
import { plainSpaces } from './plain-spaces'
import { searchTexts } from './search-texts'
import { sharedViews } from './shared-views'
import { filterIndexes, grantNewScopes, runWithoutTimeout, sortIndexes } from './statements'
import { testDeliveries } from './test-deliveries'

/**
 * The schema's history; a step that has been released is never edited. Steps expand before they contract: while instances
 * are replaced the release before still reads and writes, so what it uses is only removed by a later release, which also
 * raises `writer` (see fence.ts). Text that orders or identifies is declared
 * COLLATE "C", because the engines' default collations differ.
 */
export const migrations: Record<string, Migration> = {
  '001-resources': { up: (database) => runWithoutTimeout(database, resources) },
  '002-api-keys': { up: (database) => runWithoutTimeout(database, apiKeys) },
  '003-audit-events': { up: (database) => runWithoutTimeout(database, auditEvents) },
  '004-rate-limits': { up: (database) => runWithoutTimeout(database, rateLimits) },
  '005-list-engine': { up: (database) => runWithoutTimeout(database, listEngine) },
  '006-ended-sessions': { up: (database) => runWithoutTimeout(database, endedSessions) },
  '007-sessions': { up: (database) => runWithoutTimeout(database, sessions) },
  '008-list-histories': { up: listHistories },
  '009-people': { up: (database) => runWithoutTimeout(database, people) },
  '010-search-texts': { up: searchTexts },
  '011-database-events': { up: databaseEvents },
  '012-follow-ups': { up: followUps },
  '013-shared-views': { up: sharedViews },
  '014-brief-scope': { up: (database) => grantNewScopes(database, 'briefs:read') },
  '015-kept-briefs': { up: keptBriefs },
  '016-brief-mail': { up: briefMail },
  '017-list-slots': { up: listSlots },
  '018-test-deliveries': { up: testDeliveries },
  '019-rotated-keys': { up: (database) => runWithoutTimeout(database, rotatedKeys) },
  '020-plain-spaces': { up: plainSpaces },
  '021-days-of-briefs': { up: (database) => runWithoutTimeout(database, daysOfBriefs) },
  '022-composed-letters': { up: composedLetters },
}

const resources = `
create extension if not exists pg_trgm;

create table companies (
  id uuid primary key,
  name text not null,
  domain text,
  status text not null,
  employee_count double precision,
  industry text,
  website text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  name_sort text collate "C" not null,
  search_text text collate "C" not null
);
create index companies_by_name on companies (name_sort, id);
create index companies_by_created on companies (created_at desc, id);
create index companies_by_updated on companies (updated_at desc, id);
create index companies_search on companies using gin (search_text gin_trgm_ops);

create table company_users (
  id uuid primary key,
  email text not null,
  full_name text not null,
  avatar_url text,
  status text collate "C" not null,
  last_login timestamptz(3),
  role json,
  company_id uuid references companies (id),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  full_name_sort text collate "C" not null,
  email_sort text collate "C" not null,
  search_text text collate "C" not null
);
create index company_users_by_name on company_users (full_name_sort, id);
create index company_users_by_company on company_users (company_id);
create index company_users_search on company_users using gin (search_text gin_trgm_ops);

create table users (
  id uuid primary key,
  email text not null,
  full_name text not null,
  avatar_url text,
  status text collate "C" not null,
  last_login timestamptz(3),
  role json,
  company_id uuid references companies (id),
  is_primary_admin boolean not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  full_name_sort text collate "C" not null,
  email_sort text collate "C" not null,
  search_text text collate "C" not null
);

create table goals (
  id uuid primary key,
  title text not null,
  description text,
  due_date timestamptz(3),
  progress_percentage int,
  quarter text,
  year int,
  company_id uuid references companies (id),
  status json,
  priority json,
  category json,
  tasks json not null,
  updates json not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  title_sort text collate "C" not null,
  search_text text collate "C" not null
);
create index goals_by_created on goals (created_at desc, id);
create index goals_by_company on goals (company_id);

create table budgets (
  id uuid primary key,
  title text not null,
  fiscal_year int not null,
  period_type text collate "C" not null,
  status text collate "C" not null,
  currency text not null,
  notes text,
  company_id uuid references companies (id),
  created_by json,
  line_items json not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  title_sort text collate "C" not null,
  search_text text collate "C" not null
);
create index budgets_by_created on budgets (created_at desc, id);
create index budgets_by_company on budgets (company_id);

create table automation_rules (
  id uuid primary key,
  name text not null,
  description text,
  is_active boolean not null,
  priority int,
  company_ids uuid[] not null,
  trigger_type text collate "C" not null,
  entity_type text collate "C" not null,
  trigger_config json not null,
  conditions json not null,
  actions json not null,
  aggregation_config json,
  created_by json,
  updated_by json,
  version int not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  name_sort text collate "C" not null,
  search_text text collate "C" not null
);
create index automation_rules_by_created on automation_rules (created_at desc, id);

create table report_schedules (
  id uuid primary key,
  name text not null,
  description text,
  template_id uuid,
  template_name text,
  company_id uuid references companies (id),
  status text collate "C" not null,
  relative_date_range text,
  custom_days_back int,
  day_of_week int,
  day_of_month int,
  run_time text,
  next_run_at timestamptz(3),
  last_run_at timestamptz(3),
  email_enabled boolean not null,
  email_subject text,
  include_pdf_attachment boolean not null,
  last_error text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  name_sort text collate "C" not null
);
create index report_schedules_by_next_run on report_schedules (next_run_at, id);
create index report_schedules_by_company on report_schedules (company_id);

create table reports (
  id uuid primary key,
  title text not null,
  description text,
  status text collate "C" not null,
  is_shared boolean not null,
  version int not null,
  cover_image_url text,
  date_start text,
  date_end text,
  company_id uuid references companies (id),
  report_type_id uuid,
  report_type_name text,
  report_template_id uuid,
  author_user_id uuid,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  title_sort text collate "C" not null
);
create index reports_by_created on reports (created_at desc, id);
create index reports_by_company on reports (company_id);

create table nps_surveys (
  id text collate "C" primary key,
  title text not null,
  description text,
  question_text text,
  frequency_interval int,
  start_date timestamptz(3),
  end_date timestamptz(3),
  is_active boolean not null,
  reminder_enabled boolean not null,
  reminder_days_after int,
  follow_up_enabled boolean not null,
  thank_you_message text,
  invite_count int not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  title_sort text collate "C" not null,
  search_text text collate "C" not null
);

create table nps_responses (
  id text collate "C" primary key,
  survey_id text collate "C" references nps_surveys (id),
  score int not null,
  feedback_text text,
  company_id uuid references companies (id),
  respondent_name text,
  respondent_email text,
  response_date timestamptz(3) not null,
  source text,
  follow_up_required boolean not null,
  follow_up_completed boolean not null,
  tags text[] not null,
  created_at timestamptz(3) not null,
  respondent_name_sort text collate "C",
  search_text text collate "C" not null
);
create index nps_responses_by_date on nps_responses (response_date desc, id);
create index nps_responses_by_company on nps_responses (company_id, response_date desc);
create index nps_responses_by_survey on nps_responses (survey_id, score);
create index nps_responses_search on nps_responses using gin (search_text gin_trgm_ops);

create table devices (
  id text collate "C" primary key,
  name text not null,
  company_id uuid references companies (id),
  device_type_id text,
  device_type_name text,
  location_id text,
  location_name text,
  manufacturer text,
  model text,
  serial_number text,
  mac_address text,
  ip_address text,
  os text,
  firmware_version text,
  status text collate "C",
  last_seen timestamptz(3),
  warranty_start timestamptz(3),
  warranty_end timestamptz(3),
  warranty_expires timestamptz(3),
  integration_source text,
  external_device_id text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  name_sort text collate "C" not null,
  search_text text collate "C" not null
);
create index devices_by_created on devices (created_at desc, id);
create index devices_by_company on devices (company_id);
create index devices_search on devices using gin (search_text gin_trgm_ops);

create table dashboards (
  id uuid primary key,
  name text not null,
  description text,
  url text not null,
  icon_url text,
  display_order int not null,
  is_active boolean not null,
  is_default boolean not null,
  allow_in_iframe boolean not null,
  frame_policy text,
  role_ids uuid[] not null,
  role_names text[] not null,
  company_urls json not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  search_text text collate "C" not null
);

create table enrollments (
  id uuid primary key,
  course json not null,
  "user" json not null,
  progress double precision,
  score double precision,
  enrolled_at timestamptz(3),
  started_at timestamptz(3),
  completed_at timestamptz(3),
  due_date timestamptz(3),
  time_spent_seconds int,
  certificate_id uuid,
  company_id uuid references companies (id)
);
create index enrollments_by_enrolled on enrollments (enrolled_at desc, id);
create index enrollments_by_company on enrollments (company_id);
create index enrollments_by_user on enrollments (("user" ->> 'id'));

create table certificates (
  id uuid primary key,
  enrollment_id uuid,
  certificate_number text not null,
  verification_code text,
  issued_at timestamptz(3),
  expires_at timestamptz(3),
  certificate_url text,
  image_url text,
  is_revoked boolean not null,
  revoked_at timestamptz(3),
  revoked_reason text,
  course json not null,
  "user" json not null
);
create index certificates_by_issued on certificates (issued_at desc, id);
create index certificates_by_user on certificates (("user" ->> 'id'));

create table compliance_templates (
  id uuid primary key,
  title text not null,
  description text,
  how_to_check text,
  why_important text,
  criticality int,
  frequency text,
  remediation text,
  remediation_impact text,
  "references" text,
  group_id uuid,
  group_name text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  title_sort text collate "C" not null,
  search_text text collate "C" not null
);
`

const apiKeys = `
create table api_keys (
  id uuid primary key,
  name text not null,
  prefix text not null,
  hash bytea not null unique,
  scopes text[] not null,
  created_by text,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  last_used_at timestamptz(3)
);
`

const auditEvents = `
create table audit_events (
  id uuid primary key,
  at timestamptz(3) not null,
  key json not null,
  operation text not null,
  resource text collate "C" not null,
  record_id text collate "C" not null,
  before json not null,
  after json not null
);
create index audit_events_by_time on audit_events (at desc, id);
create index audit_events_by_record on audit_events (resource, record_id, at desc);
`

const rateLimits = `
create table rate_limits (
  key_id uuid primary key,
  minute timestamptz(3) not null,
  used int not null
);
`

const searched = (...tables: string[]) =>
  tables.map((table) => `\ncreate index ${table}_search on ${table} using gin (search_text gin_trgm_ops);`).join('')

/** Indexes that the new ones replace. */
const replaced = `
drop index companies_by_name, companies_by_created, companies_by_updated, company_users_by_name, goals_by_created,
  budgets_by_created, automation_rules_by_created, report_schedules_by_next_run, reports_by_created, nps_responses_by_date,
  devices_by_created, enrollments_by_enrolled, certificates_by_issued, audit_events_by_time;
`

/** See docs/decisions/004: how many rows each table has, how often it was written, and what the last writes changed. */
const listVersions = `
create table list_versions (
  name text collate "C" primary key,
  version bigint not null,
  floor bigint not null,
  rows bigint not null,
  stamp text collate "C" not null
) with (fillfactor = 20);

create table list_changes (
  name text collate "C" not null,
  version bigint not null,
  sign int not null,
  id text collate "C" not null,
  row json not null,
  primary key (name, version, sign, id)
);

alter table company_users add company_name_sort text collate "C";
update company_users u set company_name_sort = c.name_sort from companies c where c.id = u.company_id;
`

const counted = tables
  .map((name) => `\ninsert into list_versions select '${name}', 1, 1, count(*), gen_random_uuid() from ${name};`)
  .join('')

const listEngine = [
  listVersions,
  counted,
  replaced,
  sortIndexes('companies', 'name_sort', 'created_at', 'updated_at'),
  filterIndexes('companies', 'status', 'industry'),
  sortIndexes(
    'company_users',
    'full_name_sort',
    'email_sort',
    'status',
    'created_at',
    'last_login',
    'company_name_sort',
  ),
  filterIndexes('company_users', "(role ->> 'id')"),
  sortIndexes('users', 'full_name_sort', 'email_sort', 'status', 'created_at', 'last_login'),
  filterIndexes('users', "(role ->> 'id')", 'company_id', 'is_primary_admin'),
  sortIndexes('goals', 'due_date', 'title_sort', 'progress_percentage', 'created_at', 'updated_at'),
  filterIndexes('goals', 'year', 'quarter'),
  sortIndexes('budgets', 'title_sort', 'fiscal_year', 'status', 'period_type', 'created_at', 'updated_at'),
  sortIndexes(
    'automation_rules',
    ...['name_sort', 'priority', 'is_active', 'trigger_type', 'entity_type', 'created_at', 'updated_at'],
  ),
  sortIndexes('report_schedules', 'name_sort', 'next_run_at', 'created_at'),
  filterIndexes('report_schedules', 'status'),
  sortIndexes('reports', 'title_sort', 'created_at', 'updated_at'),
  filterIndexes('reports', 'status', 'report_type_id'),
  sortIndexes('nps_surveys', 'created_at', 'updated_at', 'title_sort', 'start_date'),
  sortIndexes('nps_responses', 'response_date', 'score', 'respondent_name_sort', 'created_at'),
  filterIndexes('nps_responses', 'survey_id, response_date desc nulls last, id', 'follow_up_required'),
  sortIndexes('devices', 'name_sort', 'created_at', 'updated_at', 'last_seen', 'status'),
  filterIndexes('devices', 'device_type_id', 'location_id', 'manufacturer', '(least(warranty_end, warranty_expires))'),
  sortIndexes('dashboards', 'display_order', 'created_at', 'updated_at'),
  sortIndexes('enrollments', 'enrolled_at', 'due_date', 'progress', 'completed_at'),
  filterIndexes('enrollments', "(course ->> 'id')"),
  sortIndexes('certificates', 'issued_at', 'expires_at'),
  filterIndexes('certificates', "(course ->> 'id')"),
  sortIndexes('compliance_templates', 'title_sort', 'created_at', 'updated_at'),
  sortIndexes('audit_events', 'at'),
  searched(...['users', 'goals', 'budgets', 'automation_rules', 'nps_surveys', 'dashboards', 'compliance_templates']),
].join('')

/** Ended sessions whose cookies have not expired. */
const endedSessions = `
create table ended_sessions (
  id uuid primary key,
  expires_at timestamptz(3) not null
);
create index ended_sessions_by_expiry on ended_sessions (expires_at)`

/** Each browser that is signed in with a key. */
const sessions = `
drop table ended_sessions;

create table sessions (
  id uuid primary key,
  key_id uuid,
  browser text not null,
  began_at timestamptz(3) not null,
  used_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3)
);
create index sessions_by_expiry on sessions (expires_at);
create index sessions_by_key on sessions (key_id)`

/** Those who sign in at a provider, and what they write. */
const people = `
create table person_sessions (
  id uuid primary key,
  token_hash bytea not null unique,
  person_id uuid not null,
  person json not null,
  provider_session text collate "C",
  browser text not null,
  address text not null,
  began_at timestamptz(3) not null,
  used_at timestamptz(3) not null,
  checked_at timestamptz(3) not null,
  renewing_until timestamptz(3),
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  refresh_token text,
  id_token text not null
);
create index person_sessions_by_expiry on person_sessions (expires_at);
create index person_sessions_by_person on person_sessions (person_id);

alter table audit_events add person json;
alter table audit_events alter key drop not null`

/** The key that replaces a rotated one; null too where the release before rotates. */
const rotatedKeys = `
alter table api_keys add column replaced_by uuid`

/** The release before sets no day, and its briefs are of days in UTC. */
const daysOfBriefs = 'alter table brief_deliveries add column brief_day text collate "C"'
