import * as z from 'zod/mini'
import { parseStored, readPreference, usePreference } from '../../lib/preferences'
import type { SharedView } from './shared-views'

/** A named list query, stored on this computer; its link is the list’s own URL. */
export type SavedView = { name: string; query: string }

/** A view as a tab. A shared one has its ID as the key, others their name. */
export type ListedView = SavedView & { key: string; shared?: SharedView }

const schema = z.array(z.object({ name: z.string(), query: z.string() }))

const read = (text: string): SavedView[] => parseStored(schema, text, [])

export const useSavedViews = (path: string) => {
  const preference = `views ${path}`
  const [text, setText] = usePreference(preference, '[]', { name: 'views', path })
  /** From what is stored by then, because an Undo may come after other changes. */
  const update = (change: (views: SavedView[]) => SavedView[]) =>
    setText(JSON.stringify(change(read(readPreference(preference) ?? '[]'))))
  return {
    views: read(text),
    remove: (name: string) => update((views) => views.filter((view) => view.name !== name)),
    /** Replaces the view of the same name, or appends. */
    save: ({ name, query }: SavedView) =>
      update((views) =>
        views.some((view) => view.name === name)
          ? views.map((view) => (view.name === name ? { name, query } : view))
          : [...views, { name, query }],
      ),
  }
}

export type SavedViews = ReturnType<typeof useSavedViews>

/** The query without the page number. */
export const viewQuery = ({ page: _, ...sent }: Record<string, string>) => {
  const query = new URLSearchParams(sent)
  query.sort()
  return query.toString()
}
