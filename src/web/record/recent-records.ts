import * as z from 'zod/mini'
import { readPreference, removePreferences, usePreference, writePreference } from '../lib/preferences'

/** A record whose page was opened on this computer. */
export type RecentRecord = { id: string; name: string; at: number }

const most = 30
const schema = z.array(z.object({ id: z.string(), name: z.string(), at: z.number() }))
const preference = (path: string) => `seen ${path}`

const readSeen = (text: string): RecentRecord[] => {
  try {
    return schema.parse(JSON.parse(text)).slice(0, most)
  } catch {
    return []
  }
}

const seenOf = (path: string) => readSeen(readPreference(preference(path)) ?? '[]')

/** Notes that a record's page was opened. */
export const rememberRecord = (path: string, record: { id: string; name: string }) => {
  const others = seenOf(path).filter(({ id }) => id !== record.id)
  writePreference(preference(path), JSON.stringify([{ ...record, at: Date.now() }, ...others].slice(0, most)))
}

/** The records of one kind that were opened last, the newest first. */
export const useRecentRecords = (path: string) => readSeen(usePreference(preference(path), '[]')[0])

/** What was opened last of all these kinds, as it was when this was asked. */
export const recentRecords = <V extends { path: string }>(views: readonly V[], count: number) =>
  views
    .flatMap((recordType) => seenOf(recordType.path).map((record) => ({ recordType, ...record })))
    .sort((a, b) => b.at - a.at)
    .slice(0, count)

/** Names of clients do not stay behind when somebody signs out. */
export const forgetRecentRecords = () => removePreferences(preference(''))
