import { comparedAddress } from '../../../contract/figures/response-coverage'
import type { Counts } from '../../../contract/nps'
import { countsOf } from '../../domain/nps/counts/counts'
import type { Period } from '../../domain/nps/period'
import { startOfLocalDay } from '../../lib/local-day'

type Ref = { id?: string | null; name?: string | null } | null | undefined
export type Person = {
  id: string
  fullName?: string | null
  email?: string | null
  role?: Ref
  company?: Ref
  status?: string | null
  lastLogin?: string | null
  createdAt?: string | null
}
export type Answer = {
  score?: number | null
  category?: string | null
  companyId?: string | null
  respondentEmail?: string | null
}

export type Group = { people: number; answered: number }
export type CoverageClient = Group & {
  companyId: string | null
  companyName: string | null
  counts: Counts
  /** Responses whose address is none of the client’s active people’s, or that have none. */
  unmatched: number
}
type Silent = { id: string; fullName: string; email: string; role: string | null; lastLogin: string | null }

/** Responses of the period, and those that have no address; null where the server does not say. */
export type CoverageTotal = Group & { clients: number; responses: number | null; withoutAddress: number | null }

/** Of one client. */
export type CoveragePeople = { roles: (Group & { role: string | null })[]; silent: Silent[]; totalCount: number }

/** The share of people who answered, in percent; null of no one. */
export const shareOf = ({ people, answered }: Group) => (people > 0 ? (100 * answered) / people : null)

/** Active people who were there before the period began: the others had less than all of it to answer. */
const hadTime = ({ status, createdAt }: Person, { dateFrom }: Period) =>
  (!status || status === 'active') && Date.parse(createdAt ?? '') < startOfLocalDay(dateFrom)

const clientOf = ({ company }: Person) => company?.id ?? null

/** A response for another company doesn’t count as one for their own. */
const pairOf = (companyId: string | null | undefined, email: string | null | undefined) => {
  const address = comparedAddress(email)
  return address === null ? null : `${companyId ?? ''} ${address}`
}
const pairsOf = (answers: Answer[]) =>
  new Set(answers.flatMap(({ companyId, respondentEmail }) => pairOf(companyId, respondentEmail) ?? []))
const isIn = (pairs: Set<string>, person: Person) => pairs.has(pairOf(clientOf(person), person.email) ?? '')

const groupsOf = <K>(people: Person[], answered: Set<string>, keyOf: (person: Person) => K) => {
  const groups = new Map<K, Group>()
  for (const person of people) {
    const key = keyOf(person)
    const group = groups.get(key) ?? { people: 0, answered: 0 }
    group.people++
    if (isIn(answered, person)) group.answered++
    groups.set(key, group)
  }
  return groups
}

/** What the server counts, from active people and the responses of the period: the clients, most people without an answer first. */
export const coverageOf = (people: Person[], answers: Answer[], period: Period) => {
  const answered = pairsOf(answers)
  const there = people.filter((person) => hadTime(person, period))
  const names = new Map(people.map((person) => [clientOf(person), person.company?.name ?? null]))
  const known = new Set(people.map((person) => pairOf(clientOf(person), person.email)))
  const clients = [...groupsOf(there, answered, clientOf)].map(([companyId, group]): CoverageClient => {
    const own = answers.filter((one) => (one.companyId ?? null) === companyId)
    const unmatched = own.filter(({ respondentEmail }) => {
      const pair = pairOf(companyId, respondentEmail)
      return pair === null || !known.has(pair)
    }).length
    return { companyId, companyName: names.get(companyId) ?? null, ...group, counts: countsOf(own), unmatched }
  })
  const total = (of: (group: Group) => number) => clients.reduce((sum, client) => sum + of(client), 0)
  return {
    people: total(({ people }) => people),
    answered: total(({ answered }) => answered),
    responses: answers.length,
    withoutAddress: answers.filter(({ respondentEmail }) => comparedAddress(respondentEmail) === null).length,
    clients: clients.sort(
      (a, b) => b.people - b.answered - (a.people - a.answered) || (a.companyId ?? '').localeCompare(b.companyId ?? ''),
    ),
  }
}

/** The same of one client, by role, and who did not answer. */
export const peopleOf = (people: Person[], answers: Answer[], period: Period): CoveragePeople => {
  const answered = pairsOf(answers)
  const there = people.filter((person) => hadTime(person, period))
  const silent = there
    .filter((person) => !isIn(answered, person))
    .map(({ id, fullName, email, role, lastLogin }) => ({
      id,
      fullName: fullName ?? email ?? id,
      email: email ?? '',
      role: role?.name ?? null,
      lastLogin: lastLogin ?? null,
    }))
    .sort((a, b) => a.fullName.localeCompare(b.fullName) || a.id.localeCompare(b.id))
  return {
    roles: [...groupsOf(there, answered, ({ role }) => role?.name ?? null)]
      .map(([role, group]) => ({ role, ...group }))
      .sort((a, b) => b.people - a.people || (a.role ?? '').localeCompare(b.role ?? '')),
    silent,
    totalCount: silent.length,
  }
}
