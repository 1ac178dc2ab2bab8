import { sql } from 'kysely'
import { replacementPlan } from '../../contract/replacement-plan'
import { implement } from '../api/implement'
import { versionedResponse } from '../api/versioned-response'
import { joinJson } from '../db/json'
import { isSameState, versionsJson } from '../db/table-versions'
import { devicesTable, warrantyEnd } from './devices'

const yearOf = (expression: string) => `date_part('year', ${expression} at time zone 'UTC')::int`

/** Every device with its type and years. */
const years = sql.raw(`
  select t.company_id, coalesce(t.device_type_name, t.device_type_id) as type,
    ${yearOf('t.warranty_start')} as start_year, ${yearOf(warrantyEnd)} as end_year,
    coalesce(lower(trim(t.status)) = 'retired', false) as is_retired
  from devices t`)

const whose = (companyId: string | undefined) =>
  companyId === undefined ? sql`true` : sql`company_id = ${companyId}::uuid`

type Row = { versions: string; data: string }

export const replacementPlanRoutes = implement(replacementPlan, {
  read: async ({ database, versions, lists }, { query: { companyId } }) => {
    const tables = [devicesTable.name]
    return versionedResponse(
      { versions, lists },
      {
        key: JSON.stringify([replacementPlan.read.path, companyId]),
        tables,
        schema: 1,
        build: async () => {
          const { row, versions: found } = await database.read(
            sql<Row>`
              with groups as (
                select type, start_year, end_year, is_retired, count(*)::int as devices
                from (${years} where ${whose(companyId)}) d group by 1, 2, 3, 4
              )
              select ${versionsJson()} as versions, json_build_object(
                'groups', (
                  select coalesce(json_agg(json_build_object(
                    'type', type, 'startYear', start_year, 'endYear', end_year, 'devices', devices
                  ) order by type collate "C", start_year, end_year), '[]') from groups where not is_retired),
                'retired', (select coalesce(sum(devices), 0)::int from groups where is_retired)
              )::text as data`,
            isSameState(versions, tables),
          )
          return { body: joinJson({ data: row.data }), versions: found }
        },
      },
    )
  },
  clients: async ({ database, versions, lists }, { query }) => {
    const { fromYear, toYear, lives = '{}', companyId, limit } = query
    const { tables } = devicesTable
    return versionedResponse(
      { versions, lists },
      {
        key: JSON.stringify([replacementPlan.clients.path, query]),
        tables,
        schema: 1,
        build: async () => {
          const { row, versions: found } = await database.read(
            sql<Row>`
              with types as (
                select company_id, type, count(*)::int as devices from (${years} where ${whose(companyId)}) d
                where not is_retired
                  and coalesce(start_year + (${lives}::jsonb ->> coalesce(type, ''))::int, end_year) between ${fromYear} and ${toYear}
                group by 1, 2
              ), clients as (
                select company_id, sum(devices)::int as devices,
                  json_agg(json_build_object('type', type, 'devices', devices) order by devices desc, type collate "C") as types
                from types group by 1
              ), shown as (
                select * from clients order by devices desc, company_id limit ${limit}
              )
              select ${versionsJson()} as versions, json_build_object(
                'clients', (
                  select coalesce(json_agg(json_build_object(
                    'companyId', s.company_id, 'companyName', company.name, 'devices', s.devices, 'types', s.types
                  ) order by s.devices desc, s.company_id), '[]')
                  from shown s left join companies company on company.id = s.company_id),
                'totalCount', (select count(*)::int from clients)
              )::text as data`,
            isSameState(versions, tables),
          )
          return { body: joinJson({ data: row.data }), versions: found }
        },
      },
    )
  },
})
