import * as z from 'zod/mini'
import { forget, readPreference, usePreference } from '../preferences'

/** A record whose page was opened on this computer. */
export type Seen = { id: string; name: string; at: number }

const most = 30
const schema = z.array(z.object({ id: z.string(), name: z.string(), at: z.number() }))
const preference = (path: string) => `seen ${path}`

const readSeen = (text: string): Seen[] => {
  try {
    return schema.parse(JSON.parse(text)).slice(0, most)
  } catch {
    return []
  }
}

/** The records of one kind that were opened last, the newest first. */
export const useSeen = (path: string) => {
  const [text, setText] = usePreference(preference(path), '[]')
  const seen = readSeen(text)
  return {
    seen,
    see: (record: { id: string; name: string }) =>
      setText(
        JSON.stringify([{ ...record, at: Date.now() }, ...seen.filter(({ id }) => id !== record.id)].slice(0, most)),
      ),
  }
}

/** What was opened last of all these kinds, as it was when this was asked. */
export const lastSeen = <V extends { path: string }>(views: readonly V[], count: number) =>
  views
    .flatMap((view) => readSeen(readPreference(preference(view.path)) ?? '[]').map((record) => ({ view, ...record })))
    .sort((a, b) => b.at - a.at)
    .slice(0, count)

/** Names of clients do not stay behind when somebody signs out. */
export const forgetSeen = () => forget(preference(''))
