import type { ListEndpoint } from '../../contract/core/endpoint'
import { RecordPage } from '../record/record-page'
import type { ReadById, RecordType } from '../record/record-type'
import { Related } from '../record/related'
import { RecordFacts } from '../ui/details'
import { CompanySection } from './company-section'
import { companyUser } from './company-user'
import { Learning } from './learning'
import type { Person } from './person'
import { staffUser } from './staff-user'

export const CompanyUserPage = () => <PersonPage recordType={companyUser} />
export const StaffUserPage = () => <PersonPage recordType={staffUser} />

const PersonPage = <G extends ReadById, L extends ListEndpoint>({ recordType }: { recordType: RecordType<G, L> }) => (
  <RecordPage recordType={recordType}>
    {(record) => {
      const person: Person = record
      return (
        <div className="columns">
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

/** Those of the same company, or, of the staff who have none, of the same role. */
const Colleagues = <G extends ReadById, L extends ListEndpoint>({ recordType, person }: ColleaguesProps<G, L>) => {
  const { id, company, role } = person
  const share: Record<string, string> | null = company?.id
    ? { companyId: company.id }
    : role?.id
      ? { roleId: role.id }
      : null
  if (!share) return null
  return (
    <Related
      title={company?.id ? 'Colleagues' : 'Same role'}
      recordType={recordType}
      having={share}
      except={id}
      icon="users-round"
      end={(other) => company?.id && <small>{(other as Person).role?.name}</small>}
    />
  )
}
