import { createHash } from 'node:crypto'
import { Problem } from './problem'

/** A strong ETag of exactly this content. */
export const etagOf = (content: string | Uint8Array) =>
  `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`

/** Whether a list of ETags, as If-Match and If-None-Match carry it, names this one. */
export const matchesEtag = (header: string, etag: string) =>
  header.trim() === '*' || header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag)

/** Refuses a write when the record is no longer the one that the caller read. Without `If-Match` every record will do. */
export const ifMatchPrecondition = (ifMatch: string | null) => (current: string) => {
  if (ifMatch === null || matchesEtag(ifMatch, etagOf(current))) return
  const { data } = JSON.parse(current) as { data: unknown }
  throw new Problem(
    412,
    'Changed meanwhile',
    'The record has changed since you read it. Nothing was changed. Compare your version with the one in current, then retry with its ETag.',
    { current: data, headers: { etag: etagOf(current) } },
  )
}
