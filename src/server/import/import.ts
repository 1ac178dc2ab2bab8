import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { resourceOf } from '../../contract/core/scopes'
import { contract } from '../../contract/index'
import { problemFromError } from '../api/error-to-problem'
import { type AuditEvent, logCommand } from '../db/audit-log'
import type { Database, Executor } from '../db/database'
import type { Table } from '../db/table'
import { writeRecords } from '../db/write'
import { withState } from '../resources/nps'
import type { Records } from '../resources/registry'
import { tables } from '../resources/registry'
import { isSimilar } from '../similar'
import { check, type Resource } from './check'
import { readRecords } from './read-file'

type Report = (line: string) => void

export type Summary = {
  file: string
  resource: Resource
  read: number
  saved: number
  skipped: number
  unknownFields: string[]
}

const kebabCase = (key: string) => key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const resources = new Map((Object.keys(tables) as Resource[]).map((key) => [kebabCase(key), key]))
export const resourceNames = [...resources.keys()]

/** The import stopped for a reason other than a record; `saved` counts the records stored. */
export class Interrupted extends Error {
  constructor(
    readonly saved: number,
    override readonly cause: unknown,
  ) {
    super((cause as Error).message)
  }
}

/**
 * Imports files of records in the API's format, one resource per file. Existing ids are replaced, except for what files of
 * other servers cannot have. Every skipped record is reported with its place and reason. Rejects as `Interrupted` at what is
 * not about a record, such as a lost database.
 */
export const importFiles = async (database: Database, args: string[], report: Report): Promise<Summary[]> => {
  const files = args.map(fileOf)
  for (const { file } of files) {
    await fs.access(file, fs.constants.R_OK).catch(() => {
      throw new Error(`${file} cannot be read. Check its name and its rights; nothing was imported.`)
    })
    if ((await fs.stat(file)).isDirectory())
      throw new Error(`${file} is a folder. Name the files in it; nothing was imported.`)
  }
  // Parents first, whatever the order of the files.
  const order = Object.keys(tables)
  files.sort((a, b) => order.indexOf(a.resource) - order.indexOf(b.resource))
  const summaries: Summary[] = []
  for (const { file, resource } of files) {
    const summary: Summary = { file, resource, read: 0, saved: 0, skipped: 0, unknownFields: [] }
    summaries.push(summary)
    try {
      await importFile(database, summary, report)
    } catch (error) {
      throw new Interrupted(
        summaries.reduce((sum, { saved }) => sum + saved, 0),
        error,
      )
    }
  }
  return summaries
}

/** `companies=mine.json`, or a file named after its resource: `company-users.ndjson`. */
const fileOf = (argument: string): { file: string; resource: Resource } => {
  const [name, file] = argument.includes('=')
    ? [argument.slice(0, argument.indexOf('=')), argument.slice(argument.indexOf('=') + 1)]
    : [path.basename(argument).replace(/\.[^.]*$/, ''), argument]
  if (file === '')
    throw new Error(`“${argument}” names no file. Write ${name || 'companies'}=FILE; nothing was imported.`)
  if (/\.(csv|tsv|xlsx?|ods)$/i.test(file))
    throw new Error(
      `${file} is a table, and an import reads JSON. Write one record a line (.ndjson) or a list (.json).`,
    )
  const resource = resources.get(kebabCase(name))
  if (resource) return { file, resource }
  const close = resourceNames.find((known) => isSimilar(known, name))
  throw new Error(
    `“${name}” is not a resource${close ? `; ${close} is` : ''}. Name the file after one of ${resourceNames.join(', ')}, or put the resource in front: ${close ?? 'companies'}=${file}.`,
  )
}

const batchSize = 500

const importFile = async (database: Database, summary: Summary, report: Report) => {
  const { file, resource } = summary
  const eventId = randomUUID()
  const skip: Skip = (place, reason) => {
    summary.skipped += 1
    report(place ? `${file}, ${place}: ${reason}.` : `${file} ${reason}.`)
  }
  const attempt = async (entries: Checked[]) => {
    const saved = summary.saved + entries.length
    await database.transaction(async (executor) => {
      await save(executor, resource, entries)
      await note(executor, eventId, { ...summary, saved })
    })
    summary.saved = saved
  }
  const unknown = new Set<string>()
  let batch: Checked[] = []
  const flush = async () => {
    const writable = await withKnownCompanies(database, batch, skip)
    await saveBatch(attempt, writable, skip)
    batch = []
  }
  for await (const entry of readRecords(file)) {
    const { place } = entry
    // Without a place it is about the whole file.
    if (place) summary.read += 1
    const checked = 'problem' in entry ? { reason: entry.problem } : check(resource, entry.value, unknown)
    if ('reason' in checked) skip(place, checked.reason)
    else batch.push({ place, ...checked })
    if (batch.length === batchSize) await flush()
  }
  await flush()
  // What was skipped since the last batch.
  if (summary.saved > 0) await database.transaction((executor) => note(executor, eventId, summary))
  summary.unknownFields.push(...unknown)
}

/**
 * One event for a file: one for each record would bury all others. It is written with each batch, so that an import which is killed
 * leaves one too.
 */
const note = (executor: Executor, id: string, { resource, read, saved, skipped }: Summary) =>
  logCommand(executor, {
    id,
    operation: 'import',
    resource: resourceOf(contract[resource].list.scope) as AuditEvent['resource'],
    recordId: '[imported]',
    after: { resource: kebabCase(resource), read, saved, skipped },
  })

