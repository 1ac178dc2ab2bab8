import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Endpoint, WriteEndpoint } from '../../../contract/kit'
import { ApiError, call, query } from '../api'
import { showReceipt } from '../receipts'
import { type AnyView, nameOf } from '../record/view'
import { bodyOf, changedKeys, isMadeOf, issuesOf, type Specs, type Texts, textsOf, tidied } from './fields'
import { notSaved, notUndone, savedReceipt, undone } from './told'

/** What a form goes out from: the record as it was read, and the name of that version. */
export type Version = { texts: Texts; etag: string | null }
type Saved = { data: { id: string } & Record<string, unknown>; etag: string | null }

type Parts = {
  endpoint: WriteEndpoint
  view: AnyView
  record: { id: string } & Record<string, unknown>
  etag: string | null
  specs: Specs
  form: UseFormReturn<Texts>
  onClose: () => void
}

/** Saves a form over a record that others change too, through a network that may lose what is sent or what is answered. */
export const useSave = ({ endpoint, view, record, etag, specs, form, onClose }: Parts) => {
  const name = nameOf(view, record)
  const client = useQueryClient()
  const [base, setBase] = useState<Version>({ texts: textsOf(specs, record), etag })
  const [conflict, setConflict] = useState<Version | null>(null)
  const [refused, setRefused] = useState<{ texts: Texts; issues: Record<string, string> }>({ texts: {}, issues: {} })
  /** Sent from a version, with no word of whether it was written. */
  const [unheard, setUnheard] = useState<{ texts: Texts; began: Texts } | null>(null)
  const saved = useRef(false)
  const busy = useRef(false)
  const gone = useRef(false)
  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
    }
  }, [])

  const now = tidied(base.texts, form.watch())
  const keys = changedKeys(specs, base.texts, now)

  const save = useMutation({
    mutationFn: (sent: { body: object; ifMatch: string | null }) =>
      call<WriteEndpoint>(endpoint, { id: record.id, ...sent } as never) as Promise<Saved>,
    onSuccess: (answer) =>
      client.setQueryData(query<Endpoint>(view.get, { id: record.id } as object).queryKey, answer as never),
  })

  const finish = (began: Texts, texts: Texts) => {
    const changed = changedKeys(specs, began, texts)
    const old = bodyOf(specs, changed, began)
    saved.current = true
    if (!gone.current) onClose()
    // The API takes no null, so a field that was empty before cannot be emptied again.
    const canUndo = Object.keys(issuesOf(endpoint, old)).length === 0
    const undo = () =>
      void save.mutateAsync({ body: old, ifMatch: null }).then(
        () => showReceipt(undone(name)),
        (error: Error) => showReceipt(notUndone(name, error)),
      )
    const nameNow = nameOf(view, { ...record, ...bodyOf(specs, changed, texts) })
    showReceipt({ ...savedReceipt(nameNow, changed.length), ...(canUndo && { undo }) })
  }

  /** `began` is what an undo goes back to: where an earlier attempt may have been written, what was there before that. */
  const send = async (texts: Texts, from: Version, began: Texts): Promise<void> => {
    const changing = changedKeys(specs, from.texts, texts)
    if (changing.length === 0) return finish(began, texts)
    try {
      await save.mutateAsync({ body: bodyOf(specs, changing, texts), ifMatch: from.etag })
      finish(began, texts)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status === 0 || error.status >= 500) setUnheard({ texts, began })
      if (error.status === 412 && error.extra.current) {
        const current = textsOf(specs, error.extra.current as Record<string, unknown>)
        const version = { texts: current, etag: error.extra.etag ?? null }
        if (isMadeOf(current, from.texts, texts, unheard?.texts)) {
          setBase(version)
          return send(texts, version, began)
        }
        setConflict(version)
      }
      setRefused({
        texts,
        issues: Object.fromEntries((error.extra.errors ?? []).map(({ path, message }) => [path, message])),
      })
      if (gone.current) showReceipt(notSaved(name, error))
    }
  }

  const submit = async (texts: Texts, from: Version) => {
    if (busy.current) return
    if (changedKeys(specs, from.texts, texts).length === 0) return onClose()
    busy.current = true
    await send(texts, from, unheard?.began ?? from.texts).finally(() => {
      busy.current = false
    })
  }

  // A newer version may arrive while the form is open. It is taken over as long as nothing was typed, nobody else wrote into
  // the form's fields, or only a list's row was known so far; what was typed stays.
  const { reset } = form
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed meanwhile is no news
  useEffect(() => {
    if (etag === base.etag || busy.current) return
    const texts = textsOf(specs, record)
    const isOurs = isMadeOf(texts, base.texts, now, unheard?.texts)
    if (keys.length > 0 && base.etag !== null && !isOurs) return
    if (unheard && isOurs && changedKeys(specs, texts, now).length === 0) return finish(unheard.began, now)
    setBase({ texts, etag })
    reset({ ...texts, ...Object.fromEntries(keys.map((key) => [key, form.getValues(key)])) })
  }, [etag, unheard])

  return { base, setBase, now, keys, conflict, setConflict, refused, save, saved, submit }
}
