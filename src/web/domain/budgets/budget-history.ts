import type { HistoryFields } from '../../record/history/changes'
import { budgetStatus, categoryNames, periodLabels } from './budget-labels'

/** What a budget’s history shows. */
export const budgetHistory: HistoryFields = {
  title: { label: 'Title' },
  fiscalYear: { label: 'Fiscal year', format: 'year' },
  periodType: { label: 'Period', words: periodLabels },
  status: { label: 'Status', words: budgetStatus.labels },
  currency: { label: 'Currency' },
  notes: { label: 'Notes' },
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
      unitPrice: { label: 'Unit price', format: 'price' },
      termMonths: { label: 'Months' },
      annualisedCost: { label: 'Annual cost', format: 'money' },
      category: { label: 'Category' },
      linkedItem: { label: 'Linked item' },
      notes: { label: 'Notes' },
    },
  },
}
