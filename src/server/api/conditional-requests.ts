import { createHash } from 'node:crypto'
import { Problem } from './problem'

/** A strong ETag of this content. */
export const etagOf = (content: string | Uint8Array) =>
  `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`

/** Whether an If-Match or If-None-Match header contains this ETag. */
export const matchesEtag = (header: string, etag: string) =>
  header.trim() === '*' || header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag)

/**
 * Refuses a write with 412 if the record has changed since the caller read it. Without `If-Match` every version is
 * accepted.
 */
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
