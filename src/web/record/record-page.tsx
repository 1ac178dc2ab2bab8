import { memo, type ReactNode, useDeferredValue, useEffect } from 'react'
import { Navigate, Outlet, useLocation, useNavigationType, useParams } from 'react-router-dom'
import { canonicalId } from '../../contract/core/canonical-id'
import type { ListEndpoint } from '../../contract/core/endpoint'
import { isNotFound } from '../lib/api/api-error'
import { useOnceHydrated } from '../lib/hydration'
import { CopyLink } from '../ui/copy-button'
import { DeveloperMenu } from '../ui/developer/developer-menu'
import { Notice } from '../ui/facts/details'
import * as layout from '../ui/layout.module.css'
import { Page, PageHead, PageHeading } from '../ui/page/page'
import { readId } from './by-id/read-id'
import { EditLink } from './edit-link'
import { fallbackTitle, RecordFallback } from './record-fallback'
import { crumbsOf, hrefOf, nameOf, type ReadById, type RecordOf, type RecordType } from './record-type'
import { useRecord } from './use-record'

export type RecordContext = {
  /** ETag of the version shown, for conditional writes. */
  etag: string | null
  /** False if only the list’s fields are loaded. */
  whole: boolean
  /** The server returns these records only in lists. */
  fromListOnly: boolean
}

type Props<G extends ReadById, L extends ListEndpoint> = {
  recordType: RecordType<G, L>
  actions?: (record: RecordOf<G>) => ReactNode
  /** Stands beside the name: whose record it is. */
  about?: (record: RecordOf<G>) => ReactNode
  /** Explains what is missing if so. */
  listOnly?: string
  /** False if the page shows the facts among its own content. */
  hasFacts?: boolean
  children: (record: RecordOf<G>, context: RecordContext) => ReactNode
}

/** Page of a record: name, status, facts and the page’s own content. */
export const RecordPage = <G extends ReadById, L extends ListEndpoint>(props: Props<G, L>) => {
  const id = readId(props.recordType.get, useParams().id ?? '')
  // State belongs to one record, and so does what Undo writes.
  return <OneRecord key={id} {...props} id={id} />
}

const RenderedRecord = <G extends ReadById, L extends ListEndpoint>({
  recordType,
  id,
  actions,
  about,
  listOnly,
  hasFacts = true,
  children,
}: Props<G, L> & { id: string }) => {
  const { record, whole, etag, fromListOnly, error, retry } = useRecord(recordType, id)
  const name = record && nameOf(recordType, record)
  useEffect(() => {
    if (!name) return
    // Loaded after the page; where it cannot be, the record is not remembered.
    void import('./recent-records').then(
      ({ rememberRecord }) => rememberRecord(recordType.path, { id, name }),
      () => {},
    )
  }, [recordType, id, name])
  const usualId = canonicalId(id)
  if (isNotFound(error) && usualId && usualId !== id)
    return <Navigate to={hrefOf(recordType, { id: usualId })} replace />
  if (!record || !name)
    return (
      <Page title={fallbackTitle(error)} crumbs={crumbsOf(recordType)}>
        {error && <PageHead title={fallbackTitle(error)} />}
        <RecordFallback recordType={recordType} id={id} error={error} retry={retry} />
      </Page>
    )
  return (
    <Page title={name} crumbs={crumbsOf(recordType)}>
      <div className={layout.head}>
        <PageHeading>{name}</PageHeading>
        {about?.(record)}
        {recordType.state?.(record)}
        <div className={layout.actions}>
          <DeveloperMenu endpoint={recordType.get} sent={{ id }} />
          <CopyLink />
          {recordType.write && <EditLink endpoint={recordType.write} recordType={recordType} record={record} />}
          {actions?.(record)}
        </div>
      </div>
      {fromListOnly && (
        <Notice>
          {listOnly ??
            `This server can’t show individual ${recordType.noun[1]}, so only details from the list are shown.`}
        </Notice>
      )}
      {hasFacts && <dl className={layout.summary}>{recordType.facts(record)}</dl>}
      <Below>{children(record, { etag, whole, fromListOnly })}</Below>
      <Outlet />
    </Page>
  )
}

/** Memoised: opening or closing a form changes only the URL. */
const OneRecord = memo(RenderedRecord) as typeof RenderedRecord

/**
 * Renders most of the page after its name and facts. All of it is there at once where the server rendered it, or where
 * a position in it is restored.
 */
const Below = ({ children }: { children: ReactNode }) => {
  const isHydrating = useOnceHydrated(false, true)
  const isBack = useNavigationType() === 'POP'
  const { hash } = useLocation()
  const isShown = useDeferredValue(true, isHydrating || isBack || hash !== '')
  return isShown && children
}
