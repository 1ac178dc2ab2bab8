import { useState } from 'react'
import { views } from '../../../contract/views'
import { isMissing } from '../../lib/api/api-error'
import { useWrite } from '../../lib/api/cache/use-write'
import { useMissingScope } from '../../lib/api/scopes'
import { Button } from '../../ui/button'
import * as fields from '../../ui/input/fields.module.css'
import { Form } from '../../ui/input/form'
import { Tick } from '../../ui/input/tick'
import * as layout from '../../ui/layout.module.css'
import { refusedBecause } from '../../ui/overlay/refused'
import { disabledBecause } from '../../ui/overlay/tip'
import { toast } from '../../ui/overlay/toasts'
import { type ListedView, useSavedViews } from './saved-views'
import { changeSharedView, removeSharedView, shareView } from './share-view'
import { type SharedView, useSharedViews } from './shared-views'
import * as styles from './view-form.module.css'

type Props = {
  /** Path of the list, and in the API. */
  path: string
  list: string
  open: ListedView | undefined
  query: string
  /** Receives the key of the view that is open now. */
  onDone: (key: string | null) => void
}

/** Saves the current query as a view on this computer or for everyone, or replaces or removes the open one. */
export const ViewForm = ({ path, list, open, query, onDone }: Props) => {
  const saved = useSavedViews(path)
  const { shared, isOffered } = useSharedViews(list)
  const lack = useMissingScope(views.create)
  const [text, setText] = useState(open?.name ?? '')
  const [isShared, setShared] = useState(Boolean(open?.shared) && !lack)
  const name = text.trim()
  const write = useWrite({
    meta: { writes: views.update.path },
    mutationFn: async (work: () => Promise<string | null | undefined>) => (await work()) ?? null,
    onSuccess: onDone,
  })
  const isGone = isMissing(write.error)
  const openShared = isGone ? undefined : open?.shared
  const replaced = openShared ?? (isGone ? undefined : shared.find((view) => view.name === name))
  const save = () => {
    const view = { name, query }
    if (isShared)
      return write.mutate(() => (replaced ? changeSharedView(replaced, view) : shareView(list, view, open, saved)))
    saved.save(view)
    onDone(name)
  }
  const deleteOwn = (view: ListedView) => {
    saved.remove(view.name)
    onDone(null)
    toast({
      tone: 'calm',
      text: (
        <>
          View <b>{view.name}</b> deleted.
        </>
      ),
      undo: () => saved.save(view),
    })
  }
  const removeShared = (view: SharedView) =>
    write.mutate(async () => {
      await removeSharedView(view)
      return null
    })
  const isTaken = saved.views.some((view) => view.name === name)
  const label = isShared
    ? openShared
      ? 'Save for everyone'
      : replaced
        ? `Replace ${name} for everyone`
        : 'Share with everyone'
    : isTaken
      ? `Replace ${name}`
      : openShared
        ? 'Save a copy on this computer'
        : 'Save view'
  return (
    <Form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (name) save()
      }}
    >
      {openShared && <p>Shared by {openShared.sharedBy ?? 'someone'}.</p>}
      <label htmlFor="view-name">View name</label>
      <input
        id="view-name"
        className={fields.input}
        // biome-ignore lint/a11y/noAutofocus: the field is what the popover was opened for
        autoFocus
        maxLength={60}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {isOffered && (
        <Tick
          checked={isShared}
          {...(lack ? refusedBecause(lack) : { onChange: (event) => setShared(event.target.checked) })}
        >
          Share with everyone
        </Tick>
      )}
      <p>
        Saves search, filters, sort and rows per page{' '}
        {isShared ? 'for everyone who can see this list.' : 'on this computer. The link works anywhere.'}
      </p>
      {write.error && (
        <p className={fields.error} role="alert">
          {write.error.message}
          {isGone && isShared && ' You can share it again.'}
        </p>
      )}
      <div className={layout.actions}>
        <Button small kind="primary" type="submit" disabled={!name} aria-disabled={write.isPending}>
          {label}
        </Button>
        {openShared ? (
          <Button small kind="bare" {...disabledBecause(lack, () => removeShared(openShared))}>
            Delete for everyone
          </Button>
        ) : (
          open &&
          !open.shared && (
            <Button small kind="bare" onClick={() => deleteOwn(open)}>
              Delete {open.name}
            </Button>
          )
        )}
      </div>
    </Form>
  )
}
