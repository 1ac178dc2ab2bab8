import { type FormEvent, useState } from 'react'
import { useSession } from '../lib/api/session/session'
import { openProviderWindow, signIn, useSignInWays } from '../lib/api/session/sign-in'
import { Button } from '../ui/button'
import { Notice } from '../ui/facts/details'
import { Form } from '../ui/input/form'
import { KeyField } from '../ui/input/key-field'
import { RememberField } from '../ui/input/remember-field'
import { Dialog } from '../ui/overlay/dialog'
import * as dialogs from '../ui/overlay/dialog.module.css'
import * as styles from './session-ended.module.css'
import { endEverywhere } from './sign-out'

/** Signs in again without leaving the page; requests resume afterwards. */
export const SessionEnded = () => {
  const [key, setKey] = useState('')
  const [remember, setRemember] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [staysBecause, setStaysBecause] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const provider = useSignInWays()?.provider
  const { isSignedOut } = useSession()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (!key.trim()) return setRefusal('Enter an API key.')
    setBusy(true)
    const result = await signIn({ key: key.trim(), remember })
    setBusy(false)
    if (!result.ok) setRefusal(result.sentence)
  }
  return (
    <Dialog
      className={`${dialogs.dialog} ${isSignedOut ? styles.hiding : ''}`}
      title="Your session has ended"
      onClose={() => {}}
      alert
      text="ended"
    >
      <header>
        <h2>Your session has ended</h2>
        <p id="ended">
          {provider ? 'Sign in again to continue.' : 'Enter a key to continue.'} Your changes are still on the page.
        </p>
      </header>
      <Form onSubmit={submit}>
        <div className={dialogs.body}>
          {provider && (
            <Button kind="primary" onClick={openProviderWindow}>
              Sign in with {provider}
            </Button>
          )}
          <KeyField value={key} onChange={setKey} refusal={refusal} />
          <RememberField value={remember} onChange={setRemember} />
          {staysBecause && (
            <Notice bad>
              <b>Couldn’t sign out.</b> {staysBecause}
            </Notice>
          )}
        </div>
        <footer>
          <Button kind="bare" onClick={async () => setStaysBecause(await endEverywhere())}>
            Sign out
          </Button>
          <Button kind={provider ? undefined : 'primary'} type="submit" aria-disabled={busy}>
            {provider ? 'Use key' : 'Continue'}
          </Button>
        </footer>
      </Form>
    </Dialog>
  )
}
