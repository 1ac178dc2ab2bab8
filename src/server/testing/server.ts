import { randomUUID } from 'node:crypto'
import { cpSync } from 'node:fs'
import fs from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, inject } from 'vitest'
import type { DeliveryStatus } from '../../contract/brief-deliveries'
import { type Scope, scopes } from '../../contract/core/scopes'
import { createKey } from '../api/keys'
import { type Database, type Executor, openDatabase } from '../db/database'
import { createListCache } from '../db/list-engine/list-cache'
import { writeRecords } from '../db/write'
import { briefDeliveriesTable, type Delivery, newDelivery } from '../mail/tables'
import { createApi } from '../public-api'
import type { Records } from '../resources/registry'
import { tables } from '../resources/registry'
import { makeDatabase } from './make-database'
import { through } from './pooler'
import { createTempFolder } from './temp-folder'

const pglite = path.dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
/** @public Held, so that a worker's next database finds what V8 has compiled for the last one. */
export const compiled = await WebAssembly.compile(await fs.readFile(path.join(pglite, 'pglite.wasm')))

const testServer = process.env.TEST_DATABASE_URL
const poolers = inject('poolers')

/** Set by `npm run test:all`: every case, on every engine. */
export const isAll = process.env.TEST_CASES === 'all'

/**
 * Opens an empty database on PostgreSQL if TEST_DATABASE_URL is set, or else on PGlite, which the commands and the browser tests run
 * on. `TEST_CASES=all` opens one on both.
 */
export const engines: { engine: string; open: () => Promise<Database> }[] = [
  ...(testServer && !isAll ? [] : [{ engine: 'PGlite', open: () => openCopy() }]),
  ...(testServer ? [{ engine: 'PostgreSQL', open: () => openFresh(testServer) }] : []),
]

/** An empty database for what no engine has a part in: PostgreSQL if there is one, which opens in a fifth of the time. */
export const openAny = () => (engines.at(-1) ?? expect.unreachable()).open()

/** How PostgreSQL is reached: at its own address, and with `TEST_CASES=all` also behind PgBouncer in either mode where it is installed. */
export const ways: { way: string; to: (url: string) => string }[] = [
  { way: 'directly', to: (url: string) => url },
  ...(['session', 'transaction'] as const).map((mode) => ({
    way: `behind PgBouncer in ${mode} mode`,
    to: (url: string) => through(url, poolers?.[mode] ?? ''),
  })),
].slice(0, isAll && poolers ? undefined : 1)

/** Whether what does not depend on the engine is tested on this one: PostgreSQL if there is one. */
export const isMain = (engine: string) => engine === engines.at(-1)?.engine

/** The engines, with PostgreSQL in each of these ways. */
export const enginesAndPoolers = [
  ...engines,
  ...ways.slice(1).map(({ way, to }) => ({ engine: `PostgreSQL ${way}`, open: () => openFresh(testServer ?? '', to) })),
]

/**
 * How many of a property's cases are tried: a sixth, because the seeds are fixed and a run finds little that the one before did not.
 * `TEST_CASES=all` tries all of them.
 */
export const casesOf = (all: number) => (isAll ? all : Math.ceil(all / 6))

/** The environment for an empty database on PGlite, which most people have, and its cleanup; `TEST_CASES=all` adds PostgreSQL. */
export const settings: {
  engine: string
  make: () => Promise<{ environment: Record<string, string>; drop: () => Promise<void> }>
}[] = [
  { engine: 'PGlite', make: async () => ({ environment: {}, drop: async () => {} }) },
  ...(testServer && isAll
    ? [
        {
          engine: 'PostgreSQL',
          make: async () => {
            const { url, drop } = await makeDatabase(testServer)
            return { environment: { DATABASE_URL: url }, drop }
          },
        },
      ]
    : []),
]

