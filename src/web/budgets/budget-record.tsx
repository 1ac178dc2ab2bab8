import { budgets } from '../../contract/budgets'
import { budgetStatus } from '../domain/budgets/budget-labels'
import { budgetBasics } from '../domain/records/budget'
import { RecordLink } from '../record/record-link'
import { defineRecordType } from '../record/record-type'
import { Field } from '../ui/facts/details'
import { Missing } from '../ui/format/format'
import { Money } from '../ui/format/money'
import { StatusBadge } from '../ui/status-badge'
import { periodName } from './labels'
import { budgets as section } from './sections'

export const recordType = defineRecordType({
  ...budgetBasics,
  ...section,
  get: budgets.get,
  write: budgets.update,
  statuses: budgetStatus,
  state: ({ status }) => status && <StatusBadge badge={budgetStatus.badge(status)} />,
  facts: ({ company, fiscalYear, periodType, totals, currency }) => (
    <>
      <Field label="Company">
        <RecordLink to="/companies" id={company?.id} name={company?.name} />
      </Field>
      <Field label="Fiscal year">{fiscalYear ?? <Missing />}</Field>
      <Field label="Period" value={periodName(periodType)} />
      <Field label="Total a year">
        <Money value={totals?.grandTotal} currency={currency} />
      </Field>
    </>
  ),
})
