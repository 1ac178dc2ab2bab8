import { briefSchedules } from '../../../contract/brief-schedules'
import type { RelatedRecordType } from '../../record/related'

export const briefScheduleBasics = {
  list: briefSchedules.list,
  path: '/brief-schedules',
  noun: ['brief schedule', 'brief schedules'],
  name: ({ companyName, rhythm }) =>
    `${rhythm === 'monthly' ? 'Monthly' : 'Quarterly'} brief, ${companyName ?? 'deleted client'}`,
} satisfies RelatedRecordType<typeof briefSchedules.get, typeof briefSchedules.list>
