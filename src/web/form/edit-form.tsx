import type { KeyboardEvent } from 'react'
import { useForm } from 'react-hook-form'
import type { WriteEndpoint } from '../../contract/core/endpoint'
import { ApiError, requestPath } from '../lib/api/client'
import { type AnyRecordType, nameOf } from '../record/record-type'
import { Dialog } from '../ui/dialog'
import { plural } from '../ui/format/format'
import { Glyph } from '../ui/icon/glyph'
import { Icon } from '../ui/icon/icon'
import { KeyCap } from '../ui/key-cap'
import { Conflict } from './conflict'
import { bodyOf, changedKeys, type FieldSpecs, issuesOf, type Specs, type Texts, textsOf, trimmed } from './fields'
import styles from './form.module.css'
import { FormField } from './form-field'
import { RequestPreview } from './request-preview'
import { UnsavedChangesGuard } from './unsaved-changes-guard'
import { useSave, type Version } from './use-save'

type Props<E extends WriteEndpoint> = {
  endpoint: E
  recordType: AnyRecordType
  record: { id: string } & Record<string, unknown>
  etag: string | null
  specs: FieldSpecs<E>
  onClose: () => void
}

/** Edits a record in a drawer: only what was changed is sent, and it is shown before it goes. */
export const EditForm = <E extends WriteEndpoint>({
  endpoint,
  recordType,
  record,
  etag,
  specs: typedSpecs,
  onClose,
}: Props<E>) => {
  const specs: Specs = typedSpecs
  const name = nameOf(recordType, record)
  const form = useForm<Texts>({ defaultValues: textsOf(specs, record) })
  const saving = useSave({ endpoint, recordType, record, etag, specs, form, onClose })
  const { base, now, keys, conflict, refused, save } = saving
  const body = bodyOf(specs, keys, now)
  // What the server refused stays refused until the field is changed.
  const fromServer = Object.entries(refused.issues).filter(([key]) => now[key] === refused.texts[key])
  const fromContract = Object.entries(issuesOf(endpoint, body)).map(([key, issue]) => [
    key,
    (now[key] === '' && specs[key]?.emptied) || issue,
  ])
  const errors: Record<string, string> = Object.fromEntries([...fromServer, ...fromContract])
  const wrong = keys.filter((key) => errors[key]).length

  const submit = (texts: Texts, from: Version) => {
    const changing = changedKeys(specs, from.texts, texts)
    if (Object.keys(issuesOf(endpoint, bodyOf(specs, changing, texts))).length > 0)
      return form.setFocus(changing.find((key) => errors[key]) ?? changing[0] ?? '')
    void saving.submit(texts, from)
  }

  const typed = () => trimmed(base.texts, form.getValues())
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(typed(), base)
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
          submit(typed(), base)
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
                {general.status !== 0 && <b>Not saved.</b>} {general.detail}{' '}
                {general.extra.requestId && <small>Request {general.extra.requestId}</small>}
              </span>
            </p>
          )}
          <RequestPreview
            {...{ specs, keys, now, errors }}
            before={base.texts}
            request={{ method: endpoint.method, path: requestPath(endpoint, { id: record.id }), body }}
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
      <UnsavedChangesGuard changes={keys.length} saved={saving.saved} />
      {conflict && (
        <Conflict
          what={recordType.noun[0]}
          id={record.id}
          specs={specs}
          baseline={base.texts}
          current={conflict.texts}
          mine={now}
          onBack={() => saving.setConflict(null)}
          onChoose={(chosen) => {
            saving.setBase(conflict)
            form.reset(chosen)
            saving.setConflict(null)
            submit(chosen, conflict)
          }}
        />
      )}
    </Dialog>
  )
}

/** Halves stand in pairs. */
const rowsOf = (specs: Specs) =>
  Object.keys(specs).reduce<string[][]>((rows, key) => {
    const last = rows.at(-1)
    const fits = last?.length === 1 && specs[last[0] ?? '']?.half && specs[key]?.half
    if (fits) last.push(key)
    else rows.push([key])
    return rows
  }, [])
