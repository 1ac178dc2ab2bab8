import { memo, type ReactNode, useDeferredValue, useEffect } from 'react'
import { NavigationType, Outlet, useParams } from 'react-router-dom'
import type { ListEndpoint } from '../../../contract/kit'
import { useAddress } from '../address'
import { useDrawn } from '../as-drawn'
import { CopyCurl, CopyLink } from '../copy'
import { Failure } from '../failure'
import { Page } from '../page'
import type { Edited } from './edit'
import { DetailBones, Notice } from './parts'
import { Raw } from './raw'
import { see } from './seen'
import { isUnknown, LoadByWrite, Unknown } from './unknown'
import { useRecord } from './use-record'
import { type AnyView, crumbsOf, nameOf, type ReadById, type RecordOf, type RecordView } from './view'

export type RecordContext = {
  /** Names the version that is shown, for a write that must not overwrite another one. */
  etag: string | null
  /** Whether all of it is here, and not only what a list shows of it. */
  whole: boolean
  /** The server gives records of this kind in lists only. */
  fromListOnly: boolean
}

type Props<G extends ReadById, L extends ListEndpoint> = {
  view: RecordView<G, L>
  actions?: (record: RecordOf<G>) => ReactNode
  /** What is missing on a server that gives records of this kind in lists only. */
  listOnly?: string
  /** False where the page has the facts at a place of its own. */
  strip?: boolean
  children: (record: RecordOf<G>, context: RecordContext) => ReactNode
}

/** The page of one record: its name, state and facts, then whatever the page makes of it. */
export const RecordPage = <G extends ReadById, L extends ListEndpoint>(props: Props<G, L>) => {
  const { id = '' } = useParams()
  return <OneRecord {...props} id={id} />
}

const OneRecordDrawn = <G extends ReadById, L extends ListEndpoint>({
  view,
  id,
  actions,
  listOnly,
  strip = true,
  children,
}: Props<G, L> & { id: string }) => {
  const { record, whole, etag, fromListOnly, error, retry } = useRecord(view.get, view.list, id)
  const name = record && nameOf(view, record)
  useEffect(() => {
    if (name) see(view.path, { id, name })
  }, [view, id, name])
  if (!record || !name) return <Pending view={view} id={id} error={error} retry={retry} />
  return (
    <Page title={name} crumbs={crumbsOf(view)}>
      <div className="page-head">
        <h1>{name}</h1>
        {view.state?.(record)}
        <div className="actions">
          <CopyCurl endpoint={view.get} sent={{ id }} />
          <CopyLink />
          {actions?.(record)}
        </div>
      </div>
      {fromListOnly && (
        <Notice>
          {listOnly ?? `This server does not give single ${view.noun[1]}, so this is what its list said of it.`}
        </Notice>
      )}
      {strip && <dl className="strip">{view.facts(record)}</dl>}
      <Below>
        {children(record, { etag, whole, fromListOnly })}
        {whole && <Raw endpoint={view.get} id={id} />}
      </Below>
      <Outlet context={{ record, etag } satisfies Edited<G>} />
    </Page>
  )
}

/** A form that opens over it, or closes, changes the address and nothing of the record. */
const OneRecord = memo(OneRecordDrawn) as typeof OneRecordDrawn

/**
 * What takes longest to draw follows the picture that answers the click, with the record's name and facts. Where it has been drawn, or one
 * comes back to a place in it, all is there at once.
 */
const Below = ({ children }: { children: ReactNode }) => {
  const isDrawn = useDrawn()
  const isBack = useAddress(({ action }) => action === NavigationType.Pop)
  const hash = useAddress(({ hash }) => hash)
  const isShown = useDeferredValue(true, isDrawn || isBack || hash ? undefined : false)
  return isShown && children
}

type PendingProps = { view: AnyView; id: string; error: Error | null; retry: () => void }

/** What stands in a record's place until it is here, or when it is not to be had. */
const Pending = ({ view, id, error, retry }: PendingProps) => {
  const heading = isUnknown(error) ? 'Not found' : error ? 'Not read' : 'Loading'
  return (
    <Page title={heading} crumbs={crumbsOf(view)}>
      {error && (
        <div className="page-head">
          <h1>{heading}</h1>
        </div>
      )}
      {!error ? (
        <DetailBones />
      ) : !isUnknown(error) ? (
        <Failure error={error} what={`The ${view.noun[0]}`} onRetry={retry} />
      ) : view.write ? (
        <LoadByWrite view={view} id={id} error={error} />
      ) : (
        <Unknown view={view} error={error} />
      )}
    </Page>
  )
}
