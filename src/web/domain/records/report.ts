import { reports } from '../../../contract/reports'
import type { RelatedRecordType } from '../../record/related'

export const reportBasics = {
  list: reports.list,
  path: '/reports',
  noun: ['report', 'reports'],
  name: ({ title }) => title,
} satisfies RelatedRecordType<typeof reports.get, typeof reports.list>
