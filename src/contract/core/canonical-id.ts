/** A UUID as the API writes it, in any case. */
export const isUuid = (id: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)

const uuid = /^(?:urn:uuid:)?(\{?)([\da-f]{8})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{12})(\}?)$/i

const ofWord = (word: string) => {
  const [, open, ...rest] = uuid.exec(word) ?? []
  const close = rest.pop()
  return rest.length > 0 && Boolean(open) === Boolean(close) ? rest.join('-').toLowerCase() : null
}

/**
 * The UUID in a text as the API writes it: given in capitals, in braces, without hyphens or as a URN, or in an address of the
 * console or of the API. Null where there is none.
 */
export const canonicalId = (text: string): string | null => {
  const [path = ''] = text.trim().split(/[?#]/)
  const isAddress = /^(https?:\/\/|\/)/i.test(path)
  if (!isAddress) return ofWord(path)
  for (const part of path.split('/').toReversed()) {
    const id = ofWord(part.replace(/^%7b/i, '{').replace(/%7d$/i, '}'))
    if (id) return id
  }
  return null
}
