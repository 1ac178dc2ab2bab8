import pLimit from 'p-limit'
import { briefTypes } from '../../contract/briefs'
import type { BriefLanguage, Paper } from '../../contract/core/brief-document'
import { mostRecipients } from '../../contract/core/mail'
import { isMailAddress } from '../../contract/core/mail-address'
import { clockIn, dayAt } from '../../contract/core/zoned-time'
import { Problem } from '../api/problem'
import { problemOf } from '../briefs/make'

/** Fetches a path of the API as the sender of the brief. */
export type ApiFetch = (path: string, accept: string) => Promise<Response>

type Wanted = {
  companyId: string
  userIds: readonly string[]
  addresses: readonly string[]
  language?: BriefLanguage | null | undefined
  paper?: Paper | null | undefined
  zone?: string | undefined
}

/** A client’s brief as PDF, by the same request as a download, and its day. */
export const makeFile = async (
  fetchApi: ApiFetch,
  { companyId, language, paper, zone }: Omit<Wanted, 'userIds' | 'addresses'>,
) => {
  const query = new URLSearchParams({ ...(language && { language }), ...(paper && { paper }), ...(zone && { zone }) })
  // Around midnight the next brief counts a day twice rather than not at all.
  const begun = Date.now()
  const response = await fetchApi(`/companies/${companyId}/brief?${query}`, briefTypes.pdf)
  if (!response.ok) throw await problemOf(response)
  const [, name = 'brief.pdf'] = /filename\*=UTF-8''(\S+)/.exec(response.headers.get('content-disposition') ?? '') ?? []
  const bytes = new Uint8Array(await response.arrayBuffer())
  const day = dayAt(clockIn(zone ?? 'UTC'), begun)
  return { file: { name: decodeURIComponent(name), type: briefTypes.pdf, bytes }, day }
}

/** The addresses, each once, and a sentence for each contact who can't be written to. */
export const findRecipients = async (fetchApi: ApiFetch, { companyId, userIds, addresses }: Wanted) => {
  const limit = pLimit(6)
  const contacts = await Promise.all(userIds.map((id) => limit(() => readContact(fetchApi, companyId, id))))
  const all = [...contacts.flatMap(({ address }) => address ?? []), ...addresses]
  const once = [...new Map(all.map((address) => [address.toLowerCase(), address])).values()]
  if (once.length > mostRecipients)
    throw new Problem(
      422,
      'Too many recipients',
      `A brief goes to at most ${mostRecipients} people at once, and you named ${once.length}. Nothing was sent. Leave some out.`,
    )
  return { recipients: once, unreachable: contacts.flatMap(({ because }) => because ?? []) }
}

type Contact = { address?: string; because?: string }

const readContact = async (fetchApi: ApiFetch, companyId: string, id: string): Promise<Contact> => {
  const response = await fetchApi(`/companies/users/${id}`, 'application/json')
  if (response.status === 404) return { because: `No contact has the id ${id}.` }
  if (!response.ok) throw await problemOf(response)
  const { data } = await response.json()
  const name = data.fullName || data.email
  if (data.company?.id !== companyId) return { because: `${name} is not a contact of this client.` }
  if (data.status === 'disabled') return { because: `${name} is disabled.` }
  if (!isMailAddress(data.email)) return { because: `Email can’t be sent to the address of ${name}, “${data.email}”.` }
  return { address: data.email }
}
