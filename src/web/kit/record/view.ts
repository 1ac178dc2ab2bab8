import type { ReactNode } from 'react'
import type { z } from 'zod/mini'
import type { Endpoint, ListEndpoint, WriteEndpoint } from '../../../contract/kit'
import type { Answer } from '../api'
import type { Crumb } from '../page'

export type ReadById = Endpoint & { params: z.ZodMiniObject }
export type RecordOf<G extends ReadById> = Answer<G>['data'] & { id: string }

/** What the console knows of one kind of record: its table, page, panel and every link to it are made from this. */
export type RecordView<G extends ReadById, L extends ListEndpoint> = {
  get: G
  list: L
  /** The table's address; a record's own is its ID below that. */
  path: `/${string}`
  /** What the table is called, and the area that it belongs to. */
  title: string
  area?: string
  /** "1 company", "214 companies". */
  noun: [one: string, many: string]
  /** A write that answers with the whole record and changes nothing when its body is empty, where there is one. */
  write?: WriteEndpoint
  name: (record: RecordOf<G>) => string | null | undefined
  state?: (record: RecordOf<G>) => ReactNode
  /** What it is in one sentence, above the facts of the panel. */
  summary?: (record: RecordOf<G>) => ReactNode
  /** `Field`s: the strip of the page, the first lines of the panel. */
  facts: (record: RecordOf<G>) => ReactNode
}

const views = new Map<string, AnyView>()

export const recordView = <G extends ReadById, L extends ListEndpoint>(view: RecordView<G, L>) => {
  views.set(view.path, view as unknown as AnyView)
  return view
}

/** The kind of record whose table is at this address, once something that shows it has been loaded. */
export const viewAt = (path: string) => views.get(path)

// biome-ignore lint/suspicious/noExplicitAny: what a record holds is known only where its view is made
export type AnyRecord = any

/** A view whose kind does not matter, for what is the same for all of them. */
export type AnyView = Omit<RecordView<ReadById, ListEndpoint>, 'name' | 'state' | 'summary' | 'facts'> & {
  name: (record: AnyRecord) => string | null | undefined
  state?: (record: AnyRecord) => ReactNode
  summary?: (record: AnyRecord) => ReactNode
  facts: (record: AnyRecord) => ReactNode
}

export const hrefOf = ({ path }: { path: string }, { id }: { id: string }) => `${path}/${encodeURIComponent(id)}`

/** Never nothing: a record without a name says so. */
export const nameOf = ({ name, noun }: Pick<AnyView, 'name' | 'noun'>, record: { id: string }) =>
  name(record)?.trim() || `${capital(noun[0])} without a name`

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The way to a record: its area, then its table. */
export const crumbsOf = ({ area, title, path }: Pick<AnyView, 'area' | 'title' | 'path'>): Crumb[] => [
  ...(area ? [{ label: area }] : []),
  { label: title, to: path },
]
