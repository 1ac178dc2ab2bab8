import { isMailAddress } from '../../../contract/core/mail-address'

/** `Name <address>`, or what stands between commas, semicolons and line ends. Those within quotes belong to a name. */
const entry = /((?:"[^"]*(?:"|$)|[^",;\n<>])*)<([^<>]*)>|(?:"[^"]*(?:"|$)|[^",;\n])+/g

/** The addresses of a list as people paste it, without names, and its other parts as they are. */
export const recipientsIn = (text: string) =>
  [...text.matchAll(entry)].flatMap(([whole, name, bracketed]) => {
    const all = whole.trim()
    // Spaces stand between addresses, but also within a name.
    const words = (name ?? all).split(/\s+/)
    const found = words.filter(isMailAddress)
    const address = bracketed?.trim()
    if (address !== undefined) return isMailAddress(address) ? [...found, address] : [all]
    return found.length > 0 ? words : all ? [all] : []
  })

const shown = 3

/** Names the parts that are no recipients. */
export const refusal = (parts: string[]) => {
  const rest = parts.length > shown ? [`${parts.length - shown} more`] : []
  const named = [...parts.slice(0, shown).map((part) => `“${part}”`), ...rest]
  return parts.length === 1
    ? `${named[0]} is neither a contact of this client nor an email address.`
    : `${new Intl.ListFormat('en-GB').format(named)} are neither contacts of this client nor email addresses.`
}
