import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { BriefDelivery } from '../../contract/brief-deliveries'
import type { BriefSchedule } from '../../contract/brief-schedules'
import type { Executor } from '../db/database'
import { findRecord } from '../db/repository'
import {
  boolean,
  companyJoin,
  companyName,
  defineTable,
  instant,
  int,
  type Table,
  text,
  texts,
  uuid,
  uuids,
} from '../db/table'
import { writeRecords } from '../db/write'

export type Schedule = z.output<typeof BriefSchedule>
export type Delivery = z.output<typeof BriefDelivery>

export const briefSchedulesTable = defineTable<Schedule>()({
  name: 'brief_schedules',
  join: companyJoin,
  fields: {
    id: uuid,
    companyId: uuid,
    companyName,
    status: text,
    rhythm: text,
    daysFromEnd: int,
    time: text,
    zone: text,
    userIds: uuids,
    addresses: texts,
    replyTo: text,
    subject: text,
    message: text,
    language: text,
    paper: text,
    needsApproval: boolean,
    nextRunAt: instant,
    lastRunAt: instant,
    lastResult: text,
    lastReason: text,
    createdBy: text,
    createdAt: instant,
    updatedAt: instant,
  },
})

export const briefDeliveriesTable = defineTable<Delivery>()({
  name: 'brief_deliveries',
  join: companyJoin,
  fields: {
    id: uuid,
    companyId: uuid,
    companyName,
    scheduleId: uuid,
    isTest: boolean,
    status: text,
    reason: text,
    recipients: texts,
    replyTo: text,
    subject: text,
    briefDay: text,
    attempts: int,
    sentBy: text,
    createdAt: instant,
    updatedAt: instant,
  },
})

type Defaulted = 'id' | 'companyName' | 'isTest' | 'reason' | 'briefDay' | 'createdAt' | 'updatedAt'
type Given = Partial<Delivery> & Omit<Delivery, Defaulted>

export const newDelivery = (given: Given): Delivery => {
  const now = new Date().toISOString()
  const defaults = { companyName: null, isTest: false, reason: null, briefDay: null, createdAt: now, updatedAt: now }
  return { id: randomUUID(), ...defaults, ...given }
}

/** Reads a record that others may not change until the transaction ends; null if it is gone. */
export const lockedRecord = async <R>(executor: Executor, table: Table<R>, id: string) => {
  const found = await findRecord(executor, table, id, true)
  return found === undefined ? null : (JSON.parse(found) as R)
}

/** Changes a locked record, without an audit event. */
export const setFields = async <R extends { id: string; updatedAt: string }>(
  executor: Executor,
  table: Table<R>,
  record: R,
  changes: Partial<R>,
) => {
  const changed = { ...record, ...changes, updatedAt: new Date().toISOString() }
  await writeRecords(executor, table, [changed], record)
  return changed
}

/** The time of the database, which all instances share. */
export const databaseNow = async (executor: Executor) => {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(executor)
  return rows[0]?.now as Date
}
