import type { Records } from '../resources/registry'
import { briefScheduleAt } from './brief-schedules'
import { budgetAt } from './budgets'
import { companyRecordAt } from './companies'
import { templateAt } from './compliance'
import { deviceAt } from './devices'
import { goalAt } from './goals'
import { responseAt, surveyAt } from './nps'
import { companyUserAt, staffAt } from './people'
import { dashboardAt, reportAt, scheduleAt } from './reports'
import { ruleAt } from './rules'
import { certificateAt, enrollmentAt } from './training'
import { type Kind, type World, worldOf } from './world'

/** Generators by resource, one record per number; parents first. */
const makers: { [K in Kind]: (world: World, index: number) => Records[K] } = {
  companies: companyRecordAt,
  companyUsers: companyUserAt,
  users: staffAt,
  npsSurveys: surveyAt,
  npsResponses: responseAt,
  devices: deviceAt,
  budgets: budgetAt,
  goals: goalAt,
  automation: ruleAt,
  reportSchedules: scheduleAt,
  briefSchedules: briefScheduleAt,
  reports: reportAt,
  dashboards: dashboardAt,
  enrollments: enrollmentAt,
  certificates: certificateAt,
  complianceTemplates: templateAt,
}

export type Batch = {
  [K in Kind]: { resource: K; records: Records[K][]; done: number; total: number }
}[Kind]

const batchSize = 1000

/**
 * The sample MSP, batch by batch. The same seed gives the same records; `now` moves their dates. Scale 1 is a mid-sized
 * MSP of about 220 clients; only what others need of the companies is kept in memory, so a scale of 200 works too.
 */
export function* sample(o: { scale: number; seed?: number; now?: Date }): Generator<Batch> {
  const world = worldOf({ scale: o.scale, seed: o.seed ?? 4420, now: o.now ?? new Date() })
  for (const resource of Object.keys(makers) as Kind[]) {
    const total = world.count(resource)
    for (let from = 0; from < total; from += batchSize) {
      const length = Math.min(batchSize, total - from)
      const records = Array.from({ length }, (_, place) => makers[resource](world, from + place))
      yield { resource, records, done: from + length, total } as Batch
    }
  }
}
