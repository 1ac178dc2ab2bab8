import * as z from 'zod/mini'
import { parseStored, readPreference, seenRecords, usePreference, writePreference } from '../lib/preferences'

/** A recently opened record. */
export type RecentRecord = { id: string; name: string; at: number }

const most = 30
const schema = z.array(z.object({ id: z.string(), name: z.string(), at: z.number() }))
const preference = (path: string) => `${seenRecords}${path}`

const readSeen = (text: string): RecentRecord[] => parseStored(schema, text, []).slice(0, most)

const seenOf = (path: string) => readSeen(readPreference(preference(path)) ?? '[]')

/** Remembers an opened record. */
export const rememberRecord = (path: string, record: { id: string; name: string }) => {
  const others = seenOf(path).filter(({ id }) => id !== record.id)
  writePreference(preference(path), JSON.stringify([{ ...record, at: Date.now() }, ...others].slice(0, most)))
}

/** Recent records of one kind, newest first. */
export const useRecentRecords = (path: string) => readSeen(usePreference(preference(path), '[]')[0])

/** Recent records of all kinds, as of the first render. */
export const recentRecords = <V extends { path: string }>(views: readonly V[], count: number) =>
  views
    .flatMap((recordType) => seenOf(recordType.path).map((record) => ({ recordType, ...record })))
    .sort((a, b) => b.at - a.at)
    .slice(0, count)
