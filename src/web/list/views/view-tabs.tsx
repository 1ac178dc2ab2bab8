import { filterKeys } from '../../../contract/core/endpoint'
import { readListQuery } from '../../../contract/core/list-query'
import { Icon } from '../../ui/icon/icon'
import { lazyComponent } from '../../ui/lazy-component'
import { Link } from '../../ui/link'
import { Popover } from '../../ui/overlay/popover'
import { explanation } from '../../ui/overlay/tip'
import * as tabLists from '../../ui/page/tab-list.module.css'
import type { ListAddress } from '../query/list-query'
import { type ListedView, useSavedViews, viewQuery } from './saved-views'
import { useSharedViews } from './shared-views'

const ViewForm = lazyComponent(async () => (await import('../toolbar/list-menus')).listMenus.view)

type Props = {
  address: ListAddress
  path: string
  /** "All companies". */
  all: string
  /** The filter whose values appear as tabs, with their labels. */
  tabs: { key: string; words: Record<string, string> } | undefined
  presets: (() => PresetView[]) | undefined
}

/** A view that comes with its list, left out where the server lacks one of its filters. */
export type PresetView = { name: string; query: Record<string, string> }

/** The view last opened in each list, so edits to it are recognised. */
const opened = new Map<string, string>()

/** Tabs: the whole list, filter values (keeping other filters), views that come with the list, saved and shared ones. Each is a link. */
export const ViewTabs = ({ address: { endpoint, sent }, path, all, tabs, presets }: Props) => {
  const saved = useSavedViews(path)
  const { shared } = useSharedViews(endpoint.path)
  const views: ListedView[] = [
    ...saved.views.map((view) => ({ ...view, key: view.name })),
    ...shared.map((view) => ({ key: view.id ?? '', name: view.name ?? '', query: view.query ?? '', shared: view })),
  ]
  const query = viewQuery(sent)
  const last = opened.get(path)
  /** What the list understands of a view. */
  const queryOf = (view: ListedView) => viewQuery(readListQuery(endpoint, new URLSearchParams(view.query)).sent)
  const exact = views.filter((view) => queryOf(view) === query)
  const open =
    exact.find(({ key }) => key === last) ??
    (isKind(tabs, sent) ? undefined : exact[0]) ??
    (exact.length === 0 && query !== '' ? views.find(({ key }) => key === last) : undefined)
  const offered = (presets?.() ?? []).filter((preset) =>
    Object.keys(preset.query).every((key) => Object.hasOwn(endpoint.query.shape, key)),
  )
  const filtersOf = (of: Record<string, string>) =>
    viewQuery(Object.fromEntries(Object.entries(of).filter(([key]) => filterKeys(endpoint).includes(key))))
  const preset = open ? undefined : offered.find((one) => filtersOf(one.query) === filtersOf(sent))
  const isEdited = open && !exact.includes(open)
  const kinds = [['', all], ...Object.entries(tabs?.words ?? {})] as const
  return (
    <nav className={tabLists.tabs} aria-label="Views">
      {kinds.map(([value, word]) => (
        <Link
          key={value}
          href={value && tabs ? `?${viewQuery({ ...sent, [tabs.key]: value })}` : '?'}
          onClick={() => opened.delete(path)}
          aria-current={!open && !preset && ((tabs && sent[tabs.key]) ?? '') === value ? 'page' : undefined}
        >
          {word}
        </Link>
      ))}
      {offered.map((one) => (
        <Link
          key={one.name}
          href={`?${new URLSearchParams(one.query)}`}
          onClick={() => opened.delete(path)}
          aria-current={one === preset ? 'page' : undefined}
        >
          {one.name}
        </Link>
      ))}
      {views.map((view) => (
        <Link
          key={view.key}
          href={`?${new URLSearchParams(view.query)}`}
          onClick={() => opened.set(path, view.key)}
          aria-current={open?.key === view.key ? 'page' : undefined}
          {...explanation(view.shared && `Shared by ${view.shared.sharedBy ?? 'someone'}`)}
        >
          {view.shared && <Icon name="users-round" />}
          {view.name} {isEdited && open.key === view.key && <small>edited</small>}
        </Link>
      ))}
      <Popover label={open ? 'Change view' : 'Save view'} icon={open ? 'pencil' : 'plus'} plain>
        {(close) => (
          <ViewForm
            path={path}
            list={endpoint.path}
            open={open}
            query={query}
            onDone={(key) => {
              if (key === null) opened.delete(path)
              else opened.set(path, key)
              close()
            }}
          />
        )}
      </Popover>
    </nav>
  )
}

const isKind = (tabs: Props['tabs'], sent: Record<string, string>) =>
  Object.keys(sent).filter((key) => key !== 'page').length === (tabs && tabs.key in sent ? 1 : 0)
