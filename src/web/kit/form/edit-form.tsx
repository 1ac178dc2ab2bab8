import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Endpoint, WriteEndpoint } from '../../../contract/kit'
import { ApiError, call, pathOf, query } from '../api'
import { plural } from '../format'
import { showReceipt } from '../receipts'
import { type AnyView, nameOf } from '../record/view'
import { Dialog } from '../ui/dialog'
import { Glyph } from '../ui/glyph'
import { Icon } from '../ui/icon'
import { KeyCap } from '../ui/key-cap'
import { Conflict } from './conflict'
import { bodyOf, changedKeys, type FieldSpecs, issuesOf, type Specs, type Texts, textsOf } from './fields'
import styles from './form.module.css'
import { FormField } from './form-field'
import { LeaveGuard } from './leave-guard'
import { WhatIsSent } from './what-is-sent'

type Props<E extends WriteEndpoint> = {
  endpoint: E
  view: AnyView
  record: { id: string } & Record<string, unknown>
  etag: string | null
  specs: FieldSpecs<E>
  onClose: () => void
}

type Saved = { data: Props<WriteEndpoint>['record']; etag: string | null }

/** Edits a record in a drawer: only what was changed is sent, and it is shown before it goes. */
export const EditForm = <E extends WriteEndpoint>({
  endpoint,
  view,
  record,
  etag,
  specs: typedSpecs,
  onClose,
}: Props<E>) => {
  const specs: Specs = typedSpecs
  const name = nameOf(view, record)
  const client = useQueryClient()
  const [base, setBase] = useState({ texts: textsOf(specs, record), etag })
  const [conflict, setConflict] = useState<{ texts: Texts; etag: string | null } | null>(null)
  const form = useForm<Texts>({ defaultValues: base.texts })
  const now = form.watch()
  const keys = changedKeys(specs, base.texts, now)
  const body = bodyOf(specs, keys, now)
  const [refused, setRefused] = useState<{ texts: Texts; issues: Record<string, string> }>({ texts: {}, issues: {} })
  // What the server refused stays refused until the field is changed.
  const fromServer = Object.entries(refused.issues).filter(([key]) => now[key] === refused.texts[key])
  const fromContract = Object.entries(issuesOf(endpoint, body)).map(([key, issue]) => [
    key,
    (now[key] === '' && specs[key]?.emptied) || issue,
  ])
  const errors: Record<string, string> = Object.fromEntries([...fromServer, ...fromContract])
  const saved = useRef(false)
  const wrong = keys.filter((key) => errors[key]).length

  // A newer version may arrive while the form is open; it is taken over only as long as nothing was typed.
  const { reset } = form
  useEffect(() => {
    if (keys.length > 0 || etag === base.etag) return
    const texts = textsOf(specs, record)
    setBase({ texts, etag })
    reset(texts)
  }, [base.etag, etag, keys.length, record, reset, specs])

  const save = useMutation({
    mutationFn: (sent: { body: object; ifMatch: string | null }) =>
      call<WriteEndpoint>(endpoint, { id: record.id, ...sent } as never) as Promise<Saved>,
    onSuccess: (answer) =>
      client.setQueryData(query<Endpoint>(view.get, { id: record.id } as object).queryKey, answer as never),
  })

  const submit = async (texts: Texts, from: { texts: Texts; etag: string | null }) => {
    const changing = changedKeys(specs, from.texts, texts)
    if (changing.length === 0) return onClose()
    const sent = bodyOf(specs, changing, texts)
    if (Object.keys(issuesOf(endpoint, sent)).length > 0)
      return form.setFocus(changing.find((key) => errors[key]) ?? changing[0] ?? '')
    try {
      await save.mutateAsync({ body: sent, ifMatch: from.etag })
      saved.current = true
      onClose()
      offerUndo(bodyOf(specs, changing, from.texts), changing.length)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status === 412 && error.extra.current)
        setConflict({
          texts: textsOf(specs, error.extra.current as Record<string, unknown>),
          etag: error.extra.etag ?? null,
        })
      setRefused({
        texts,
        issues: Object.fromEntries((error.extra.errors ?? []).map(({ path, message }) => [path, message])),
      })
    }
  }

  const offerUndo = (old: Record<string, unknown>, count: number) => {
    // The API takes no null, so a field that was empty before cannot be emptied again.
    const canUndo = Object.keys(issuesOf(endpoint, old)).length === 0
    showReceipt({
      tone: 'good',
      text: (
        <>
          <b>{name}</b> is saved.
        </>
      ),
      more: `${plural(count, 'field', 'fields')} changed.`,
      ...(canUndo && {
        undo: () =>
          void save.mutateAsync({ body: old, ifMatch: null }).then(
            () => showReceipt(undone(name)),
            (error: Error) => showReceipt(notUndone(name, error)),
          ),
      }),
    })
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit(form.getValues(), base)
  }
  const general =
    save.error instanceof ApiError && save.error.status !== 412 && fromServer.length === 0 ? save.error : null
  return (
    <Dialog className="drawer" title={`Edit ${name}`} onClose={onClose}>
      <header>
        <h2>Edit {name}</h2>
        <button type="button" className="icon-button" title="Close (Esc)" aria-label="Close" onClick={onClose}>
          <Icon name="x" />
        </button>
      </header>
      <form
        className={styles.drawer}
        noValidate
        onKeyDown={onKeyDown}
        onSubmit={(event) => {
          event.preventDefault()
          void submit(form.getValues(), base)
        }}
      >
        <div className={styles.body}>
          <div className="form">
            {rowsOf(specs).map((row) => (
              <div key={row[0]} className={row.length > 1 ? styles.half : undefined}>
                {row.map((key) => (
                  <FormField
                    key={key}
                    spec={specs[key] ?? { label: key }}
                    control={form.register(key)}
                    before={base.texts[key] ?? ''}
                    now={now[key] ?? ''}
                    error={keys.includes(key) ? errors[key] : undefined}
                    unknown={record[key] === undefined || (record[key] === null && specs[key]?.words !== undefined)}
                  />
                ))}
              </div>
            ))}
          </div>
          {general && (
            <p className="notice" data-tone="bad" role="alert">
              <Glyph name="error" />
              <span>
                <b>Not saved.</b> {general.detail}{' '}
                {general.extra.requestId && <small>Request {general.extra.requestId}</small>}
              </span>
            </p>
          )}
          <WhatIsSent
            {...{ specs, keys, now, errors }}
            before={base.texts}
            request={{ method: endpoint.method, path: pathOf(endpoint, { id: record.id }), body }}
          />
        </div>
        <footer>
          <span className="note" role="status">
            {keys.length > 0 && (
              <span className="dot-note">
                <Glyph name="pending" />
                {plural(keys.length, 'unsaved change', 'unsaved changes')}
                {wrong > 0 && `, ${wrong} to correct`}
              </span>
            )}
          </span>
          <button
            type="button"
            className="button"
            data-kind="bare"
            disabled={keys.length === 0}
            onClick={() => form.reset(base.texts)}
          >
            Discard
          </button>
          <button
            type="submit"
            className="button"
            data-kind="primary"
            aria-disabled={save.isPending || keys.length === 0}
          >
            {save.isPending ? 'Saving' : keys.length > 1 ? `Save ${keys.length} changes` : 'Save'}{' '}
            <KeyCap>Ctrl ↵</KeyCap>
          </button>
        </footer>
      </form>
      <LeaveGuard changes={keys.length} saved={saved} />
      {conflict && (
        <Conflict
          what={view.noun[0]}
          id={record.id}
          specs={specs}
          began={base.texts}
          current={conflict.texts}
          mine={now}
          onBack={() => setConflict(null)}
          onChoose={(chosen) => {
            setBase(conflict)
            form.reset(chosen)
            setConflict(null)
            void submit(chosen, conflict)
          }}
        />
      )}
    </Dialog>
  )
}

const undone = (name: string) => ({
  tone: 'calm' as const,
  text: (
    <>
      <b>{name}</b> is as it was before.
    </>
  ),
})
const notUndone = (name: string, error: Error) => ({
  tone: 'bad' as const,
  text: (
    <>
      <b>{name}</b> could not be set back.
    </>
  ),
  more: error.message,
})

/** Halves stand in pairs. */
const rowsOf = (specs: Specs) =>
  Object.keys(specs).reduce<string[][]>((rows, key) => {
    const last = rows.at(-1)
    const fits = last?.length === 1 && specs[last[0] ?? '']?.half && specs[key]?.half
    if (fits) last.push(key)
    else rows.push([key])
    return rows
  }, [])
