import { companies } from '../../contract/companies'
import { History } from '../kit/history'
import { EditLink } from '../kit/record/edit-link'
import { RecordFacts } from '../kit/record/parts'
import { RecordPage } from '../kit/record/record-page'
import { BriefHead, PrintBrief } from './brief'
import { Account, Estate } from './client'
import { company } from './company'
import { fieldLabels, statusLook } from './words'

export const CompanyPage = () => (
  <RecordPage
    view={company}
    actions={(record) => (
      <>
        <EditLink endpoint={companies.update} view={company} record={record} />
        <PrintBrief />
      </>
    )}
  >
    {(record) => (
      <>
        <BriefHead />
        <div className="columns">
          <div>
            <Account companyId={record.id} />
            <History
              resource="companies"
              id={record.id}
              labelOf={(field) => fieldLabels.get(field) ?? field}
              show={(field, value) => (field === 'status' ? statusLook(String(value)).word : undefined)}
            />
          </div>
          <div>
            <Estate companyId={record.id} />
            <RecordFacts record={record} />
          </div>
        </div>
      </>
    )}
  </RecordPage>
)
