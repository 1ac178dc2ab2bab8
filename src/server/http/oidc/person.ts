import { createHash } from 'node:crypto'

/** Somebody who signed in at the provider. */
export type Person = {
  /** Ours, made of issuer and subject, so that it is the same at each sign-in. */
  id: string
  subject: string
  name: string
  email: string | null
  /** Her record among staff users, by her e-mail address at the sign-in. */
  userId: string | null
  /** The IDs of the roles that count here, and their names for people. */
  roles: { id: string; name: string }[]
  scopes: string[]
}

/** A name-based UUID (RFC 9562, version 8) of the issuer and its name for the person. */
export const personId = (issuer: string, subject: string) => {
  const hex = createHash('sha256').update(`${issuer}\n${subject}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
