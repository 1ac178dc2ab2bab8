import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { z } from 'zod/mini'
import type { Endpoint } from '../../contract/kit'
import { type Answer, ApiError, isMissing, query } from './api'
import { CopySign } from './copy'
import { Empty } from './empty'
import { Failure } from './failure'
import { type Crumb, Page } from './page'
import { Glyph } from './ui/glyph'

type ReadById = Endpoint & { params: z.ZodMiniObject }
type Row = { id: string }

/** One record: shown from a list's row at once where a list has been seen, then as the server has it now. */
export const useRecord = <E extends ReadById>(endpoint: E, listPath: string, id: string) => {
  const client = useQueryClient()
  const row = client
    .getQueriesData<{ data: Row[] }>({ queryKey: [listPath] })
    .flatMap(([, answer]) => (Array.isArray(answer?.data) ? answer.data : []))
    .find((candidate) => candidate.id === id)
  const record = useQuery(query<Endpoint>(endpoint, { id } as object))
  const answer = record.data as Answer<E> | undefined
  return {
    record: (answer?.data ?? row) as Answer<E>['data'] | undefined,
    /** Whether all of it is here, and not only what a list shows of it. */
    whole: answer !== undefined,
    etag: answer?.etag ?? null,
    /** The server does not have this operation; what a list gave is all that can be had. */
    fromListOnly: row !== undefined && answer === undefined && isMissing(record.error),
    error: answer === undefined ? record.error : null,
    retry: () => void record.refetch(),
  }
}

type LoadingProps = { title: string; crumbs: Crumb[]; error: Error | null; retry: () => void; listHref: string }

/** What stands in a record's place until it is here, or when it is not to be had. `title` as in "company". */
export const RecordPending = ({ title, crumbs, error, retry, listHref }: LoadingProps) => {
  const isUnknown = error instanceof ApiError && (error.status === 404 || error.status === 400)
  const heading = isUnknown ? 'Not found' : error ? 'Not read' : 'Loading'
  return (
    <Page title={heading} crumbs={crumbs}>
      {error && (
        <div className="page-head">
          <h1>{heading}</h1>
        </div>
      )}
      {isUnknown ? (
        <Empty
          title={`There is no such ${title}`}
          actions={
            <Link className="button" to={listHref}>
              Back to the list
            </Link>
          }
        >
          {error.detail}
        </Empty>
      ) : error ? (
        <Failure error={error} what={`The ${title}`} onRetry={retry} />
      ) : (
        <DetailBones />
      )}
    </Page>
  )
}

export const DetailBones = () => (
  <div aria-hidden="true">
    <div className="page-head">
      <h1>
        <span className="bone" style={{ '--w': '16rem' }} />
      </h1>
    </div>
    <dl className="strip">
      {[6, 3, 8, 9, 5].map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bones have no identity and never change places
        <div key={index}>
          <dt>
            <span className="bone" style={{ '--w': '3rem' }} />
          </dt>
          <dd>
            <span className="bone" style={{ '--w': `${width}rem` }} />
          </dd>
        </div>
      ))}
    </dl>
  </div>
)

export const Section = ({
  title,
  total,
  children,
  more,
}: {
  title: string
  total?: ReactNode
  more?: ReactNode
  children: ReactNode
}) => (
  <section className="block">
    <header>
      <h2>{title}</h2>
      {total !== undefined && <span className="total">{total}</span>}
      {more}
    </header>
    {children}
  </section>
)

export const Facts = ({ children }: { children: ReactNode }) => <dl className="facts">{children}</dl>

export const Field = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

export const Id = ({ value }: { value: string }) => (
  <span className="id">
    {value} <CopySign text={value} what="ID" />
  </span>
)

/** What this server does not offer, in one sentence. */
export const Notice = ({ children }: { children: ReactNode }) => (
  <p className="notice" data-tone="attention">
    <Glyph name="pending" />
    <span>{children}</span>
  </p>
)
