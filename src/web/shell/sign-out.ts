import { notifyTabs } from '../lib/api/session/tab-channel'
import { withBase } from '../lib/base-path'
import { removePreferences, seenRecords } from '../lib/preferences'
import { toast } from '../ui/overlay/toasts'

/** Signs out, or says in a toast why not. */
export const signOut = async () => {
  const refusal = await endEverywhere()
  if (refusal) toast({ tone: 'bad', text: 'You’re still signed in.', more: refusal })
}

/** Ends the session in every tab and clears stored client data from this computer. Returns why it can’t. */
export const endEverywhere = async () => {
  const response = await fetch(withBase('/session'), { method: 'DELETE' }).catch(() => null)
  if (!response?.ok) return 'The server didn’t respond. Try again later.'
  notifyTabs({ type: 'signed out' })
  removePreferences(seenRecords)
  // The provider's own session ends there, and it leads back.
  const { leaveAt }: { leaveAt?: unknown } = response.status === 204 ? {} : await response.json().catch(() => ({}))
  location.assign(typeof leaveAt === 'string' ? leaveAt : withBase('/sign-in'))
  return null
}
