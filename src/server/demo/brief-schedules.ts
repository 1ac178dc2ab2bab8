import type { z } from 'zod/mini'
import type { BriefSchedule } from '../../contract/brief-schedules'
import { dayLong } from '../../contract/core/days'
import { nextRun } from '../mail/next-run'
import { companyAt } from './companies'
import { mspDomain, staffRef } from './people'
import { since, stamps, type World } from './world'

const reasons = [
  'The mail server said “550 5.1.1 The mailbox of the recipient does not exist”.',
  'No recipient is left. The finance contact is disabled. Change the schedule.',
  'The server stopped while sending, so the brief may have arrived. Ask the client before you send it again.',
]

/** Each waits for approval, so that the sample sends nothing by itself. */
export const briefScheduleAt = (world: World, index: number): z.output<typeof BriefSchedule> => {
  const random = world.random('briefSchedules', index)
  const company = companyAt(world, world.someCompany(random))
  const rhythm = random.chance(0.7) ? 'quarterly' : 'monthly'
  const timing = {
    rhythm,
    daysFromEnd: random.pick([-5, 1, 3, 5, 10]),
    time: random.pick(['07:30', '08:00', '09:00']),
    zone: 'Europe/London',
  } as const
  const times = stamps(world, random, since(company, 500), 1)
  const next = nextRun(timing, world.now)
  const last = nextRun(timing, new Date(next.getTime() - (rhythm === 'monthly' ? 40 : 100) * dayLong))
  const hasRun = last.toISOString() > times.createdAt && last < world.now
  const drawn = random.weighted([
    ['active', 8],
    ['paused', 1],
    ['error', 2],
  ] as const)
  const status = drawn === 'error' && !hasRun ? 'active' : drawn
  const reason = random.int(0, reasons.length - 1)
  const sender = staffRef(world, world.someStaff(random))
  return {
    id: world.id('briefSchedules', index),
    companyId: company.id,
    companyName: company.name,
    status,
    ...timing,
    userIds: [],
    addresses: [`management@${company.domain || 'client.example'}`],
    replyTo: `briefs@${mspDomain}`,
    subject: null,
    message:
      'Hello,\n\nPlease find attached the current client brief as a PDF. If you have any questions, just reply to this email.\n\nKind regards',
    language: null,
    paper: null,
    needsApproval: true,
    nextRunAt: status === 'paused' ? null : next.toISOString(),
    lastRunAt: hasRun ? last.toISOString() : null,
    lastResult: !hasRun ? null : status === 'error' ? (reason === 2 ? 'unknown' : 'failed') : 'sent',
    lastReason: status === 'error' ? (reasons[reason] as string) : null,
    createdBy: sender.name,
    ...times,
  }
}
