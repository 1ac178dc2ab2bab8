import { createHash } from 'node:crypto'
import { issueOf, malformed, Problem } from './problem'

/** A strong ETag of this content. */
export const etagOf = (content: string | Uint8Array) =>
  `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`

/** The ETag of a compressed answer. The mark is ours alone, so that what another server’s ETag ends with is left on it. */
export const withEncoding = (etag: string, encoding: string) => etag.replace(/"$/, `--qd-${encoding}"`)

/** An If-Match or If-None-Match header with the ETags that answers have when they are not compressed. */
export const withoutEncoding = (header: string) => header.replace(/--qd-(?:br|gzip)"/g, '"')

const strong = (etag: string) => etag.replace(/^W\//, '')

/** The entry of an If-Match or If-None-Match header that means this ETag; it may be weak, or of a compressed answer. */
export const findEtag = (header: string, etag: string) =>
  header
    .split(',')
    .map((candidate) => candidate.trim())
    .find((candidate) => [candidate, withoutEncoding(candidate)].map(strong).includes(strong(etag)))

/** Whether an If-Match or If-None-Match header contains this ETag, also that of the compressed answer. */
export const matchesEtag = (header: string, etag: string) =>
  header.trim() === '*' || findEtag(header, etag) !== undefined

const listOfEtags = /^[\t ,]*(W\/)?"[^"]*"([\t ]*,[\t ,]*(W\/)?"[^"]*")*[\t ,]*$/

const requireEtags = (name: string, header: string | undefined) => {
  if (header === undefined || header.trim() === '*' || listOfEtags.test(header)) return
  const what =
    'must be *, or ETags as they were received, in their double quotes, such as "5f2c", with commas between them'
  const issue = issueOf('header', name, what, header)
  throw malformed(`${issue.message} Nothing was changed.`, { errors: [issue] })
}

const preconditionFailed = (title: string, detail: string, current: string) => {
  const { data } = JSON.parse(current) as { data: unknown }
  return new Problem(412, title, detail, { current: data, headers: { etag: etagOf(current) } })
}

/**
 * Refuses a write with 412 if the record has changed since the caller read it, or is one that `If-None-Match` excludes (RFC 9110,
 * 13.2.2), and with 400 if one of these headers is malformed. Without them every version is accepted.
 */
export const writePrecondition =
  (ifMatch: string | undefined, ifNoneMatch: string | undefined) => (current: string) => {
    requireEtags('If-Match', ifMatch)
    requireEtags('If-None-Match', ifNoneMatch)
    if (ifMatch !== undefined && !matchesEtag(ifMatch, etagOf(current)))
      throw preconditionFailed(
        'Changed meanwhile',
        'The record has changed since you read it. Nothing was changed. Compare your version with the one in current, then retry with its ETag.',
        current,
      )
    if (ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, etagOf(current)))
      throw preconditionFailed(
        'Excluded by If-None-Match',
        'If-None-Match is the ETag of the record as it is, or * for any record. Nothing was changed. To change the record, send If-Match instead, or neither.',
        current,
      )
  }
