import type { z } from 'zod/mini'
import { dayLong } from '../../contract/core/days'
import type { Goal } from '../../contract/goals'
import { companyAt } from './companies'
import { goalBook, goalCategories } from './goal-book'
import { since, stamps, type World } from './world'

const priorities = ['High', 'Medium', 'Low']
const statuses = ['Not started', 'In progress', 'At risk', 'Completed', 'Cancelled']
/** Updates at the start, midway and near the end. */
const notes = [
  [
    'Started with the list; two sites answered.',
    'Kick-off held, everybody knows what is wanted.',
    'Quotes are in, the cheaper one is also the better one.',
    'Hardware is ordered, delivery in three weeks.',
    'First workshop done; more exceptions than expected.',
  ],
  [
    'First batch done without complaints.',
    'Waiting for the client’s finance team.',
    'Moved by two weeks at the client’s wish.',
    'Weekend change went well, one switch replaced.',
    'Two people were on leave; their part follows on Monday.',
    'Half way, and still within the budget.',
  ],
  [
    'Evidence is complete but for the phones.',
    'Only the Leeds people are left.',
    'Tested with the client, two small things to mend.',
    'Old equipment is collected and wiped.',
    'Last open point: the signature.',
  ],
] as const

export const goalAt = (world: World, index: number): z.output<typeof Goal> => {
  const random = world.random('goals', index)
  const company = companyAt(world, world.someCompany(random))
  const fitting = goalBook.filter(({ industries }) => !industries || industries.includes(company.industry))
  const { title, description, category, tasks: steps } = random.pick(fitting)
  const times = stamps(world, random, since(company, 420))
  const created = Date.parse(times.createdAt)
  const due = world.workday(random, (world.now.getTime() - created) / dayLong - random.int(50, 230))
  due.setUTCHours(16, 0, 0, 0)
  const isPast = due < world.now
  const elapsed = (world.now.getTime() - created) / (due.getTime() - created)
  const onTrack = Math.round(100 * elapsed + 26 * random.bell() + 3)
  const progress = isPast
    ? random.weighted([
        [100, 80],
        [random.int(40, 95), 20],
      ] as const)
    : random.chance(0.05)
      ? 100
      : Math.min(95, Math.max(0, elapsed < 0.04 ? 0 : onTrack))
  const status =
    progress === 100
      ? 3
      : progress === 0
        ? 0
        : isPast
          ? 2
          : random.chance(0.03)
            ? 4
            : progress < 100 * elapsed - 12
              ? 2
              : 1
  const ref = (kind: string, values: readonly string[], position: number) => ({
    id: world.id(kind, position),
    name: values[position] as string,
  })
  const span = world.now.getTime() - created
  const updates = progress === 0 ? 0 : random.int(1, progress < 30 ? 1 : 3)
  const moments = Array.from({ length: updates }, (_, place) => {
    const at = world.pastWorkday(random, (span * (1 - (place + 1) / (updates + 0.3))) / dayLong)
    return new Date(Math.max(at.getTime(), created)).toISOString()
  }).sort()
  const stageAt = (place: number) => {
    if (place === updates - 1 && progress > 60) return 2
    return place === 0 ? 0 : 1
  }
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
    category: ref('goal category', goalCategories, category),
    createdAt: times.createdAt,
    updatedAt: [times.updatedAt, ...moments].sort().at(-1) as string,
    tasks: steps.map((step, place) => ({
      id: world.id('task', index * 10 + place),
      title: step,
      description: null,
      isCompleted: progress >= ((place + 1) / steps.length) * 100,
      dueDate: new Date(due.getTime() - (steps.length - place) * 9 * dayLong).toISOString(),
      createdAt: times.createdAt,
    })),
    updates: moments.map((createdAt, place) => ({
      id: world.id('goal update', index * 10 + place),
      updateText: random.pick(notes[stageAt(place)]),
      progressPercentage: Math.round((progress * (place + 1)) / updates),
      createdAt,
    })),
  }
}
