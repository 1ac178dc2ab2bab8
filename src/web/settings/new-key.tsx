import { type FormEvent, useRef, useState } from 'react'
import type { Scope } from '../../contract/core/scopes'
import { apiKeys } from '../../contract/keys'
import { useUnsavedChanges } from '../form/use-unsaved-changes'
import { mayBeSaved } from '../lib/api/api-error'
import { useWrite } from '../lib/api/cache/use-write'
import { call } from '../lib/api/client'
import { holderOf } from '../lib/api/scopes'
import { Button } from '../ui/button'
import { Notice } from '../ui/facts/details'
import { DateTime } from '../ui/format/format'
import { Icon } from '../ui/icon/icon'
import * as fields from '../ui/input/fields.module.css'
import { Form } from '../ui/input/form'
import { SegmentedControl } from '../ui/input/segmented-control'
import { Dialog } from '../ui/overlay/dialog'
import * as dialogs from '../ui/overlay/dialog.module.css'
import { refusedBecause } from '../ui/overlay/refused'
import * as typography from '../ui/typography.module.css'
import * as styles from './api-access.module.css'
import { endsToChoose, latestEnd } from './expiry'
import { areas, hasAll, hasSame, inWords, missingScopesText, presetsFor, type ScopeHolder, scopeOf } from './scopes'

/** A key is shown once, so one whose response was lost is useless. */
export const unconfirmedText =
  'The server didn’t confirm it, so the key may have been created without being shown. When the server is back, check the list: if the key is there, revoke it and create another.'

type Props = {
  /** The scopes of the user’s key or role, and the expiry of a key, limit the new one. A server may not give them. */
  own: (ScopeHolder & { expiresAt?: string | null }) | undefined
  onMade: (key: string, name: string) => void
  onClose: () => void
}

