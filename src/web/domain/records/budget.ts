import { budgets } from '../../../contract/budgets'
import type { RelatedRecordType } from '../../record/related'

export const budgetBasics = {
  list: budgets.list,
  path: '/budgets',
  noun: ['budget', 'budgets'],
  name: ({ title }) => title,
} satisfies RelatedRecordType<typeof budgets.get, typeof budgets.list>
