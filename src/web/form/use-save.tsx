import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Endpoint, WriteEndpoint } from '../../contract/core/endpoint'
import { ApiError, call, query } from '../lib/api/client'
import { type AnyRecordType, nameOf } from '../record/record-type'
import { toast } from '../ui/overlay/toasts'
import {
  bodyOf,
  changedKeys,
  contractResolver,
  issuesOf,
  matchesSomeVersion,
  type Specs,
  type Texts,
  textsOf,
} from './fields'
import { savedToast, saveFailedToast, undoFailedToast, undoneToast } from './save-toasts'

/** The record as loaded, with its ETag. */
export type Version = { texts: Texts; etag: string | null }
/** Until the record has come, only the fields that the list has are known. */
type Base = Version & { listed?: string[] }
type Saved = { data: { id: string } & Record<string, unknown>; etag: string | null }

/** What a form has to know of its kind of record. */
export type EditedType = Pick<AnyRecordType, 'noun' | 'name'> & { get: Endpoint }

export type SaveLocally = (changes: Record<string, unknown>) => Saved

type Parts = {
  endpoint: WriteEndpoint
  recordType: EditedType
  record: { id: string } & Record<string, unknown>
  etag: string | null
  /** False while the record is only what the list has of it, or if it couldn’t be read. */
  isLoaded: boolean
  specs: Specs
  saveLocally?: SaveLocally | undefined
  initialChanges?: Texts | undefined
  onSaved: () => void
}

