import { canonicalId } from '../../../contract/core/canonical-id'
import type { ReadById } from '../record-type'

/**
 * The ID that a text gives for an operation, as it is sent. Where the API takes any text as an ID, a single word stays as it
 * was given: another server may have IDs in capitals or without hyphens.
 */
export const readId = ({ params }: ReadById, text: string) => {
  const given = text.trim()
  const takesText = params.safeParse({ id: '-' }).success
  return takesText && /^(?!urn:uuid:)[\w.:-]+$/i.test(given) ? given : (canonicalId(given) ?? given)
}
