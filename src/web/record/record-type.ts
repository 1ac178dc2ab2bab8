import type { DataTag, QueryKey, UseQueryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { z } from 'zod/mini'
import type { Endpoint, ListEndpoint, WriteEndpoint } from '../../contract/core/endpoint'
import { type ApiResponse, query } from '../lib/api/client'
import { capitalize } from '../lib/text/capitalize'
import type { Section } from '../section'
import type { Crumb } from '../ui/page/page'
import type { Statuses } from '../ui/status-badge'

export type ReadById = Endpoint & { params: z.ZodMiniObject }
export type RecordOf<G extends ReadById> = ApiResponse<G>['data'] & { id: string }

type RecordAnswer<G extends ReadById> = { data: RecordOf<G>; etag: string | null }
type QueryOf<T> = UseQueryOptions<T> & { queryKey: DataTag<QueryKey, T> }

/** A record by its ID, whatever kind it is of. */
export const recordQuery = <G extends ReadById>(get: G, id: string) =>
  query<Endpoint>(get, { id } as object) as unknown as QueryOf<RecordAnswer<G>>

/** Describes one kind of record: its table, page, panel and links are built from this. */
export type RecordType<G extends ReadById, L extends ListEndpoint, R = RecordOf<G>> = Pick<
  Section,
  'path' | 'title' | 'area' | 'icon'
> & {
  get: G
  list: L
  /** Goes with the address of each record, as in "?peers=all". */
  search?: string
  /** "1 company", "214 companies". */
  noun: [one: string, many: string]
  /** The write of the edit form, if any. It returns the whole record and changes nothing when the body is empty. */
  write?: WriteEndpoint
  /** Statuses that `write` can set, also for many records at once. */
  statuses?: Statuses
  name: (record: R) => string | null | undefined
  state?: (record: R) => ReactNode
  /** Shown in the panel above the facts: a sentence, or a notice of what needs attention. */
  summary?: (record: R) => ReactNode
  /** `Field`s shown at the top of the page and of the panel. */
  facts: (record: R) => ReactNode
  /** Sections shown below the facts in the panel. */
  panel?: (record: R) => ReactNode
}

export const defineRecordType = <G extends ReadById, L extends ListEndpoint>(recordType: RecordType<G, L>) => recordType

// biome-ignore lint/suspicious/noExplicitAny: what a record holds is known only where its view is made
export type AnyRecord = any

/** A record type with its record erased. */
export type AnyRecordType = RecordType<ReadById, ListEndpoint, AnyRecord>

export const hrefOf = ({ path, search = '' }: { path: string; search?: string }, { id }: { id: string }) =>
  `${path}/${encodeURIComponent(id)}${search}`

/** Fallback for records without a name. */
export const nameOf = ({ name, noun }: Pick<AnyRecordType, 'name' | 'noun'>, record: { id: string }) =>
  name(record)?.trim() || `${capitalize(noun[0])} without a name`

/** Breadcrumbs: area, then table. */
export const crumbsOf = ({ area, title, path }: Pick<AnyRecordType, 'area' | 'title' | 'path'>): Crumb[] => [
  ...(area ? [{ label: area }] : []),
  { label: title, to: path },
]
