import { Link, Outlet } from 'react-router-dom'
import type { companies } from '../../contract/companies'
import { History } from '../kit/history'
import { RecordFacts } from '../kit/record/parts'
import { RecordPage } from '../kit/record/record-page'
import type { RecordOf } from '../kit/record/view'
import { Icon } from '../kit/ui/icon'
import { company } from './company'
import { fieldLabels, statusLook } from './words'

/** What the form that lies over the page is given. */
export type CompanyContext = { record: RecordOf<typeof companies.get>; etag: string | null }

export const CompanyPage = () => (
  <RecordPage
    view={company}
    actions={() => (
      <Link className="button" to="edit">
        <Icon name="pencil" />
        Edit
      </Link>
    )}
  >
    {(record, { etag }) => (
      <>
        <RecordFacts record={record} />
        <History
          resource="companies"
          id={record.id}
          labelOf={(field) => fieldLabels.get(field) ?? field}
          show={(field, value) => (field === 'status' ? statusLook(String(value)).word : undefined)}
        />
        <Outlet context={{ record, etag } satisfies CompanyContext} />
      </>
    )}
  </RecordPage>
)
