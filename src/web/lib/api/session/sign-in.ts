import { useQuery } from '@tanstack/react-query'
import { sessions } from '../../../../contract/sessions'
import { withBase } from '../../base-path'
import { invalidateAll } from '../cache/query-client'
import { call, query } from '../client'
import { forgetMissing } from '../missing-operations'
import { knownOwner, ownerOf } from './owner'
import { endSession, hasEnded, settle } from './session'
import { notifyTabs } from './tab-channel'

/** How people can sign in. Requested once, because the server tells only once why the last attempt failed. */
export const waysQuery = query(sessions.ways, {})

export const useSignInWays = () =>
  useQuery({ ...waysQuery, staleTime: Number.POSITIVE_INFINITY, retry: false, refetchOnMount: false }).data?.data

/** Page that notifies other tabs of the sign-in and closes its window. */
const doneHash = '#done'

export const isDone = (hash: string) => hash === doneHash

/** Where signing in at the provider begins, and where it leads back to. */
export const providerUrl = (next: string, o: { again?: boolean } = {}) =>
  `/session/oidc?${new URLSearchParams({ next, ...(o.again && { again: '1' }) })}`

/** Signs in with the provider in a new window, so input on the page is kept. */
export const openProviderWindow = () => {
  forgetMissing()
  return window.open(withBase(providerUrl(`/sign-in${doneHash}`)), 'quarterdeck-sign-in', 'popup,width=520,height=720')
}

type Refusal = { ok: false; sentence: string }

const unreachable: Refusal = {
  ok: false,
  sentence: 'Can’t reach the server. Check that it’s running, then try again.',
}

const unnamed: Refusal = { ok: false, sentence: 'You’re signed in, but the server didn’t say who you are. Try again.' }

const send = async (path: '/session' | '/session/end', sent: object): Promise<{ ok: true } | Refusal> => {
  try {
    const response = await fetch(withBase(path), {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(sent),
    })
    if (response.ok) return { ok: true }
    const details: { detail?: unknown } = await response.json().catch(() => ({}))
    return {
      ok: false,
      sentence: typeof details.detail === 'string' ? details.detail : 'The server rejected the sign-in.',
    }
  } catch {
    return unreachable
  }
}

/** Exchanges a key or one-time code for a session. */
export const signIn = async (sent: { key: string; remember: boolean } | { code: string }) => {
  const result = await send('/session', sent)
  if (result.ok) {
    forgetMissing()
    notifyTabs({ type: 'signed in' })
    if (!(await resume())) return unnamed
  }
  return result
}

/** Who is signed in now, by the session itself, which every server has. */
const currentOwner = () =>
  call(sessions.list, {}).then(
    ({ data }) => ownerOf(data.person),
    () => null,
  )

/**
 * After a sign-in in whichever tab, goes on with what waits for it. What one person began is neither shown to another nor
 * sent as them: the page stays hidden, its requests unsent, and reloads. False if the server didn’t say who signed in.
 */
export const resume = async () => {
  const former = knownOwner()
  const current = former && (await currentOwner())
  // A page that waits for nothing goes on with the session that it has.
  const isUnnamed = current === null && !hasEnded()
  if (former?.person === current?.person || isUnnamed) {
    settle(true)
    invalidateAll()
    return true
  }
  endSession(true)
  if (!current) return false
  // Without the question about unsaved changes: they are not this person’s.
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true })
  location.reload()
  return true
}

/** Another tab has a session, perhaps because someone signed in there. */
export const followSession = async () => {
  if (hasEnded() || (await isSomeoneElse())) await resume()
}

const isSomeoneElse = async () => {
  const known = knownOwner()
  const current = known && (await currentOwner())
  return Boolean(current) && current?.person !== known?.person
}

/** Ends another session of the same key or person, or all others without an id. A key is asked for again. */
export const endSessions = (sent: { key?: string; id?: string }) => send('/session/end', sent)
