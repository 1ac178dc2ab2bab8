import type { budgets } from '../../contract/budgets'
import { budgetStatus, periodLabels } from '../domain/budgets/budget-labels'
import type { FieldSpecs } from '../form/fields'
import { getOwn } from '../lib/text/get-own'
import { currencyEffect, currencyOptions } from './currency'

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
