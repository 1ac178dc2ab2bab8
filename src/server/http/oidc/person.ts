import { createHash } from 'node:crypto'

/** Someone who signed in at the provider. */
export type Person = {
  /** Derived from issuer and subject, so it is the same at every sign-in. */
  id: string
  subject: string
  name: string
  email: string | null
  /** Their staff user, found by email address at sign-in. */
  userId: string | null
  /** The roles that Quarterdeck knows, with their display names. */
  roles: { id: string; name: string }[]
  scopes: string[]
}

/** A name-based UUID (RFC 9562, version 8) of the issuer and its name for the person. */
export const personId = (issuer: string, subject: string) => {
  const hex = createHash('sha256').update(`${issuer}\n${subject}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