export const NewKey = ({ own, onMade, onClose }: Props) => {
  const held = own?.scopes ?? []
  const holder = holderOf(own)
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<Scope[]>([])
  const [lifetime, setLifetime] = useState<string | null>(null)
  const [asked, setAsked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const presets = presetsFor(held)
  const ownEnd = latestEnd(own)
  const ends = endsToChoose(ownEnd)
  const usual = ends.find(({ label }) => label === '1 year') ?? ends.at(-1)
  const { label: chosenLabel, end = null } = ends.find(({ label }) => label === lifetime) ?? usual ?? {}
  const make = useWrite({
    meta: { writes: apiKeys.create.path },
    mutationFn: () =>
      call(apiKeys.create, {
        body: { name: name.trim(), scopes: chosen, expiresAt: end },
      }),
    onSuccess: ({ data }) => onMade(data.key ?? '', name.trim()),
  })
  const isNameless = name.trim() === ''
  const isPowerless = chosen.length === 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (!isNameless && !isPowerless) make.mutate()
    else
      form.current?.querySelector<HTMLElement>(isNameless ? '#key-name' : 'table input:not([aria-disabled])')?.focus()
  }
  const changes = [!isNameless, chosenLabel !== usual?.label, !isPowerless].filter(Boolean).length
  const { close, question } = useUnsavedChanges(changes, { onClose, isSaving: make.isPending })
  const toggle = (scope: Scope) =>
    setChosen(chosen.includes(scope) ? chosen.filter((other) => other !== scope) : [...chosen, scope])
  const lackOf = (scope: Scope) => missingScopesText([scope], own) ?? 'Couldn’t load your scopes. Try again.'
  const box = (scope: Scope | undefined, label: string) =>
    scope ? (
      <input
        className={fields.check}
        type="checkbox"
        aria-label={label}
        checked={chosen.includes(scope)}
        {...(held.includes(scope) ? { onChange: () => toggle(scope) } : refusedBecause(lackOf(scope)))}
      />
    ) : (
      <span className={typography.dim}>—</span>
    )
  const problem = mayBeSaved(make.error)
    ? unconfirmedText
    : (make.error?.message ?? (asked && isPowerless ? 'Choose at least one scope.' : null))
  const isWrong = asked && isNameless
  return (
    <Dialog className={dialogs.dialog} title="Create key" onClose={close} wide>
      <header>
        <h2>Create key</h2>
      </header>
      <Form ref={form} onSubmit={submit}>
        <div className={`${dialogs.body} ${styles.making}`}>
          <div className={fields.form}>
            <div className={fields.field}>
              <label htmlFor="key-name">Name</label>
              <input
                className={fields.input}
                id="key-name"
                maxLength={100}
                value={name}
                onChange={(event) => setName(event.target.value)}
                autoComplete="off"
                aria-invalid={isWrong}
                aria-describedby="key-name-below"
              />
              <span className={isWrong ? fields.error : fields.hint} id="key-name-below">
                {isWrong && <Icon name="circle-alert" small />}
                {isWrong ? 'Give the key a name.' : 'The person or app that will use it'}
              </span>
            </div>
            <fieldset className={fields.field}>
              <legend className={fields.label}>Expires</legend>
              <SegmentedControl options={ends.map(({ label }) => label)} value={chosenLabel} onChange={setLifetime} />
              <span className={fields.hint}>
                {end ? (
                  <>
                    Expires <DateTime value={end} />
                    {end === ownEnd && ', with your own key'}.
                  </>
                ) : (
                  'Never expires. It works until revoked, with no reminder.'
                )}
                {ownEnd &&
                  ' A key can’t outlive the one that creates it. For a later date, sign in with a longer-lasting key.'}
              </span>
            </fieldset>
            <fieldset className={fields.field}>
              <legend className={fields.label}>Start from</legend>
              <SegmentedControl
                options={Object.keys(presets)}
                value={Object.keys(presets).find((preset) => !isPowerless && hasSame(presets[preset] ?? [], chosen))}
                onChange={(preset) => setChosen(presets[preset] ?? [])}
                disabledReason={(preset) =>
                  presets[preset]?.length ? null : `Your ${holder} has none of these scopes`
                }
              />
              {own?.scopes && !hasAll(held) && (
                <span className={fields.hint}>
                  Your {holder} can only grant what it has: {inWords(held).toLowerCase()}.
                </span>
              )}
            </fieldset>
            <p className={styles.words}>
              Permissions: <b>{inWords(chosen).toLowerCase()}</b>.
            </p>
            {problem && <Notice bad>{problem}</Notice>}
          </div>
          <table className={styles.scopes}>
            <thead>
              <tr>
                <th scope="col">Scope</th>
                <th scope="col">Read</th>
                <th scope="col">Write</th>
              </tr>
            </thead>
            <tbody>
              {areas.map(({ resource, label, note }) => (
                <tr key={resource}>
                  <th scope="row">
                    {label} <small>{note}</small>
                  </th>
                  <td>{box(scopeOf(resource, 'read'), `Read ${label}`)}</td>
                  <td>{box(scopeOf(resource, 'write'), `Write ${label}`)}</td>
                </tr>
              ))}
              <tr>
                <th scope="row">
                  Emails <small>send client briefs</small>
                </th>
                <td>{box(undefined, '')}</td>
                <td>{box('briefs:send', 'Send client briefs')}</td>
              </tr>
              <tr>
                <th scope="row">
                  Keys <small>create, rotate and revoke</small>
                </th>
                <td>{box(undefined, '')}</td>
                <td>{box('keys:manage', 'Manage keys')}</td>
              </tr>
              <tr>
                <th scope="row">
                  Brand <small>name, logo and colour of client briefs</small>
                </th>
                <td>{box(undefined, '')}</td>
                <td>{box('brand:manage', 'Manage brand')}</td>
              </tr>
              <tr>
                <th scope="row">
                  Sessions <small>see and end those of others</small>
                </th>
                <td>{box(undefined, '')}</td>
                <td>{box('sessions:manage', 'Manage sessions')}</td>
              </tr>
            </tbody>
          </table>
        </div>
        <footer>
          <Button kind="bare" onClick={close}>
            Cancel
          </Button>
          <Button kind="primary" type="submit" aria-disabled={make.isPending}>
            {make.isPending ? 'Creating' : 'Create key'}
          </Button>
        </footer>
      </Form>
      {question}
    </Dialog>
  )
}
