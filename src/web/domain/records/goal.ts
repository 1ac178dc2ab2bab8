import { goals } from '../../../contract/goals'
import type { RelatedRecordType } from '../../record/related'

export const goalBasics = {
  list: goals.list,
  path: '/goals',
  noun: ['goal', 'goals'],
  name: ({ title }) => title,
} satisfies RelatedRecordType<typeof goals.get, typeof goals.list>
