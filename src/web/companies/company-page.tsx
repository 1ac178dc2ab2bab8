import { History, historyQuery } from '../record/history/history'
import { recordLoader } from '../record/record-loader'
import { RecordPage } from '../record/record-page'
import { hrefOf } from '../record/record-type'
import { ButtonLink } from '../ui/button'
import { RecordFacts } from '../ui/facts/record-facts'
import * as layout from '../ui/layout.module.css'
import { PrintButton } from '../ui/page/print-button'
import { Account, accountQueries, Estate, estateQueries } from './client'
import { recordType as company } from './company-record'
import { companyFields } from './labels'
import { PrintHead } from './print-head'

export const loader = recordLoader(company, ({ id }) => [
  historyQuery('companies', id),
  ...accountQueries(id),
  ...estateQueries(id),
])

export const Component = () => (
  <RecordPage
    recordType={company}
    actions={(record) => (
      <>
        <PrintButton />
        <ButtonLink icon="calendar-clock" href={`${hrefOf(company, record)}/since`}>
          Since the last meeting
        </ButtonLink>
        <ButtonLink icon="file-text" kind="primary" href={`${hrefOf(company, record)}/brief`}>
          Client brief
        </ButtonLink>
      </>
    )}
  >
    {(record) => (
      <>
        <PrintHead />
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
