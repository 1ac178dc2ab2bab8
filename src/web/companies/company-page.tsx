import { companies } from '../../contract/companies'
import { EditLink } from '../record/edit-link'
import { History } from '../record/history'
import { RecordPage } from '../record/record-page'
import { RecordFacts } from '../ui/details'
import { BriefHead, PrintBrief } from './brief'
import { Account, Estate } from './client'
import { company } from './company'
import { companyFields } from './labels'

export const CompanyPage = () => (
  <RecordPage
    recordType={company}
    actions={(record) => (
      <>
        <EditLink endpoint={companies.update} recordType={company} record={record} />
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
            <History resource="companies" id={record.id} fields={companyFields} />
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
