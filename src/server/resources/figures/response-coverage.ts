import { sql } from 'kysely'
import type { z } from 'zod/mini'
import { responseCoverage, type SilentPerson } from '../../../contract/figures/response-coverage'
import { implement } from '../../api/implement'
import { responseFrom } from '../../api/versioned-response'
import { endOfRange } from '../../db/list-engine/conditions'
import { defineTableCopy } from '../../db/list-engine/table-copy'
import { instantText } from '../../db/table'
import { byText } from './order'
import { createCoverageCounts, type Period } from './response-coverage-counts'

export const coverageCopy = defineTableCopy(createCoverageCounts)

/** Raised when the same data would be answered otherwise. */
const schema = 2

const periodOf = ({ dateFrom, dateTo }: { dateFrom: string; dateTo: string }): Period => ({
  from: Date.parse(dateFrom),
  before: endOfRange(dateTo),
})

type Person = z.output<typeof SilentPerson>

/** Of a client those who were there before a moment, by name. */
const peopleOf = (companyId: string, from: number) => sql<Person[]>`(
  select coalesce(json_agg(json_build_object(
    'id', t.id, 'fullName', t.full_name, 'email', t.email, 'role', t.role ->> 'name', 'lastLogin', ${sql.raw(instantText('t.last_login'))}
  ) order by t.full_name collate "C", t.id), '[]')
  from company_users t
  where t.company_id = ${companyId}::uuid and t.status = 'active' and t.created_at < ${new Date(from)})`

export const responseCoverageRoutes = implement(responseCoverage, {
  clients: async (context, { query }) => {
    return responseFrom(coverageCopy, context, {
      endpoint: responseCoverage.clients,
      query,
      schema,
      make: (counted) => ({
        data: counted.clients(periodOf(query), { companyId: query.companyId, limit: query.limit }),
      }),
    })
  },
  people: async (context, { query }) => {
    const { companyId } = query
    const period = periodOf(query)
    return responseFrom(coverageCopy, context, {
      endpoint: responseCoverage.people,
      query,
      schema,
      select: peopleOf(companyId, period.from),
      make: (counted, there: Person[]) => {
        const people = period.before <= period.from ? [] : there
        const hasAnswered = counted.respondents(companyId, period)
        const silent: Person[] = []
        const roles = new Map<string | null, { people: number; answered: number }>()
        for (const person of people) {
          const role = roles.get(person.role) ?? { people: 0, answered: 0 }
          roles.set(person.role, role)
          role.people++
          if (hasAnswered(person.email)) role.answered++
          else silent.push(person)
        }
        return {
          data: {
            roles: [...roles]
              .map(([role, counts]) => ({ role, ...counts }))
              .sort((a, b) => b.people - a.people || byText(a.role, b.role)),
            silent: silent.slice(0, query.limit),
            totalCount: silent.length,
          },
        }
      },
    })
  },
})
