import { useQuery } from '@tanstack/react-query'
import { sessions } from '../../../../contract/sessions'
import { queryClient } from '../cache/query-client'
import { meQuery, query } from '../client'
import { hasNoAdditions } from '../missing-operations'

export const sessionsQuery = query(sessions.list, {})

type Described = { kind?: string | null; name?: string | null; prefix?: string | null; email?: string | null }

/** `all` tells owners apart as far as is known; `person` people only, null for every key. */
export const ownerOf = (of: Described | null | undefined) => {
  const { kind = 'person', name, prefix, email } = of ?? { kind: 'key' }
  const all = JSON.stringify([kind, name ?? '', prefix ?? '', email ?? ''])
  return { all, person: kind === 'person' ? all : null }
}

/** Whose this page is; undefined until it is known. A server without `/me` leaves it to the session. */
export const knownOwner = () => {
  const me = queryClient.getQueryData(meQuery.queryKey)
  const session = queryClient.getQueryData(sessionsQuery.queryKey)
  return me ? ownerOf(me.data) : session && ownerOf(session.data.person)
}

/** The same, read where it is not known yet. A `/me` that fails for now leaves it open. */
export const readOwner = async () => {
  if (!knownOwner()) await queryClient.ensureQueryData(meQuery).catch(() => {})
  if (!queryClient.getQueryData(meQuery.queryKey) && !hasNoAdditions()) return undefined
  if (!knownOwner()) await queryClient.ensureQueryData(sessionsQuery).catch(() => {})
  return knownOwner()
}

export const useOwner = () => {
  const me = useQuery(meQuery)
  useQuery({ ...sessionsQuery, enabled: !me.data && me.errorUpdateCount > 0 })
  return knownOwner()
}
