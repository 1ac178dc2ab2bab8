import * as z from 'zod/mini'
import { usePreference } from '../../lib/preferences'

/** A list's query under a name, kept on this computer; its link is the list's own address. */
export type SavedView = { name: string; query: string }

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
    /** In the place of the one of that name, else as the last. */
    save: (view: SavedView) =>
      set(
        views.some(({ name }) => name === view.name)
          ? views.map((other) => (other.name === view.name ? view : other))
          : [...views, view],
      ),
  }
}

/** What a view is about: everything of the query but where in it one is. */
export const viewQuery = ({ page: _, ...sent }: Record<string, string>) => {
  const query = new URLSearchParams(sent)
  query.sort()
  return query.toString()
}
