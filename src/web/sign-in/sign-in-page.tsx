import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { isDone, signIn, useSignInWays, waysQuery } from '../lib/api/session/sign-in'
import { useHash } from '../lib/hydration'
import { pageLoader } from '../lib/navigation/page-loader'
import { Button } from '../ui/button'
import { Mark } from '../ui/icon/mark'
import * as fields from '../ui/input/fields.module.css'
import { Form } from '../ui/input/form'
import { KeyField } from '../ui/input/key-field'
import { RememberField } from '../ui/input/remember-field'
import { KeyCap } from '../ui/key-cap'
import * as typography from '../ui/typography.module.css'
import { destination } from './destination'
import { ProviderSignIn } from './provider-sign-in'
import { Quadrant } from './quadrant'
import * as styles from './sign-in-page.module.css'
import { SignedInAgain } from './signed-in-again'

export const loader = pageLoader({ needs: () => [waysQuery] })

const goOn = () => location.replace(destination(location))

export const Component = () => {
  const [key, setKey] = useState('')
  const [remember, setRemember] = useState(true)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  const attempt = async (sent: Parameters<typeof signIn>[0]) => {
    setBusy(true)
    const result = await signIn(sent)
    if (result.ok) return goOn()
    setBusy(false)
    setRefusal(result.sentence)
  }

  // The code works once and must not stay in the URL; a repeated effect may not send it twice.
  const { search } = useLocation()
  const hash = useHash()
  const sentCode = useRef<string>(null)
  useEffect(() => {
    // The router may not know yet of a link that was opened in this tab while the page loaded.
    const code = new URLSearchParams(location.hash.slice(1)).get('code')
    if (!code || code === sentCode.current) return
    sentCode.current = code
    history.replaceState(history.state, '', location.pathname + location.search)
    void attempt({ code })
  })

  const ways = useSignInWays()
  const next = `${new URLSearchParams(search).get('next') ?? '/'}${hash}`
  const provider = ways?.provider ?? null

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (key.trim()) void attempt({ key: key.trim(), remember })
    else setRefusal('Enter an API key.')
  }

  return (
    <div className={styles.page}>
      <title>Sign in · Quarterdeck</title>
      <aside className={styles.bridge}>
        <Quadrant className={styles.quadrant} />
        <p className={styles.brand}>
          <Mark />
          Quarterdeck
        </p>
        <p className={styles.motto}>The state of every client, from one place.</p>
      </aside>
      <main className={styles.main} id="main">
        {provider !== null && (
          <div className={styles.first}>
            {isDone(hash) ? (
              <SignedInAgain />
            ) : (
              <>
                <h1>Sign in to Quarterdeck</h1>
                <ProviderSignIn label={provider} isAway={ways?.isAway ?? false} notice={ways?.notice} next={next} />
              </>
            )}
          </div>
        )}
        <Form onSubmit={submit} hidden={provider !== null && isDone(hash)}>
          {provider === null ? (
            <>
              <h1>Sign in with an API key</h1>
              <p className={typography.lede}>Your key stays on the server. The browser only gets a session.</p>
            </>
          ) : (
            <>
              <h2>{ways?.keys === false ? 'Sign in with an admin key' : 'Or with an API key'}</h2>
              <p className={typography.lede}>
                {ways?.keys === false
                  ? `For when ${provider} is unavailable: use a key with the keys:manage scope. Its use is logged.`
                  : `For apps, or when ${provider} is unavailable. Its use is logged.`}
              </p>
            </>
          )}
          <div className={fields.form}>
            <KeyField value={key} onChange={setKey} refusal={refusal} />
            <RememberField value={remember} onChange={setRemember} />
            <Button kind={provider === null ? 'primary' : undefined} type="submit" aria-disabled={busy}>
              {busy ? 'Signing in' : 'Sign in'} <KeyCap>↵</KeyCap>
            </Button>
          </div>
          <details className={styles.help}>
            <summary>Where do I get a key?</summary>
            <p>
              In the portal: Settings, then Integrations, then API Access. A read-only key is enough to look around;
              you’ll see when another scope is needed. This console’s own server prints a key and a sign-in link the
              first time it starts.
            </p>
          </details>
        </Form>
      </main>
    </div>
  )
}
