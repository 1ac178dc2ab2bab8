import type { IconName } from '../../ui/icon/icon'
import type { Kind } from './due'

export const kindLabels: Record<Kind, { title: string; noun: [string, string]; icon: IconName; path: string }> = {
  warranties: { title: 'Warranties', noun: ['warranty', 'warranties'], icon: 'shield-half', path: '/devices' },
  certificates: {
    title: 'Certificates',
    noun: ['certificate', 'certificates'],
    icon: 'badge-check',
    path: '/training/certificates',
  },
  enrollments: {
    title: 'Enrollments',
    noun: ['enrollment', 'enrollments'],
    icon: 'graduation-cap',
    path: '/training/enrollments',
  },
  goals: { title: 'Goals', noun: ['goal', 'goals'], icon: 'flag', path: '/goals' },
  schedules: {
    title: 'Report runs',
    noun: ['report run', 'report runs'],
    icon: 'calendar-clock',
    path: '/report-schedules',
  },
}
