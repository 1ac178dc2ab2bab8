import { History, historyQuery } from '../record/history'
import { recordLoader } from '../record/record-loader'
import { RecordPage } from '../record/record-page'
import { RecordFacts } from '../ui/details'
import * as layout from '../ui/layout.module.css'
import { PrintButton } from '../ui/print-button'
import { BriefHead } from './brief'
import { Account, accountQueries, Estate, estateQueries } from './client'
import { recordType as company } from './company-record'
import { companyFields } from './labels'

export const loader = recordLoader(company, ({ id }) => [
  historyQuery('companies', id),
  ...accountQueries(id),
  ...estateQueries(id),
])

export const Component = () => (
  <RecordPage recordType={company} actions={() => <PrintButton kind="primary">Print client brief</PrintButton>}>
    {(record) => (
      <>
        <BriefHead />
        <div className={layout.columns}>
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
