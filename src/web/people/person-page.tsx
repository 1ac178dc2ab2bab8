import type { ListEndpoint } from '../../contract/kit'
import { RecordFacts } from '../kit/record/parts'
import { RecordPage } from '../kit/record/record-page'
import { Related } from '../kit/record/related'
import type { ReadById, RecordView } from '../kit/record/view'
import { CompanySection } from './company-section'
import { companyUser } from './company-user'
import { Learning } from './learning'
import type { Person } from './person'
import { staffUser } from './staff-user'

export const CompanyUserPage = () => <PersonPage view={companyUser} />
export const StaffUserPage = () => <PersonPage view={staffUser} />

const PersonPage = <G extends ReadById, L extends ListEndpoint>({ view }: { view: RecordView<G, L> }) => (
  <RecordPage view={view}>
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
            <Colleagues view={view} person={person} />
          </div>
        </div>
      )
    }}
  </RecordPage>
)

type ColleaguesProps<G extends ReadById, L extends ListEndpoint> = { view: RecordView<G, L>; person: Person }

/** Those of the same company, or, of the staff who have none, of the same role. */
const Colleagues = <G extends ReadById, L extends ListEndpoint>({ view, person }: ColleaguesProps<G, L>) => {
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
      view={view}
      having={share}
      except={id}
      icon="users-round"
      end={(other) => company?.id && <small>{(other as Person).role?.name}</small>}
    />
  )
}