/** Saves a form despite concurrent edits and lost requests or responses. */
export const useSave = (parts: Parts) => {
  const { endpoint, recordType, record, etag, isLoaded, specs, saveLocally, initialChanges, onSaved } = parts
  const name = nameOf(recordType, record)
  const client = useQueryClient()
  const [base, setBase] = useState<Base>({
    texts: textsOf(specs, record),
    etag,
    ...(!isLoaded && { listed: Object.keys(specs).filter((key) => record[key] !== undefined) }),
  })
  const [isReading, setReading] = useState(false)
  const [conflict, setConflict] = useState<Version | null>(null)
  /** Version a write was based on, if its outcome is unknown. */
  const [unconfirmed, setUnconfirmed] = useState<{ texts: Texts; baseline: Texts } | null>(null)
  const busy = useRef(false)
  const unmounted = useRef(false)
  useEffect(() => {
    unmounted.current = false
    return () => {
      unmounted.current = true
    }
  }, [])

  const form = useForm<Texts, Texts>({
    values: base.texts,
    resetOptions: { keepDirtyValues: true },
    mode: 'onChange',
    resolver: contractResolver(endpoint, specs),
    context: base.texts,
  })
  const { dirtyFields } = form.formState
  const now = form.watch()
  const keys = Object.keys(specs).filter((key) => dirtyFields[key])
  // React Hook Form keeps a field dirty even if its new saved value equals the input.
  useEffect(() => form.resetDefaultValues(base.texts), [form, base.texts])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what it starts with
  useEffect(() => {
    for (const [key, text] of Object.entries(initialChanges ?? {})) form.setValue(key, text, { shouldDirty: true })
  }, [])

  const save = useMutation({
    meta: { writes: endpoint.path },
    mutationFn: async (sent: { body: Record<string, unknown>; ifMatch: string | null }) =>
      saveLocally
        ? saveLocally(sent.body)
        : ((await call<WriteEndpoint>(endpoint, { id: record.id, ...sent } as never)) as Saved),
    onSuccess: (answer) =>
      client.setQueryData(
        query<Endpoint>(recordType.get, (recordType.get.params ? { id: record.id } : {}) as object).queryKey,
        answer as never,
      ),
  })

  /** `savedEtag` is the version that undo replaces: a later one is someone else’s. */
  const finish = (baseline: Texts, texts: Texts, savedEtag: string | null, answer?: Saved) => {
    const changed = changedKeys(specs, baseline, texts)
    const old = bodyOf(specs, changed, baseline)
    // What was typed during the save isn’t saved.
    const hasNewerEdits = changedKeys(specs, texts, form.getValues()).length > 0
    if (answer && hasNewerEdits) {
      setBase({ texts: textsOf(specs, answer.data), etag: answer.etag })
      setUnconfirmed(null)
    } else if (!unmounted.current) onSaved()
    // The API takes no null here, so undo cannot clear a field that was empty.
    const canUndo = Object.keys(issuesOf(endpoint, old)).length === 0
    const undo = () =>
      void save.mutateAsync({ body: old, ifMatch: savedEtag }).then(
        () => toast(undoneToast(name)),
        (error: Error) => toast(undoFailedToast(name, error)),
      )
    const nameNow = nameOf(recordType, { ...record, ...bodyOf(specs, changed, texts) })
    toast({ ...savedToast(nameNow, changed.length), ...(canUndo && { undo }) })
  }

  /** `baseline` is restored by undo; after an unconfirmed attempt, it is the state before that attempt. */
  const send = async (texts: Texts, from: Version, baseline: Texts): Promise<void> => {
    const changing = changedKeys(specs, from.texts, texts)
    if (changing.length === 0) return finish(baseline, texts, from.etag)
    try {
      const answer = await save.mutateAsync({ body: bodyOf(specs, changing, texts), ifMatch: from.etag })
      finish(baseline, texts, answer.etag, answer)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status === 0 || error.status >= 500) setUnconfirmed({ texts, baseline })
      if (error.status === 412 && error.extra.current) {
        const current = textsOf(specs, error.extra.current as Record<string, unknown>)
        const version = { texts: current, etag: error.extra.etag ?? null }
        if (matchesSomeVersion(current, from.texts, texts, unconfirmed?.texts)) {
          setBase(version)
          return send(texts, version, baseline)
        }
        setConflict(version)
      }
      for (const { path, message } of error.extra.errors ?? [])
        if (path in specs) form.setError(path, { type: 'server', message })
      if (unmounted.current) toast(saveFailedToast(name, error))
    }
  }

  /** Null if it can’t be read: then the write says why. */
  const readNow = async (): Promise<Version | null> => {
    setReading(true)
    try {
      const answer = (await call<Endpoint>(recordType.get, { id: record.id } as never)) as Saved
      return { texts: textsOf(specs, answer.data), etag: answer.etag }
    } catch (error) {
      if (error instanceof ApiError) return null
      throw error
    } finally {
      setReading(false)
    }
  }

  /** The whole record in place of what the list had of it, but for typed fields that someone else has changed since. */
  const withRecord = ({ texts: before, listed }: Base, { texts, etag }: Version, now: Texts): Version => {
    const typed = changedKeys(specs, before, now).filter((key) => listed?.includes(key))
    const changed = typed.filter((key) => texts[key] !== before[key] && texts[key] !== now[key])
    const kept = Object.fromEntries(changed.map((key) => [key, before[key] ?? '']))
    return { texts: { ...texts, ...kept }, etag: changed.length > 0 ? null : etag }
  }

  const submit = async (texts: Texts, from: Base) => {
    if (busy.current) return
    const typed = changedKeys(specs, from.texts, texts)
    if (typed.length === 0) return onSaved()
    busy.current = true
    try {
      const latest = isLoaded ? { texts: textsOf(specs, record), etag } : await readNow()
      let [ours, base]: [Texts, Version] = [texts, from]
      if (latest && from.listed) {
        base = withRecord(from, latest, texts)
        ours = { ...latest.texts, ...Object.fromEntries(typed.map((key) => [key, texts[key] ?? ''])) }
        setBase(base)
      }
      if (latest && base.etag === null && !matchesSomeVersion(latest.texts, base.texts, ours, unconfirmed?.texts))
        return setConflict(latest)
      await send(ours, base, unconfirmed?.baseline ?? base.texts)
    } finally {
      busy.current = false
    }
  }

  // Adopt a newer version while the form is open if nothing was typed, or no field was changed elsewhere. Typed text stays.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed meanwhile is no news
  useEffect(() => {
    if ((etag === base.etag && isLoaded === !base.listed) || busy.current) return
    const texts = textsOf(specs, record)
    if (base.listed) return setBase(withRecord(base, { texts, etag }, now))
    const isOurs = matchesSomeVersion(texts, base.texts, now, unconfirmed?.texts)
    if (keys.length > 0 && !isOurs) return
    if (unconfirmed && isOurs && changedKeys(specs, texts, now).length === 0)
      return finish(unconfirmed.baseline, now, etag)
    setBase({ texts, etag })
  }, [etag, isLoaded, unconfirmed])

  /** Rebases on the other version with the chosen values. */
  const resolveConflict = (chosen: Texts, version: Version) => {
    setBase(version)
    setConflict(null)
    form.reset(version.texts, { keepDirtyValues: false, keepFieldsRef: true })
    for (const key of changedKeys(specs, version.texts, chosen))
      form.setValue(key, chosen[key] ?? '', { shouldDirty: true })
    void submit(chosen, version)
  }

  return {
    form,
    base,
    now,
    keys,
    conflict,
    dismissConflict: () => setConflict(null),
    resolveConflict,
    save,
    isSaving: isReading || save.isPending,
    submit,
  }
}