type Checked = { place: string; record: Records[Resource]; lacks: string[]; plainLines: string[] }
type Skip = (place: string, reason: string) => void

/** A rule's companies are a list, which no foreign key can check. */
const withKnownCompanies = async (database: Database, batch: Checked[], skip: Skip) => {
  const named = batch.flatMap(({ record }) => ('companyIds' in record ? record.companyIds : []))
  if (named.length === 0) return batch
  const { rows } = await sql<{ id: string }>`
    select id from companies where id in (select value::uuid from json_array_elements_text(${JSON.stringify(named)}::json))
  `.execute(database.sql)
  const known = new Set(rows.map(({ id }) => id))
  return batch.filter(({ place, record }) => {
    const stranger = 'companyIds' in record && record.companyIds.find((id) => !known.has(id))
    if (stranger) skip(place, `companyIds ${stranger} does not match any of the existing companies`)
    return !stranger
  })
}

const save = async (executor: Executor, resource: Resource, entries: Checked[]) => {
  const table = tables[resource] as unknown as Table<Records[Resource]>
  await writeRecords(executor, table, await withKept(executor, table, entries))
}

/** One transaction per batch; if a record is at fault, one per record, so that only invalid records are skipped. */
const saveBatch = async (attempt: (entries: Checked[]) => Promise<void>, batch: Checked[], skip: Skip) => {
  try {
    await attempt(batch)
  } catch (error) {
    if (!isOfRecord(error)) throw error
    for (const entry of batch)
      await attempt([entry]).catch((refusal) => {
        if (!isOfRecord(refusal)) throw refusal
        skip(entry.place, whyRefused(refusal))
      })
  }
}

/** PostgreSQL's classes for one id twice (21), wrong values (22), broken constraints (23) and sizes (54). What has no code may be about a value. */
const isOfRecord = (error: unknown) => {
  const { code = '' } = error as { code?: string }
  return /^(2[123]|54|$)/.test(code) && problemFromError(error as Error).status === 500
}

/** The records, with the stored values of what they lack: a file of another server says nothing about our own fields. */
const withKept = async (executor: Executor, table: Table<Records[Resource]>, entries: Checked[]) => {
  const ids = entries
    .filter(({ record, lacks, plainLines }) => lacks.length + plainLines.length > 0 || lacksLogic(record))
    .map(({ record }) => record.id)
  const stored = new Map<string, Records[Resource]>()
  if (ids.length > 0) {
    const { rows } = await sql<Records[Resource]>`
      select ${sql.raw(table.fields)} from ${sql.raw(table.source)} where t.id = any (${ids})
      order by t.id for update of t`.execute(executor)
    for (const row of rows) stored.set(row.id, row)
  }
  return entries.map(({ record, lacks, plainLines }) => {
    const former = stored.get(record.id)
    const kept = Object.entries(former ?? {}).filter(([field]) => lacks.includes(field))
    const merged = { ...record, ...Object.fromEntries(kept) } as Records[Resource]
    if ('lineItems' in merged && former && 'lineItems' in former) return withKindsOfLines(merged, former, plainLines)
    if ('conditions' in merged && former && 'conditions' in former) return withLogic(merged, former)
    return 'followUpState' in merged ? withFollowUp(merged, lacks.includes('followUpState')) : merged
  })
}

/** Lines of which the file says neither type nor recurrence keep those that they have. */
const withKindsOfLines = (budget: Records['budgets'], former: Records['budgets'], plain: string[]) => {
  const lines = new Map(former.lineItems.map((line) => [line.id, line]))
  const lineItems = budget.lineItems.map((line) => {
    const { type = null, recurrence = null } = lines.get(line.id) ?? {}
    return plain.includes(line.id) ? { ...line, type, recurrence } : line
  })
  return { ...budget, lineItems }
}

type Rule = Records['automation']

const groupsOf = (groups: Rule['conditions']): Rule['conditions'] =>
  groups.flatMap((group) => [group, ...groupsOf(group.groups)])

const lacksLogic = (record: Records[Resource]) =>
  'conditions' in record && groupsOf(record.conditions).some(({ logic }) => logic === undefined)

/** Groups of which the file does not say whether all or any of their conditions must hold keep what is stored. */
const withLogic = (rule: Rule, former: Rule) => {
  const stored = new Map(groupsOf(former.conditions).map(({ id, logic }) => [id, logic]))
  const kept = (groups: Rule['conditions']): Rule['conditions'] =>
    groups.map((group) => {
      const logic = group.logic ?? stored.get(group.id)
      return { ...group, ...(logic && { logic }), groups: kept(group.groups) }
    })
  return { ...rule, conditions: kept(rule.conditions) }
}

/** A kept state holds until the file says that the response is handled. Waiting is no choice: the file says who waits. */
const withFollowUp = (response: Records['npsResponses'], isKept: boolean) => {
  const { followUpState, followUpCompleted } = response
  if (!isKept) return withState(response)
  const chosen = followUpCompleted || followUpState === 'waiting' ? null : followUpState
  return withState({ ...response, followUpState: null }, chosen)
}

const whyRefused = (error: unknown) => {
  const { detail, message } = error as { detail?: string; message: string }
  const missing = /Key \((\w+)\)=\((.+)\) is not present in table "(\w+)"/.exec(detail ?? '')
  return missing
    ? `${missing[1]} ${missing[2]} does not match any of the existing ${missing[3]?.replaceAll('_', ' ')}`
    : message.replace(/\.$/, '')
}
