import * as z from 'zod/mini'
import { usePreference } from '../../lib/preferences'
import type { SharedView } from './shared-views'

/** A named list query, stored on this computer; its link is the list’s own URL. */
export type SavedView = { name: string; query: string }

/** A view as a tab. A shared one has its ID as the key, others their name. */
export type ListedView = SavedView & { key: string; shared?: SharedView }

const schema = z.array(z.object({ name: z.string(), query: z.string() }))

const read = (text: string): SavedView[] => {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return []
  }
}

export const useSavedViews = (path: string) => {
  const [text, setText] = usePreference(`views ${path}`, '[]', { name: 'views', path })
  const views = read(text)
  const set = (next: SavedView[]) => setText(JSON.stringify(next))
  return {
    views,
    set,
    remove: (name: string) => set(views.filter((view) => view.name !== name)),
    /** Replaces the view of the same name, or appends. */
    save: (view: SavedView) =>
      set(
        views.some(({ name }) => name === view.name)
          ? views.map((other) => (other.name === view.name ? view : other))
          : [...views, view],
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
