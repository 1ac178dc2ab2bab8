import type { budgets } from '../../contract/budgets'
import { budgetStatus, categoryNames } from '../domain/budget-labels'
import type { FieldSpecs } from '../form/fields'
import { getOwn } from '../lib/text/get-own'
import type { HistoryFields } from '../record/changes'
import { currencyEffect, currencyOptions } from './currency'

export const periodLabels: Record<string, string> = { Annual: 'Annual', Quarterly: 'Quarterly', Monthly: 'Monthly' }

/** Unknown values are shown as they are. */
export const periodName = (period: string | null | undefined) => getOwn(periodLabels, period) ?? period

export const budgetFields = {
  title: { label: 'Title' },
  fiscalYear: { label: 'Fiscal year', half: true },
  periodType: { label: 'Period', words: periodLabels, half: true },
  status: { label: 'Status', words: budgetStatus.labels, half: true },
  currency: {
    label: 'Currency',
    kind: 'code',
    half: true,
    hint: 'Other currencies are excluded from the totals',
    options: currencyOptions,
    effect: currencyEffect,
  },
  notes: { label: 'Notes', kind: 'notes' },
} satisfies FieldSpecs<typeof budgets.update>

/** What a budget’s history shows beyond the fields of the form. */
export const budgetHistory: HistoryFields = {
  ...budgetFields,
  fiscalYear: { label: 'Fiscal year', format: 'year' },
  company: { label: 'Company' },
  totals: {
    label: 'Totals',
    format: 'money',
    fields: {
      softwareTotal: { label: categoryNames.software },
      hardwareTotal: { label: categoryNames.hardware },
      labourTotal: { label: categoryNames.labour },
      subscriptionTotal: { label: categoryNames.subscription },
      otherTotal: { label: categoryNames.other },
      grandTotal: { label: 'Grand total' },
    },
  },
  lineItemCount: { label: 'Number of line items' },
  lineItems: {
    label: 'Line items',
    entry: 'Line item',
    fields: {
      quantity: { label: 'Quantity' },
      unitPrice: { label: 'Unit price', format: 'money' },
      termMonths: { label: 'Months' },
      annualisedCost: { label: 'Annual cost', format: 'money' },
      category: { label: 'Category' },
      linkedItem: { label: 'Linked item' },
      notes: { label: 'Notes' },
    },
  },
}
