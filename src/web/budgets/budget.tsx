import { budgets } from '../../contract/budgets'
import { Missing } from '../kit/format'
import { Money } from '../kit/money'
import { Field } from '../kit/record/parts'
import { RecordLink } from '../kit/record/record-link'
import { recordView } from '../kit/record/view'
import { State } from '../kit/ui/state'
import { periodName, statusLook } from './words'

export const budget = recordView({
  get: budgets.get,
  list: budgets.list,
  path: '/budgets',
  title: 'Budgets',
  area: 'Planning',
  noun: ['budget', 'budgets'],
  write: budgets.update,
  name: ({ title }) => title,
  state: ({ status }) => status && <State look={statusLook(status)} />,
  facts: ({ company, fiscalYear, periodType, totals, currency }) => (
    <>
      <Field label="Company">
        <RecordLink to="/companies" id={company?.id} name={company?.name} />
      </Field>
      <Field label="Fiscal year">{fiscalYear ?? <Missing />}</Field>
      <Field label="Period">{periodName(periodType) ?? <Missing />}</Field>
      <Field label="Total a year">
        <Money value={totals?.grandTotal} currency={currency} />
      </Field>
    </>
  ),
})
