import { type ReactNode, useMemo } from 'react'
import { ApiError } from '../lib/api/api-error'
import { requestPath } from '../lib/api/client'
import { useMissingScope } from '../lib/api/scopes'
import { Notice } from '../ui/facts/details'
import { Form } from '../ui/input/form'
import { lazyComponent } from '../ui/lazy-component'
import { Drawer } from '../ui/overlay/drawer'
import { EditFooter } from './edit-footer'
import { bodyOf, changedKeys, type FieldSpec, type Texts, withSchema } from './fields'
import * as styles from './form.module.css'
import { FormField } from './form-field'
import { RequestPreview } from './request-preview'
import { type Edited, useSave } from './use-save'
import { useUnsavedChanges } from './use-unsaved-changes'

const Conflict = lazyComponent(async () => (await import('./conflict')).Conflict)

type Props = Edited & {
  fieldSpecs: Record<string, FieldSpec>
  title: string
  /** What the record looks like, above the fields. */
  renderPreview?: (texts: Texts) => ReactNode
  onClose: () => void
  /** In place of `onClose` after saving. */
  onSaved?: () => void
}

/** Edit drawer: shows and sends only changed fields. */
export const EditForm = ({ fieldSpecs, title, renderPreview, onClose, onSaved = onClose, ...edited }: Props) => {
  const { endpoint, recordType, record, saveLocally, initialChanges } = edited
  const specs = useMemo(() => withSchema(endpoint, fieldSpecs), [endpoint, fieldSpecs])
  const saving = useSave(edited, specs, () => {
    if (!proceed()) onSaved()
  })
  const { form, base, now, keys, conflict, error, isSaving } = saving
  const hasOwn = changedKeys(specs, { ...base.texts, ...initialChanges }, now).length > 0
  const changes = hasOwn ? keys.length : 0
  const { proceed, isWaiting, question } = useUnsavedChanges(changes, { isSaving })
  const { errors } = form.formState
  const body = bodyOf(specs, keys, now)
  const missingScope = useMissingScope(endpoint)
  const lack = saveLocally ? null : missingScope
  const wrong = keys.filter((key) => errors[key]).length

  const submit = form.handleSubmit((texts) => {
    if (!lack) void saving.submit(texts, base)
  })
  const isOfFields = error instanceof ApiError && error.extra.errors?.some(({ path }) => path in specs)
  const isOfConflict = error instanceof ApiError && error.status === 412 && error.extra.current
  const general = error instanceof ApiError && !isOfConflict && !isOfFields ? error : null
  return (
    <Drawer title={title} onClose={onClose}>
      <title>{`${title} · Quarterdeck`}</title>
      <Form className={styles.drawer} noValidate onSubmit={submit}>
        <div className={styles.body}>
          {renderPreview && (
            <div className={styles.looks}>
              <figure>
                <figcaption>Saved</figcaption>
                {renderPreview(base.texts)}
              </figure>
              <figure>
                <figcaption>With your changes</figcaption>
                {renderPreview(
                  Object.fromEntries(
                    Object.entries(now).map(([key, text]) => [key, errors[key] ? (base.texts[key] ?? '') : text]),
                  ),
                )}
              </figure>
            </div>
          )}
          <div className={`${styles.half} ${styles.fields}`}>
            {lack && (
              <Notice>
                <b>You can’t save changes.</b> {lack}
              </Notice>
            )}
            {Object.entries(specs).map(([key, spec]) => (
              <FormField
                key={key}
                name={key}
                spec={spec}
                record={record}
                register={form.register}
                setValue={form.setValue}
                isChanged={keys.includes(key)}
                before={base.texts[key] ?? ''}
                now={now[key] ?? ''}
                error={errors[key]?.message}
                unknown={
                  record[key] === undefined ||
                  (record[key] === null && (spec.words?.[''] ?? spec.none) === undefined && spec.words !== undefined)
                }
              />
            ))}
          </div>
          {general && (
            <Notice bad>
              {general.status !== 0 && <b>{saving.mayBeSaved ? 'This may not have been saved.' : 'Not saved.'}</b>}{' '}
              {general.detail} {general.extra.requestId && <small>Request {general.extra.requestId}</small>}
            </Notice>
          )}
          {!saveLocally && (
            <RequestPreview
              {...{ specs, keys, now, errors }}
              before={base.texts}
              request={{ method: endpoint.method, path: requestPath(endpoint, { id: record.id }), body }}
            />
          )}
        </div>
        <EditFooter
          changes={keys.length}
          {...{ wrong, isSaving, isWaiting, lack }}
          onDiscard={() => form.reset(base.texts, { keepDirtyValues: false, keepFieldsRef: true })}
        />
      </Form>
      {question}
      {conflict && (
        <Conflict
          what={recordType.noun[0]}
          id={record.id}
          specs={specs}
          baseline={base.texts}
          mine={now}
          version={conflict}
          onClose={saving.dismissConflict}
          onChoose={(chosen) => saving.resolveConflict(chosen, conflict)}
        />
      )}
    </Drawer>
  )
}
