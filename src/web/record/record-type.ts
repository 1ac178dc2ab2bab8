import type { ReactNode } from 'react'
import type { z } from 'zod/mini'
import type { Endpoint, ListEndpoint, WriteEndpoint } from '../../contract/core/endpoint'
import type { ApiResponse } from '../lib/api/client'
import type { Crumb } from '../ui/page/page'

export type ReadById = Endpoint & { params: z.ZodMiniObject }
export type RecordOf<G extends ReadById> = ApiResponse<G>['data'] & { id: string }
/** What a record's page passes to the form that opens over it. */
export type RecordOutlet<G extends ReadById> = { record: RecordOf<G>; etag: string | null }

/** What the console knows of one kind of record: its table, page, panel and every link to it are made from this. */
export type RecordType<G extends ReadById, L extends ListEndpoint> = {
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

const views = new Map<string, AnyRecordType>()

export const defineRecordType = <G extends ReadById, L extends ListEndpoint>(recordType: RecordType<G, L>) => {
  views.set(recordType.path, recordType as unknown as AnyRecordType)
  return recordType
}

/** The kind of record whose table is at this address, once something that shows it has been loaded. */
export const recordTypeAt = (path: string) => views.get(path)

// biome-ignore lint/suspicious/noExplicitAny: what a record holds is known only where its view is made
export type AnyRecord = any

/** A view whose kind does not matter, for what is the same for all of them. */
export type AnyRecordType = Omit<RecordType<ReadById, ListEndpoint>, 'name' | 'state' | 'summary' | 'facts'> & {
  name: (record: AnyRecord) => string | null | undefined
  state?: (record: AnyRecord) => ReactNode
  summary?: (record: AnyRecord) => ReactNode
  facts: (record: AnyRecord) => ReactNode
}

export const hrefOf = ({ path }: { path: string }, { id }: { id: string }) => `${path}/${encodeURIComponent(id)}`

/** Never nothing: a record without a name says so. */
export const nameOf = ({ name, noun }: Pick<AnyRecordType, 'name' | 'noun'>, record: { id: string }) =>
  name(record)?.trim() || `${capitalize(noun[0])} without a name`

export const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The way to a record: its area, then its table. */
export const crumbsOf = ({ area, title, path }: Pick<AnyRecordType, 'area' | 'title' | 'path'>): Crumb[] => [
  ...(area ? [{ label: area }] : []),
  { label: title, to: path },
]
