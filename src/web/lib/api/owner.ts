import { sessions } from '../../../contract/sessions'
import { meQuery, query } from './client'
import { queryClient } from './query-client'

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
  const session = queryClient.getQueryData(query(sessions.list, {}).queryKey)
  return me ? ownerOf(me.data) : session && ownerOf(session.data.person)
}
