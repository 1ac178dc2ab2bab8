import { History, historyQuery } from '../record/history'
import { recordLoader } from '../record/record-loader'
import { RecordPage } from '../record/record-page'
import { hrefOf } from '../record/record-type'
import * as buttons from '../ui/buttons.module.css'
import { Icon } from '../ui/icon/icon'
import * as layout from '../ui/layout.module.css'
import { Link } from '../ui/link'
import { PrintButton } from '../ui/print-button'
import { RecordFacts } from '../ui/record-facts'
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
        <PrintButton>Print</PrintButton>
        <Link className={buttons.button} href={`${hrefOf(company, record)}/since`}>
          <Icon name="calendar-clock" />
          Since the last meeting
        </Link>
        <Link className={buttons.button} data-kind="primary" href={`${hrefOf(company, record)}/brief`}>
          <Icon name="file-text" />
          Client brief
        </Link>
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
