import path from 'node:path'
import * as z from 'zod/mini'
import { contract } from '../../contract/index'
import type { Database } from '../database/open'
import type { Records } from '../database/records'
import { save } from '../database/save'
import { isClose } from '../kit/validate'
import { tables } from '../tables'
import { type Entry, readRecords } from './read-file'

type Resource = keyof Records
type Report = (line: string) => void

export type Summary = {
  file: string
  resource: Resource
  read: number
  saved: number
  leftOut: number
  unknownFields: string[]
}

const kebabCase = (key: string) => key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const resources = new Map((Object.keys(tables) as Resource[]).map((key) => [kebabCase(key), key]))
export const resourceNames = [...resources.keys()]

/**
 * Brings records of the API's own shapes into the database, each file of one resource. A record whose id is there already is
 * replaced. A bad record is reported with its place and reason and left out; none is lost without a word.
 */
export const importFiles = async (database: Database, args: string[], report: Report): Promise<Summary[]> => {
  const files = args.map(fileOf)
  // Parents first, whatever the order in which the files were named: tables lists them so.
  const order = Object.keys(tables)
  files.sort((a, b) => order.indexOf(a.resource) - order.indexOf(b.resource))
  const summaries: Summary[] = []
  for (const { file, resource } of files) summaries.push(await importFile(database, file, resource, report))
  return summaries
}

/** `companies=mine.json`, or a file that is called after its resource: `company-users.ndjson`. */
const fileOf = (argument: string): { file: string; resource: Resource } => {
  const [name, file] = argument.includes('=')
    ? [argument.slice(0, argument.indexOf('=')), argument.slice(argument.indexOf('=') + 1)]
    : [path.basename(argument).replace(/\.[^.]*$/, ''), argument]
  const resource = resources.get(kebabCase(name))
  if (resource) return { file, resource }
  const close = resourceNames.find((known) => isClose(known, name))
  throw new Error(
    `“${name}” is not a resource${close ? `; ${close} is` : ''}. Name the file after one of ${resourceNames.join(', ')}, or put the resource in front: companies=${argument}.`,
  )
}

const batchSize = 500

const importFile = async (database: Database, file: string, resource: Resource, report: Report): Promise<Summary> => {
  const summary: Summary = { file, resource, read: 0, saved: 0, leftOut: 0, unknownFields: [] }
  const leaveOut = (place: string, reason: string) => {
    summary.leftOut += 1
    report(`${file}, ${place}: ${reason}.`)
  }
  const unknown = new Set<string>()
  let batch: Checked[] = []
  const flush = async () => {
    summary.saved += await saveBatch(database, resource, batch, leaveOut)
    batch = []
  }
  for await (const entry of readRecords(file)) {
    summary.read += 1
    const checked = check(resource, entry, unknown)
    if ('reason' in checked) leaveOut(checked.place, checked.reason)
    else batch.push(checked)
    if (batch.length === batchSize) await flush()
  }
  await flush()
  return { ...summary, unknownFields: [...unknown] }
}

type Checked = { place: string; record: Records[Resource] }

/** The contract's schema of what is kept: without what is worked out when read, and with null for what is left out. */
const schemas = Object.fromEntries(
  Object.keys(tables).map((key) => {
    const { shape } = (contract[key as Resource].get.response as unknown as z.ZodMiniObject<{ data: z.ZodMiniObject }>)
      .shape.data
    const { computed } = tables[key as Resource]
    return [key, z.object(Object.fromEntries(Object.entries(shape).filter(([field]) => !computed.includes(field))))]
  }),
) as Record<Resource, z.ZodMiniObject>

z.config(z.locales.en())

const check = (resource: Resource, entry: Entry, unknown: Set<string>): Checked | { place: string; reason: string } => {
  if ('problem' in entry) return { place: entry.place, reason: entry.problem }
  const { place, value } = entry
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { place, reason: 'is not a record' }
  const schema = schemas[resource]
  const known = Object.keys(schema.shape)
  for (const field of Object.keys(value))
    if (!known.includes(field) && !tables[resource].computed.includes(field)) unknown.add(field)
  const filled = Object.fromEntries(known.map((field) => [field, (value as Record<string, unknown>)[field] ?? null]))
  const result = schema.safeParse(filled)
  if (result.success) return { place, record: result.data as Records[Resource] }
  return { place, reason: result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ') }
}

/** One transaction for the batch; when that fails, one for each record, so that only the bad ones are left out. */
const saveBatch = async (
  database: Database,
  resource: Resource,
  batch: Checked[],
  leaveOut: (place: string, reason: string) => void,
) => {
  const attempt = (entries: Checked[]) =>
    save(
      database,
      resource,
      entries.map(({ record }) => record),
    )
  try {
    await attempt(batch)
    return batch.length
  } catch {
    let saved = 0
    for (const entry of batch)
      try {
        await attempt([entry])
        saved += 1
      } catch (error) {
        leaveOut(entry.place, whyRefused(error))
      }
    return saved
  }
}

const whyRefused = (error: unknown) => {
  const { detail, message } = error as { detail?: string; message: string }
  const missing = /Key \((\w+)\)=\((.+)\) is not present in table "(\w+)"/.exec(detail ?? '')
  return missing
    ? `${missing[1]} ${missing[2]} is not one of the ${missing[3]?.replaceAll('_', ' ')} that are here`
    : message.replace(/\.$/, '')
}
