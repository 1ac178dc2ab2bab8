import * as z from 'zod/mini'
import { readOwner } from '../lib/api/session/owner'
import {
  parseStored,
  readPreference,
  removePreferences,
  seenRecords,
  usePreference,
  writePreference,
} from '../lib/preferences'

type Owner = { all: string }

/** A recently opened record. */
type RecentRecord = { id: string; name: string; at: number }

const most = 30
const schema = z.array(z.object({ id: z.string(), name: z.string(), at: z.number() }))
const preference = (path: string) => `${seenRecords}${path}`

const readSeen = (text: string): RecentRecord[] => parseStored(schema, text, []).slice(0, most)

/** The owner of all recent records on this computer: a session can end without signing out, and someone else sign in. */
const ownerPreference = `${seenRecords}by`

const seenOf = (path: string) => readSeen(readPreference(preference(path)) ?? '[]')

/** Remembers an opened record, and none of anyone else’s. */
export const rememberRecord = async (path: string, record: { id: string; name: string }) => {
  const owner = await readOwner()
  if (!owner) return
  if (readPreference(ownerPreference) !== owner.all) {
    removePreferences(seenRecords)
    writePreference(ownerPreference, owner.all)
  }
  const others = seenOf(path).filter(({ id }) => id !== record.id)
  writePreference(preference(path), JSON.stringify([{ ...record, at: Date.now() }, ...others].slice(0, most)))
}

/** Recent records of one kind, newest first. */
export const useRecentRecords = (path: string, owner: Owner | undefined) => {
  const seen = readSeen(usePreference(preference(path), '[]')[0])
  const [by] = usePreference(ownerPreference, '')
  return owner?.all === by ? seen : []
}

/** Recent records of all kinds, as of the first render. */
export const recentRecords = <V extends { path: string }>(
  views: readonly V[],
  count: number,
  owner: Owner | undefined,
) =>
  (owner?.all === readPreference(ownerPreference) ? views : [])
    .flatMap((recordType) => seenOf(recordType.path).map((record) => ({ recordType, ...record })))
    .sort((a, b) => b.at - a.at)
    .slice(0, count)
