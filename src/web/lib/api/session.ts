import { signInUrl } from '../../../contract/core/ssr-protocol'
import { createStore } from '../store'
import { forgetMissing } from './missing-operations'
import { notifyTabs, onTabMessage } from './tab-channel'

/**
 * The browser's session with the gateway. The key itself is in a cookie that no script can read; here is only what the
 * person has to be told or asked.
 */
const session = createStore({ ended: false })
let hasWorked = false
let waiting: ((signedIn: boolean) => void)[] = []

export const useSession = session.use

/** Called by whoever got an answer: from now on a refused key means that the session has ended, not that there was none. */
export const markSessionActive = () => {
  hasWorked = true
}

/**
 * The answer to a 401. Before anything has worked it leads to the sign-in page and back; afterwards it asks in place, so that
 * nothing typed is lost, and resolves to true once the person has signed in again.
 */
export const reauthenticate = (): Promise<boolean> => {
  if (!hasWorked) {
    location.replace(signInUrl(location.pathname + location.search) + location.hash)
    return new Promise(() => {})
  }
  return new Promise((resolve) => {
    waiting.push(resolve)
    session.set({ ended: true })
  })
}

const settle = (signedIn: boolean) => {
  session.set({ ended: false })
  for (const resolve of waiting) resolve(signedIn)
  waiting = []
}

// Whoever signs in again in another tab has done so for this one too.
onTabMessage('signed in', () => settle(true))

type Refusal = { ok: false; sentence: string }

const send = async (path: '/session' | '/session/end', sent: object): Promise<{ ok: true } | Refusal> => {
  try {
    const response = await fetch(path, {
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
    return { ok: false, sentence: 'Can’t reach the server. Check that it’s running, then try again.' }
  }
}

/** Exchanges a key, or the one-time code of a first start, for a session. */
export const signIn = async (sent: { key: string; remember: boolean } | { code: string }) => {
  const result = await send('/session', sent)
  if (result.ok) {
    forgetMissing()
    settle(true)
    notifyTabs({ type: 'signed in' })
  }
  return result
}

/** Ends another session of the same key or person, or all others without an id. A key is asked for again. */
export const endSessions = (sent: { key?: string; id?: string }) => send('/session/end', sent)
