import { signInUrl } from '../../../../contract/core/ssr-protocol'
import { withBase, withoutBase } from '../../base-path'
import { createStore } from '../../store'
import { notifyTabs } from './tab-channel'

/** The browser’s session with the gateway. The key itself is in an HttpOnly cookie. */
const session = createStore({ ended: false, isSignedOut: false })
let hasWorked = false
let waiting: ((signedIn: boolean) => void)[] = []

export const useSession = session.use

export const hasEnded = () => session.get().ended

/**
 * Called after a successful response: from then on, a 401 means that the session has ended. Tabs that wait for a sign-in
 * go on, because this page may have been opened by one.
 */
export const markSessionActive = () => {
  if (!hasWorked) notifyTabs({ type: 'has session' })
  hasWorked = true
}

/** The sign-in page leads back to this one. */
const goToSignIn = () => {
  const here = (withoutBase(location.pathname) ?? '/') + location.search
  location.replace(withBase(signInUrl(here)) + location.hash)
}

/** Someone signed out in another tab: what this one shows is hidden, and lost unless `isKept`. */
export const endSession = (isKept: boolean) => {
  if (isKept) session.set({ ended: true, isSignedOut: true })
  else if (withoutBase(location.pathname) !== '/sign-in') goToSignIn()
}

/**
 * Handles a 401. Before any success it redirects to sign-in; afterwards it asks in place, so no input is lost, and
 * resolves to true after sign-in.
 */
export const reauthenticate = (): Promise<boolean> => {
  if (!hasWorked) {
    goToSignIn()
    return new Promise(() => {})
  }
  return new Promise((resolve) => {
    waiting.push(resolve)
    session.set({ ...session.get(), ended: true })
  })
}

/** Ends the wait for a sign-in. */
export const settle = (signedIn: boolean) => {
  session.set({ ended: false, isSignedOut: false })
  for (const resolve of waiting) resolve(signedIn)
  waiting = []
}
