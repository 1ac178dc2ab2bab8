import { dayLong } from '../../contract/core/days'
import { type Random, randomOf, uuidOf } from './random'

/** The size, seed and current time of the sample. */
export type World = ReturnType<typeof worldOf>

const counts = {
  companies: 220,
  companyUsers: 4000,
  users: 25,
  goals: 400,
  budgets: 180,
  automation: 60,
  reportSchedules: 150,
  briefSchedules: 30,
  reports: 600,
  npsSurveys: 8,
  npsResponses: 6000,
  devices: 4000,
  dashboards: 20,
  enrollments: 3000,
  certificates: 2000,
  complianceTemplates: 120,
}
export type Kind = keyof typeof counts

/** What an MSP has once, regardless of its clients. */
const fixed: Kind[] = ['users', 'npsSurveys', 'dashboards', 'complianceTemplates']

export const worldOf = ({ scale, seed, now }: { scale: number; seed: number; now: Date }) => {
  const count = (kind: Kind) => (fixed.includes(kind) ? counts[kind] : Math.max(1, Math.round(counts[kind] * scale)))
  const at = (random: Random, daysAgo: number): Date => {
    const date = new Date(Math.floor(now.getTime() / dayLong) * dayLong - Math.round(daysAgo) * dayLong)
    const weekday = date.getUTCDay()
    if (weekday === 0) date.setUTCDate(date.getUTCDate() - 2)
    if (weekday === 6) date.setUTCDate(date.getUTCDate() - 1)
    date.setUTCHours(random.int(8, 17), random.int(0, 59), random.int(0, 59), random.int(0, 999))
    return date
  }
  return {
    seed,
    now,
    count,
    random: (kind: string, index: number) => randomOf(seed, kind, index),
    id: (kind: string, index: number) => uuidOf(seed, kind, index),
    /** A time in office hours that many days ago; negative days are in the future. */
    workday: at,
    /** The same, but never after now. */
    pastWorkday: (random: Random, daysAgo: number) =>
      new Date(Math.min(at(random, Math.max(0, daysAgo)).getTime(), now.getTime() - random.int(1, 55) * 60_000)),
    /** Picks large clients more often. */
    someCompany: (random: Random) => Math.floor(count('companies') * random.next() ** 1.6),
    someUser: (random: Random) => Math.floor(count('companyUsers') * random.next()),
    someStaff: (random: Random) => Math.floor(count('users') * random.next()),
  }
}

/** createdAt and updatedAt for a record of that age. */
export const stampsOf = (world: World, random: Random, age: number) => {
  const created = world.pastWorkday(random, age)
  const updated = world.pastWorkday(random, age * random.next() ** 3)
  return {
    createdAt: created.toISOString(),
    updatedAt: new Date(Math.max(created.getTime(), updated.getTime())).toISOString(),
  }
}

/** The same, created at any time between two ages in days. */
export const stamps = (world: World, random: Random, oldest: number, newest = 1) =>
  stampsOf(world, random, Math.min(newest, oldest) + random.next() * Math.max(0, oldest - newest))

/** The maximum age in days of a client’s record. */
export const since = (company: { age: number }, days: number) => Math.min(days, company.age - 4)