/** Tests that need PostgreSQL, such as replicas, are skipped without it. */
export const postgres = {
  isThere: Boolean(testServer),
  make: () => makeDatabase(testServer ?? ''),
  makeIn: (encoding: string) => makeDatabase(testServer ?? '', 'template0', `encoding '${encoding}' locale 'C'`),
  copy: (url: string) => makeDatabase(testServer ?? '', new URL(url).pathname.slice(1)),
}

/** A data folder with an empty database: copied, because creating one takes five times as long. */
export const emptyData = async (subfolder = '') => {
  const data = await createTempFolder()
  const folder = path.join(data.folder, subfolder)
  // More than a thousand small files, which many at once cost twice as much to copy.
  cpSync(inject('emptyData'), folder, { recursive: true })
  return { ...data, folder }
}

/** Makes a data folder with a database without tables, which takes a tenth of the time of a new one. */
export const copyBareData = (folder: string) => cpSync(inject('bareData'), folder, { recursive: true })

/** Limits of the list engine so small that a test of a few rows reaches all of it. */
export const smallLimits = {
  ...{ maxOffset: 5, checkpointSpacing: 4, maxSorted: 3, maxLag: 0, checkpointsPerStatement: 2, rowsPerStatement: 30 },
  minScanned: 2,
  maxTextBytes: 1 << 20,
  maxWordBytes: 1 << 20,
  patienceMs: 100_000,
}

/** An embedded database, deleted when closed. */
export const openCopy = async (): Promise<Database> => {
  const { folder, remove } = await emptyData()
  const database = await openDatabase({ folder })
  const close = async () => {
    await database.close()
    await remove()
  }
  return { ...database, close }
}

/** A database on the given server, dropped when closed. */
const openFresh = async (server: string, to = (url: string) => url): Promise<Database> => {
  const { url, drop } = await makeDatabase(server, inject('emptyDatabase') ?? expect.unreachable())
  const database = await openDatabase({ url: to(url), folder: '' })
  const close = async () => {
    await database.close()
    await drop()
  }
  return { ...database, close }
}

/** Deletes all records of all resources. */
export const clear = async (database: Database) => {
  const names = Object.values(tables).map(({ name }) => name)
  // In one statement, and triggers fire only where there is something to delete.
  const steps = names.toReversed().map((name) => `if exists (select from ${name}) then delete from ${name}; end if;`)
  await database.transaction((executor) => sql.raw(`do $$ begin ${steps.join(' ')} end $$`).execute(executor))
}

/** Notes an emailed brief, with the time that it got this status. */
export const saveDelivery = (
  database: Database,
  companyId: string,
  status: DeliveryStatus,
  at: string,
  fields: Partial<Pick<Delivery, 'isTest' | 'briefDay'>> = {},
) => {
  const delivery = newDelivery({
    ...{ companyId, scheduleId: null, status, recipients: [], replyTo: '', subject: null, attempts: 1 },
    ...{ sentBy: 'Tests', createdAt: at, updatedAt: at, ...fields },
  })
  return database.transaction((executor) => writeRecords(executor, briefDeliveriesTable, [delivery]))
}

/** Changes rows without firing triggers. */
export const unnoticed = (database: Database, work: (executor: Executor) => Promise<unknown>) =>
  database.transaction(async (executor) => {
    await sql`set local session_replication_role = replica`.execute(executor)
    await work(executor)
  })

/** The schema as it was before briefs were kept and emailed. */
export const undoKeptBriefs = async ({ sql: executor }: Database) => {
  for (const statement of [
    'drop table briefs, brand, brief_schedules, brief_deliveries, brief_leases',
    "delete from list_versions where name in ('briefs', 'brand', 'brief_schedules', 'brief_deliveries')",
    'alter table api_keys drop replaced_by',
    "delete from kysely_migration where name >= '015'",
  ])
    await sql.raw(statement).execute(executor)
}

/** The schema as it was before views were shared. */
export const undoSharedViews = async (database: Database) => {
  await undoKeptBriefs(database)
  for (const statement of [
    'drop table shared_views',
    "delete from list_versions where name = 'shared_views'",
    'drop index devices_warranty_up, devices_warranty_down',
    'alter table companies drop name_search',
    'alter table budgets drop company_search',
    "delete from kysely_migration where name >= '013'",
  ])
    await sql.raw(statement).execute(database.sql)
}

