import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Endpoint, ListEndpoint, WriteEndpoint } from '../../contract/core/endpoint'
import { ApiError, isMissing, isNotFound } from '../lib/api/api-error'
import { call, query } from '../lib/api/client'
import { rememberMissing } from '../lib/api/missing-operations'
import { capitalize } from '../lib/text/capitalize'
import { Button, ButtonLink } from '../ui/button'
import { Notice } from '../ui/details'
import { DetailSkeleton } from '../ui/states/detail-skeleton'
import { EmptyState } from '../ui/states/empty-state'
import { ErrorState } from '../ui/states/error-state'
import { type AnyRecordType, recordQuery } from './record-type'

export const unreadTitle = (error: Error | null) =>
  isNotFound(error) ? 'Not found' : error ? 'Couldn’t load' : 'Loading'

type UnreadProps = {
  recordType: AnyRecordType
  id: string
  /** As in "The client brief". */
  what?: string
  error: Error | null
  retry: () => void
  /** Set when shown beside the list. */
  onClose?: () => void
}

/** Shown while a record loads or when it is unavailable. */
export const Unread = ({ recordType, id, what = `The ${recordType.noun[0]}`, error, retry, onClose }: UnreadProps) => {
  if (!error) return <DetailSkeleton />
  if (!isNotFound(error)) return <ErrorState error={error} what={what} onRetry={retry} />
  if (!onClose && recordType.write && recordType.list.addition)
    return <LoadByWrite recordType={recordType} id={id} error={error} />
  return <NotFound recordType={recordType} error={error} onClose={onClose} />
}

type NotFoundProps = { recordType: AnyRecordType; error: Error; onClose?: (() => void) | undefined }

/** Not-found message with the reason. */
const NotFound = ({ recordType, error, onClose }: NotFoundProps) => (
  <EmptyState
    title={`${capitalize(recordType.noun[0])} not found`}
    actions={
      onClose ? (
        <Button onClick={onClose}>Back to the list</Button>
      ) : (
        <ButtonLink href={recordType.path}>Back to the list</ButtonLink>
      )
    }
  >
    {reasonOf(error)}
  </EmptyState>
)

const reasonOf = (error: Error) => {
  if (!(error instanceof ApiError)) return error.message
  return error.status === 400
    ? 'The ID in this address isn’t valid. Check the link, or look in the list.'
    : error.detail
}

type Props = { recordType: AnyRecordType; id: string; error: Error }

/**
 * The specification returns single budgets only in response to a write. An empty write changes nothing, but runs only
 * when the user asks.
 */
const LoadByWrite = ({ recordType, id, error }: Props) => {
  const client = useQueryClient()
  const write = recordType.write as WriteEndpoint
  const probe = useQuery({ ...query<ListEndpoint>(recordType.list, { query: { limit: '1' } }), retry: false })
  const load = useMutation({
    mutationFn: () => call<Endpoint>(write, { id, body: {} } as object),
    onSuccess: (answer) => {
      rememberMissing(recordType.get)
      client.setQueryData(recordQuery(recordType.get, id).queryKey, answer as never)
    },
  })
  if (probe.isPending) return <DetailSkeleton />
  if (!isMissing(probe.error)) return <NotFound recordType={recordType} error={error} />
  return (
    <EmptyState
      title={`This server can’t show individual ${recordType.noun[1]}`}
      actions={
        <>
          <Button kind="primary" aria-disabled={load.isPending} onClick={() => load.isPending || load.mutate()}>
            Load {recordType.noun[0]}
          </Button>
          <ButtonLink href={recordType.path}>Back to the list</ButtonLink>
        </>
      }
      below={
        load.error && (
          <Notice bad>
            <b>The {recordType.noun[0]} couldn’t be loaded.</b> {load.error.message}
          </Notice>
        )
      }
    >
      This server offers only what the specification has. Loading sends{' '}
      <b>
        {write.method} {write.path.replace(':id', id)}
      </b>{' '}
      with an empty body, which changes nothing and returns the {recordType.noun[0]}.
    </EmptyState>
  )
}
