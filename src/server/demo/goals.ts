import type { z } from 'zod/mini'
import type { Goal } from '../../contract/goals'
import { companyAt } from './companies'
import { day, stamps, type World } from './world'

const goals: [title: string, description: string, category: number, tasks: readonly string[]][] = [
  [
    'Retire the Windows 10 estate before the October audit',
    'Every Windows 10 device is replaced or upgraded, and the list is signed.',
    0,
    ['List what is left', 'Order replacements', 'Move users in two batches', 'Sign off with the auditor'],
  ],
  [
    'Two-factor sign-in for every warehouse account',
    'Shared scanners need a way that works with gloves on.',
    1,
    ['Try security keys', 'Enrol shift leads', 'Enrol the rest', 'Switch off the exception'],
  ],
  [
    'Move the packing hall to the new core switches',
    'One weekend, with a way back until Monday noon.',
    2,
    ['Cabling survey', 'Stage the switches', 'Weekend change', 'Remove the old rack'],
  ],
  [
    'Cyber Essentials Plus recertification',
    'The certificate lapses in the quarter; evidence two weeks before.',
    1,
    ['Collect evidence', 'Internal scan', 'Fix findings', 'Assessment day'],
  ],
  [
    'Backup restore test, all servers',
    'A restore that nobody has tried is a hope.',
    1,
    ['Choose the sample', 'Restore to the lab', 'Write the report'],
  ],
  [
    'Close the Leith office and move the phones',
    'Numbers are kept; the line ends with the lease.',
    2,
    ['Port the numbers', 'Collect devices', 'Cancel the line'],
  ],
  [
    'Bring shared mailboxes under retention',
    'Agreed with the data protection officer.',
    3,
    ['List mailboxes', 'Agree periods', 'Apply labels'],
  ],
  [
    'Halve the printers',
    'Forty-one devices for ninety people.',
    0,
    ['Count pages', 'Propose places', 'Remove and recycle'],
  ],
  [
    'Train everybody to report phishing',
    'Nine of ten people report the test mail.',
    3,
    ['First test mail', 'Short course', 'Second test mail'],
  ],
  [
    'Document the line-of-business server',
    'Two people know it; it should be ten pages instead.',
    2,
    ['Interview', 'Write it down', 'Try a rebuild'],
  ],
]
const categories = ['Hardware', 'Security', 'Infrastructure', 'People and process']
const priorities = ['High', 'Medium', 'Low']
const statuses = ['Not started', 'In progress', 'At risk', 'Completed', 'Cancelled']
const notes = [
  'Started with the list; two sites answered.',
  'Hardware is ordered, delivery in three weeks.',
  'Waiting for the client’s finance team.',
  'First batch done without complaints.',
  'Weekend change went well, one switch replaced.',
  'Moved by two weeks at the client’s wish.',
  'Evidence is complete but for the phones.',
]

export const goalAt = (world: World, index: number): z.output<typeof Goal> => {
  const random = world.random('goals', index)
  const [title, description, category, steps] = random.pick(goals)
  const company = companyAt(world, world.someCompany(random))
  const due = world.workday(random, random.int(-260, 420) * -1 + 120)
  const isPast = due < world.now
  const progress = isPast
    ? random.weighted([
        [100, 78],
        [random.int(40, 95), 22],
      ] as const)
    : random.weighted([
        [0, 18],
        [random.int(5, 90), 72],
        [100, 10],
      ] as const)
  const status =
    progress === 100
      ? 3
      : progress === 0
        ? 0
        : isPast
          ? 2
          : random.weighted([
              [1, 82],
              [2, 14],
              [4, 4],
            ] as const)
  const times = stamps(world, random, 420)
  const created = Date.parse(times.createdAt)
  const span = Math.max(day, world.now.getTime() - created)
  const ref = (kind: string, values: readonly string[], position: number) => ({
    id: world.id(kind, position),
    name: values[position] as string,
  })
  const updates = progress === 0 ? 0 : random.int(1, 4)
  return {
    id: world.id('goals', index),
    title,
    description: random.chance(0.06) ? null : description,
    dueDate: random.chance(0.03) ? null : due.toISOString(),
    progressPercentage: progress,
    quarter: `Q${Math.floor(due.getUTCMonth() / 3) + 1}`,
    year: due.getUTCFullYear(),
    company: { id: company.id, name: company.name },
    status: ref('goal status', statuses, status),
    priority: random.chance(0.04)
      ? null
      : ref(
          'goal priority',
          priorities,
          random.weighted([
            [0, 30],
            [1, 50],
            [2, 20],
          ] as const),
        ),
    category: ref('goal category', categories, category),
    ...times,
    tasks: steps.map((step, place) => ({
      id: world.id('task', index * 10 + place),
      title: step,
      description: null,
      isCompleted: progress >= ((place + 1) / steps.length) * 100,
      dueDate: new Date(due.getTime() - (steps.length - place) * 9 * day).toISOString(),
      createdAt: times.createdAt,
    })),
    updates: Array.from({ length: updates }, (_, place) => ({
      id: world.id('goal update', index * 10 + place),
      updateText: random.pick(notes),
      progressPercentage: Math.round((progress * (place + 1)) / updates),
      createdAt: new Date(created + (span * (place + 1)) / (updates + 1)).toISOString(),
    })),
  }
}
