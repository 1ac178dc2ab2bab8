import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Endpoint, WriteEndpoint } from '../../contract/core/endpoint'
import { ApiError, isRefused, mayBeSaved } from '../lib/api/api-error'
import { call, query } from '../lib/api/client'
import { type AnyRecordType, nameOf } from '../record/record-type'
import { plural } from '../ui/format/format'
import { toast } from '../ui/overlay/toasts'
import {
  bodyOf,
  changedKeys,
  contractResolver,
  issuesOf,
  matchesSomeVersion,
  rebasedOn,
  type Specs,
  type Texts,
  textsOf,
  type Version,
} from './fields'

type Saved = { data: { id: string } & Record<string, unknown>; etag: string | null }

/** What a form edits. */
export type Edited = {
  endpoint: WriteEndpoint
  recordType: Pick<AnyRecordType, 'noun' | 'name'> & { get: Endpoint }
  record: { id: string } & Record<string, unknown>
  etag: string | null
  /** False while the record is only what a list has of it. */
  isLoaded?: boolean
  /** Keeps the changes elsewhere than on the server. */
  saveLocally?: ((changes: Record<string, unknown>) => Saved) | undefined
  /** Values that the form starts with in place of saved ones, as changes to save. */
  initialChanges?: Texts
}

/** Saves a form despite concurrent edits and lost requests or responses. */
export const useSave = (edited: Edited, specs: Specs, onSaved: () => void) => {
  const { endpoint, recordType, record, etag, isLoaded = true, saveLocally, initialChanges } = edited
  const name = nameOf(recordType, record)
  const client = useQueryClient()
  const latest: Version = { texts: textsOf(specs, record), etag }
  const [base, setBase] = useState<Version>({ ...latest, isFromList: !isLoaded })
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
  const now = form.watch()
  const keys = changedKeys(specs, base.texts, now)
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

  // A mutation, so that it fails at once, without retries, also offline.
  const read = useMutation({
    mutationFn: async () => {
      const { data, etag } = (await call<Endpoint>(recordType.get, { id: record.id } as never)) as Saved
      return { texts: textsOf(specs, data), etag }
    },
  })

  /** `savedEtag` is the version that undo replaces: a later one is someone else’s. */
  const finish = (baseline: Texts, texts: Texts, savedEtag: string | null, answer?: Saved) => {
    // What was typed during the save isn’t saved.
    const hasNewerEdits = changedKeys(specs, texts, form.getValues()).length > 0
    if (answer && hasNewerEdits) {
      setBase({ texts: textsOf(specs, answer.data), etag: answer.etag })
      setUnconfirmed(null)
    } else if (!unmounted.current) onSaved()
    const changed = changedKeys(specs, baseline, texts)
    if (changed.length === 0) return
    const old = bodyOf(specs, changed, baseline)
    // The API takes no null here, so undo cannot clear a field that was empty.
    const canUndo = Object.keys(issuesOf(endpoint, old)).length === 0
    const undo = () =>
      void save.mutateAsync({ body: old, ifMatch: savedEtag }).then(
        () => toast({ tone: 'calm', title: name, text: 'restored.' }),
        (error: Error) => toast({ tone: 'bad', title: name, text: 'couldn’t be restored.', more: error.message }),
      )
    const nameNow = nameOf(recordType, { ...record, ...bodyOf(specs, changed, texts) })
    toast({
      tone: 'good',
      title: nameNow,
      text: 'saved.',
      more: `${plural(changed.length, 'field', 'fields')} changed.`,
      ...(canUndo && { undo }),
    })
  }

  /** The form, which says why, is gone. */
  const toastFailure = (error: ApiError) => {
    const text = mayBeSaved(error) ? 'may not have been saved.' : 'wasn’t saved.'
    toast({ tone: 'bad', title: name, text, more: error.detail })
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
        if (matchesSomeVersion(specs, current, [from.texts, texts, unconfirmed?.texts])) {
          setBase(version)
          return send(texts, version, baseline)
        }
        setConflict(version)
      }
      for (const { path, message } of error.extra.errors ?? [])
        if (path in specs) form.setError(path, { type: 'server', message })
      if (unmounted.current) toastFailure(error)
    }
  }

  /** Null if the server doesn’t show it: then only the write can say what is wrong. */
  const readLatest = () =>
    isLoaded
      ? latest
      : read.mutateAsync().catch((error) => {
          if (!isRefused(error)) throw error
          read.reset()
          return null
        })

  const submit = async (texts: Texts, from: Version) => {
    if (busy.current) return
    const typed = changedKeys(specs, from.texts, texts)
    if (typed.length === 0) return onSaved()
    busy.current = true
    read.reset()
    try {
      const saved = from.etag === null ? await readLatest() : null
      if (!saved) return await send(texts, from, unconfirmed?.baseline ?? from.texts)
      const ours = from.isFromList
        ? { ...saved.texts, ...Object.fromEntries(typed.map((key) => [key, texts[key] ?? ''])) }
        : texts
      const start = from.isFromList ? rebasedOn(specs, from.texts, saved, texts) : from
      if (!matchesSomeVersion(specs, saved.texts, [start.texts, ours, unconfirmed?.texts])) {
        setBase(start)
        return setConflict({ ...saved, isFromList: from.isFromList ?? false })
      }
      setBase(saved)
      await send(ours, saved, unconfirmed?.baseline ?? saved.texts)
    } catch (error) {
      // The form shows why the record couldn’t be read.
      if (!(error instanceof ApiError)) throw error
      if (unmounted.current) toastFailure(error)
    } finally {
      busy.current = false
    }
  }

  // Adopt a newer version while the form is open if nothing was typed, or no field was changed elsewhere. Typed text stays.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed meanwhile is no news
  useEffect(() => {
    const isKnown = etag === base.etag && (etag !== null || changedKeys(specs, base.texts, latest.texts).length === 0)
    if (busy.current || !isLoaded || (isKnown && !base.isFromList)) return
    const compared = base.isFromList ? keys : undefined
    const isOurs = matchesSomeVersion(specs, latest.texts, [base.texts, now, unconfirmed?.texts], compared)
    if (unconfirmed && isOurs && keys.length > 0 && matchesSomeVersion(specs, latest.texts, [now], compared))
      return finish(unconfirmed.baseline, now, etag)
    if (keys.length === 0) setUnconfirmed(null)
    if (base.isFromList) return setBase(rebasedOn(specs, base.texts, latest, now))
    if (keys.length === 0 || isOurs) setBase(latest)
  }, [record, etag, isLoaded, unconfirmed])

  /** Rebases on the other version with the chosen values. */
  const resolveConflict = (chosen: Texts, { texts, etag }: Version) => {
    const version = { texts, etag }
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
    error: read.error ?? save.error,
    mayBeSaved: read.error === null && mayBeSaved(save.error),
    isSaving: read.isPending || save.isPending,
    submit,
  }
}
