import * as z from 'zod/mini'
import { forget, usePreference } from '../preferences'

/** A record whose page was opened on this computer. */
export type Seen = { id: string; name: string }

const most = 30
const schema = z.array(z.object({ id: z.string(), name: z.string() }))
const preference = (path: string) => `seen ${path}`

export const readSeen = (text: string): Seen[] => {
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
    see: (record: Seen) => {
      if (seen[0]?.id !== record.id || seen[0].name !== record.name)
        setText(JSON.stringify([record, ...seen.filter(({ id }) => id !== record.id)].slice(0, most)))
    },
  }
}

/** Names of clients do not stay behind when somebody signs out. */
export const forgetSeen = () => forget(preference(''))
