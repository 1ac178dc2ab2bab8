import { views } from '../../../contract/views'
import { ApiError, isMissing } from '../../lib/api/api-error'
import { afterWrite } from '../../lib/api/cache/query-client'
import { call } from '../../lib/api/client'
import { toast } from '../../ui/overlay/toasts'
import type { ListedView, SavedView, SavedViews } from './saved-views'
import type { SharedView } from './shared-views'

/** A view that isn’t there, in the words of who was about to change it. */
const unlessGone = <T,>(work: Promise<T>) =>
  work.catch((error: Error) => {
    throw isMissing(error) ? new ApiError(404, 'Someone has removed this view.') : error
  })

/** The ETag of the version that is shown, so that nothing else is replaced or removed. */
const etagOf = async ({ id, updatedAt }: SharedView) => {
  const { data, etag } = await unlessGone(call(views.get, { id }))
  if (data.updatedAt !== updatedAt)
    throw new ApiError(412, 'Someone has changed this view meanwhile. Nothing was changed. Look at it, then try again.')
  return etag
}

const create = async (list: SharedView['list'], { name, query }: SavedView) =>
  (await call(views.create, { body: { list, name, query } as never })).data

const update = async (view: SharedView, { name, query }: SavedView) =>
  (await call(views.update, { id: view.id, body: { name, query }, ifMatch: await etagOf(view) })).data

const remove = async (view: SharedView) => call(views.remove, { id: view.id, body: {}, ifMatch: await etagOf(view) })

/** Says what was done, and offers to undo it. */
const say = (name: string | null | undefined, done: string, undo: () => Promise<unknown>) => {
  const takeBack = () =>
    undo()
      .catch((error: Error) => toast({ tone: 'bad', title: 'That couldn’t be undone.', more: error.message }))
      .finally(() => afterWrite({ path: views.update.path, fields: [] }))
  toast({
    tone: 'calm',
    text: (
      <>
        View <b>{name}</b> {done}.
      </>
    ),
    undo: () => void takeBack(),
  })
}

const plain = ({ name, query }: SharedView): SavedView => ({ name: name ?? '', query: query ?? '' })

/** Shares a view; the open one, if it is this computer’s own, becomes it. Returns its ID. */
export const shareView = async (
  list: SharedView['list'],
  view: SavedView,
  open: ListedView | undefined,
  saved: SavedViews,
) => {
  const made = await create(list, view)
  const own = open?.shared ? undefined : open
  if (own) saved.remove(own.name)
  say(view.name, 'shared with everyone', async () => {
    await remove(made)
    if (own) saved.save(own)
  })
  return made.id
}

/** Renames a shared view or replaces its query. Returns its ID. */
export const changeSharedView = async (view: SharedView, next: SavedView) => {
  const changed = await update(view, next)
  say(next.name, 'changed for everyone', () => update(changed, plain(view)))
  return view.id
}

export const removeSharedView = async (view: SharedView) => {
  await remove(view)
  say(view.name, 'deleted for everyone', () => create(view.list, plain(view)))
}
