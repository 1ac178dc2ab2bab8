import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Endpoint, ListEndpoint, WriteEndpoint } from '../../contract/core/endpoint'
import { isMissing } from '../lib/api/api-error'
import { call, query } from '../lib/api/client'
import { rememberMissing } from '../lib/api/missing-operations'
import { Button, ButtonLink } from '../ui/button'
import { Notice } from '../ui/facts/details'
import { DetailSkeleton } from '../ui/states/detail-skeleton'
import { EmptyState } from '../ui/states/empty-state'
import { NotFound } from './not-found'
import { type AnyRecordType, recordQuery } from './record-type'

type Props = { recordType: AnyRecordType; id: string; error: Error }

/**
 * The specification returns single budgets only in response to a write. An empty write changes nothing, but runs only
 * when the user asks.
 */
export const LoadByWrite = ({ recordType, id, error }: Props) => {
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
