import { useQuery } from '@tanstack/react-query'
import { sessions } from '../../../contract/sessions'
import { meQuery, query } from './client'
import { queryClient } from './query-client'

const sessionQuery = query(sessions.list, {})

type Described = { kind?: string | null; name?: string | null; prefix?: string | null; email?: string | null }

/** Whose a session is: all that is known, and only the person, null for a key. */
export const ownerOf = (of: Described | null | undefined) => {
  const { kind = 'person', name, prefix, email } = of ?? { kind: 'key' }
  const all = JSON.stringify([kind, name ?? '', prefix ?? '', email ?? ''])
  return { all, person: kind === 'person' ? all : null }
}

/** Whose this page is; undefined until it is known. A server without `/me` leaves it to the session. */
export const knownOwner = () => {
  const me = queryClient.getQueryData(meQuery.queryKey)
  const session = queryClient.getQueryData(sessionQuery.queryKey)
  return me ? ownerOf(me.data) : session && ownerOf(session.data.person)
}

/** The same, read where it is not known yet. */
export const readOwner = async () => {
  if (!knownOwner()) await queryClient.ensureQueryData(meQuery).catch(() => {})
  if (!knownOwner()) await queryClient.ensureQueryData(sessionQuery).catch(() => {})
  return knownOwner()
}

export const useOwner = () => {
  const me = useQuery(meQuery)
  useQuery({ ...sessionQuery, enabled: !me.data && me.errorUpdateCount > 0 })
  return knownOwner()
}
