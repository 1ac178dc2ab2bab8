import { signInUrl } from '../../../contract/core/ssr-protocol'
import { createStore } from '../store'
import { forgetMissing } from './missing-operations'
import { notifyTabs, onTabMessage } from './tab-channel'

/** The browser’s session with the gateway. The key itself is in an HttpOnly cookie. */
const session = createStore({ ended: false })
let hasWorked = false
let waiting: ((signedIn: boolean) => void)[] = []

export const useSession = session.use

/** Called after a successful response: from then on, a 401 means that the session has ended. */
export const markSessionActive = () => {
  hasWorked = true
}

/**
 * Handles a 401. Before any success it redirects to sign-in; afterwards it asks in place, so no input is lost, and
 * resolves to true after sign-in.
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

// Signing in again in another tab covers this one too.
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

/** Exchanges a key or one-time code for a session. */
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