type Sent = { method?: string; key?: string | null; body?: unknown; headers?: Record<string, string> }

/** The API over a database with a client: a key with every scope by default, JSON in and out. */
export const createTestApi = async (database: Database, lists = createListCache(), log = pino({ level: 'silent' })) => {
  const api = createApi({ database, log, lists })
  const makeKey = async (held: readonly Scope[], o: { name?: string; expiresAt?: Date | null } = {}) =>
    (
      await createKey(database, {
        name: o.name ?? 'Tests',
        scopes: held,
        expiresAt: o.expiresAt ?? null,
        createdBy: null,
      })
    ).key
  const everything = await makeKey(scopes)

  const ask = async (path: string, { method, key = everything, body, headers = {} }: Sent = {}) => {
    const response = await api.request(`/api/public/v1${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'PUT'),
      headers: {
        ...(key !== null && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = /json/.test(response.headers.get('content-type') ?? '')
    return {
      status: response.status,
      headers: response.headers,
      text,
      // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects, and fails where it is not there
      json: (isJson && text ? JSON.parse(text) : undefined) as any,
    }
  }
  return { ask, makeKey, everything, api }
}

export type TestApi = Awaited<ReturnType<typeof createTestApi>>

const whenMade = { createdAt: '2026-03-02T09:15:00.000Z', updatedAt: '2026-03-02T09:15:00.000Z' }

export const sampleCompany = (fields: Partial<Records['companies']> = {}): Records['companies'] => ({
  id: randomUUID(),
  name: 'Bramley Orchard Foods Ltd',
  domain: 'bramleyorchard.example',
  status: 'active',
  employeeCount: 342,
  industry: 'Food manufacturing',
  website: 'https://www.bramleyorchard.example',
  ...whenMade,
  ...fields,
})

export const sampleRule = (fields: Partial<Records['automation']> = {}): Records['automation'] => ({
  id: randomUUID(),
  name: 'Warranty ending: renew or replace',
  description: 'Raises a ticket before a warranty lapses.',
  isActive: true,
  priority: 20,
  companyIds: [],
  triggerType: 'date_threshold',
  entityType: 'device',
  triggerConfig: { dateField: 'device.warrantyEnd', daysBefore: 60, runAt: '06:00' },
  conditions: [],
  actions: [],
  aggregationConfig: null,
  createdBy: null,
  updatedBy: null,
  ...whenMade,
  version: 14,
  companies: [],
  ...fields,
})

export const sampleResponse = (fields: Partial<Records['npsResponses']> = {}): Records['npsResponses'] => ({
  id: randomUUID(),
  surveyId: null,
  score: 3,
  category: 'detractor',
  feedbackText: 'Wi-Fi in the exam hall. Again.',
  companyId: null,
  companyName: null,
  respondentName: 'Marcus Thorne',
  respondentEmail: 'm.thorne@greyfriars.example',
  responseDate: whenMade.createdAt,
  source: 'email',
  followUpRequired: true,
  followUpCompleted: false,
  followUpState: 'waiting',
  followUpOwner: null,
  followUpNote: null,
  tags: [],
  ...fields,
})

export const sampleBudget = (fields: Partial<Records['budgets']> = {}): Records['budgets'] => ({
  id: randomUUID(),
  title: 'IT budget 2027',
  fiscalYear: 2027,
  periodType: 'Annual',
  status: 'Draft',
  currency: 'GBP',
  notes: 'Ask before any change.',
  company: null,
  createdBy: null,
  totals: { softwareTotal: 0, hardwareTotal: 0, labourTotal: 0, subscriptionTotal: 0, otherTotal: 0, grandTotal: 0 },
  lineItemCount: 0,
  ...whenMade,
  lineItems: [],
  ...fields,
})
