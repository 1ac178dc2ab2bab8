import { lazyComponent } from '../../ui/lazy-component'
import { Link } from '../../ui/link'
import { Popover } from '../../ui/overlay/popover'
import { toast } from '../../ui/overlay/toasts'
import * as tabLists from '../../ui/tab-list.module.css'
import { useSavedViews, viewQuery } from './saved-views'

const ViewForm = lazyComponent(async () => (await import('./view-form')).ViewForm)

type Props = {
  path: string
  /** "All companies". */
  all: string
  /** The filter whose values appear as tabs, with their labels. */
  tabs: { key: string; words: Record<string, string> } | undefined
  sent: Record<string, string>
}

/** The saved view last opened in each list, so edits to it are recognised. */
const opened = new Map<string, string>()

/** Tabs: the whole list, filter values (keeping other filters) and saved views. Each is a link. */
export const ViewTabs = ({ path, all, tabs, sent }: Props) => {
  const { views, set, save } = useSavedViews(path)
  const query = viewQuery(sent)
  const last = opened.get(path)
  const exact = views.find((view) => view.query === query && (view.name === last || !isKind(tabs, sent)))
  const edited = exact ? undefined : views.find(({ name }) => name === last && query !== '')
  const open = exact ?? edited
  const kinds = [['', all], ...Object.entries(tabs?.words ?? {})] as const
  return (
    <nav className={tabLists.tabs} aria-label="Views">
      {kinds.map(([value, word]) => (
        <Link
          key={value}
          href={value && tabs ? `?${viewQuery({ ...sent, [tabs.key]: value })}` : '?'}
          onClick={() => opened.delete(path)}
          aria-current={!open && ((tabs && sent[tabs.key]) ?? '') === value ? 'page' : undefined}
        >
          {word}
        </Link>
      ))}
      {views.map((view) => (
        <Link
          key={view.name}
          href={`?${view.query}`}
          onClick={() => opened.set(path, view.name)}
          aria-current={open?.name === view.name ? 'page' : undefined}
        >
          {view.name} {edited?.name === view.name && <small>edited</small>}
        </Link>
      ))}
      <Popover label={open ? 'Change view' : 'Save view'} icon={open ? 'pencil' : 'plus'} plain>
        {(close) => (
          <ViewForm
            open={open?.name}
            onSave={(name) => {
              save({ name, query })
              opened.set(path, name)
              close()
            }}
            onDelete={(name) => {
              set(views.filter((view) => view.name !== name))
              opened.delete(path)
              close()
              toast({
                tone: 'calm',
                text: (
                  <>
                    View <b>{name}</b> deleted.
                  </>
                ),
                undo: () => set(views),
              })
            }}
            taken={views.map(({ name }) => name)}
          />
        )}
      </Popover>
    </nav>
  )
}

const isKind = (tabs: Props['tabs'], sent: Record<string, string>) =>
  Object.keys(sent).filter((key) => key !== 'page').length === (tabs && tabs.key in sent ? 1 : 0)
