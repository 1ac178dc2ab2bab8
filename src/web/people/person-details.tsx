import { companies } from '../../contract/companies'
import type { ListEndpoint } from '../../contract/core/endpoint'
import { UnusualStatus } from '../domain/people/person-status'
import { query } from '../lib/api/client'
import { recordLoader } from '../record/record-loader'
import { RecordPage } from '../record/record-page'
import type { ReadById, RecordType } from '../record/record-type'
import { Related, relatedQuery } from '../record/related'
import { RecordFacts } from '../ui/facts/record-facts'
import * as layout from '../ui/layout.module.css'
import { CompanySection } from './company-section'
import { Learning, learningQueries } from './learning'
import type { Person } from './person'

type View<G extends ReadById, L extends ListEndpoint> = { recordType: RecordType<G, L> }

export const personLoader = <G extends ReadById, L extends ListEndpoint>({ recordType }: View<G, L>) =>
  recordLoader(recordType, (record) => {
    const { id, company, ...person }: Person = record
    const shared = sharedOf({ company, ...person })
    return [
      ...learningQueries(id),
      company?.id && query(companies.get, { id: company.id }),
      shared && relatedQuery(recordType.list, shared),
    ]
  })

export const PersonRecord = <G extends ReadById, L extends ListEndpoint>({ recordType }: View<G, L>) => (
  <RecordPage recordType={recordType}>
    {(record) => {
      const person: Person = record
      return (
        <div className={layout.columns}>
          <div>
            <Learning userId={person.id} />
            <RecordFacts record={person} />
          </div>
          <div>
            {person.company && <CompanySection company={person.company} />}
            <Colleagues recordType={recordType} person={person} />
          </div>
        </div>
      )
    }}
  </RecordPage>
)

type ColleaguesProps<G extends ReadById, L extends ListEndpoint> = { recordType: RecordType<G, L>; person: Person }

/** The company, or, of the staff who have none, the role. */
const sharedOf = ({ company, role }: Pick<Person, 'company' | 'role'>): Record<string, string> | null =>
  company?.id ? { companyId: company.id } : role?.id ? { roleId: role.id } : null

const Colleagues = <G extends ReadById, L extends ListEndpoint>({ recordType, person }: ColleaguesProps<G, L>) => {
  const { id, company } = person
  const shared = sharedOf(person)
  if (!shared) return null
  return (
    <Related
      title={company?.id ? 'Colleagues' : 'Same role'}
      recordType={recordType}
      having={shared}
      except={id}
      icon="users-round"
      end={(other) => {
        const { status, role }: Person = other
        return (
          <>
            <UnusualStatus status={status} />
            {company?.id && <small>{role?.name}</small>}
          </>
        )
      }}
    />
  )
}
