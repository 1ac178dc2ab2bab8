import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { Endpoint } from '../../../contract/core/endpoint'
import { groupBy } from '../../../contract/core/group-by'
import { type NpsCounts, npsCounts } from '../../../contract/figures/nps-counts'
import { type Counts, npsCategories } from '../../../contract/nps'
import { type Context, implement } from '../../api/implement'
import { versionedResponse } from '../../api/versioned-response'
import { json } from '../../db/json'
import { equalsId } from '../../db/list-engine/conditions'
import { readAt } from '../../db/read-at'
import { countOf } from '../nps-statistics'

type Query = { surveyId?: string | undefined; companyId?: string | undefined; bounds: string[] }
type Group = { companyId: string; companyName: string; companyStatus: string; span: number; counts: Counts }

/** The responses of each company in each span that has any; spans are counted from 1. */
const groupsOf = ({ surveyId, companyId, bounds }: Query, isByCompany: boolean) => {
  const moments = bounds.map((at) => sql`${new Date(at)}::timestamptz`)
  const conditions = [
    sql`t.response_date >= ${moments[0]} and t.response_date < ${moments.at(-1)}`,
    ...(surveyId ? [equalsId('t.survey_id')(surveyId).matches] : []),
    ...(companyId ? [sql`t.company_id = ${companyId}::uuid`] : []),
    ...(isByCompany ? [sql`t.company_id is not null`] : []),
  ]
  const counts = sql.raw(npsCategories.map((category) => `'${category}', ${countOf(category)}`).join(', '))
  return sql<Group[]>`(
    select coalesce(json_agg(json_build_object('companyId', g.company_id, 'companyName', c.name, 'companyStatus', c.status, 'span', g.span, 'counts', g.counts)
      order by g.company_id), '[]')
    from (
      select ${isByCompany ? sql`t.company_id` : sql`null::uuid as company_id`},
        width_bucket(t.response_date, array[${sql.join(moments)}]) as span, json_build_object(${counts}) as counts
      from nps_responses t where ${sql.join(conditions, sql` and `)} group by 1, 2
    ) g left join companies c on c.id = g.company_id)`
}

const spansOf = (groups: Group[], { bounds }: Query): z.output<typeof NpsCounts>[] => {
  const found = new Map(groups.map(({ span, counts }) => [span, counts]))
  return bounds.slice(1).map((_, index) => {
    const { promoter = 0, passive = 0, detractor = 0 } = found.get(index + 1) ?? ({} as Partial<Counts>)
    return { promotersCount: promoter, passivesCount: passive, detractorsCount: detractor }
  })
}

const answer = <E extends Endpoint>(
  { database, versions, lists }: Context,
  {
    endpoint,
    query,
    tables,
    isByCompany = false,
    make,
  }: {
    endpoint: E
    query: Query
    tables: string[]
    isByCompany?: boolean
    make: (groups: Group[]) => z.output<E['response']>
  },
) =>
  versionedResponse<z.output<E['response']>>(
    { versions, lists },
    {
      key: JSON.stringify([endpoint.path, query]),
      tables,
      schema: 2,
      build: async () => {
        const groups = sql<{ groups: Group[] }>`${groupsOf(query, isByCompany)} as groups`
        const { row, versions: found } = await readAt(database.read, versions, tables, groups)
        return { body: json(make(row.groups)), versions: found }
      },
    },
  )

export const npsCountsRoutes = implement(npsCounts, {
  spans: async (context, { query }) =>
    answer(context, {
      ...{ endpoint: npsCounts.spans, query, tables: ['nps_responses'] },
      make: (groups) => ({ data: spansOf(groups, query) }),
    }),
  companies: async (context, { query }) =>
    answer(context, {
      ...{ endpoint: npsCounts.companies, query, tables: ['nps_responses', 'companies'], isByCompany: true },
      make: (groups) => ({
        data: [...groupBy(groups, ({ companyId }) => companyId)].map(([companyId, own]) => ({
          companyId,
          companyName: own[0]?.companyName ?? null,
          companyStatus: own[0]?.companyStatus ?? null,
          spans: spansOf(own, query),
        })),
      }),
    }),
})
