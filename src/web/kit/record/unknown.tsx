import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Endpoint, ListEndpoint, WriteEndpoint } from '../../../contract/kit'
import { ApiError, call, isMissing, query } from '../api'
import { Empty } from '../empty'
import { Glyph } from '../ui/glyph'
import { DetailBones } from './parts'
import type { AnyView } from './view'

/** Whether the server says that there is no record of this ID, or that it cannot be one. */
export const isUnknown = (error: Error | null) => error instanceof ApiError && [400, 404, 405].includes(error.status)

type UnknownProps = {
  view: AnyView
  error: Error
  /** Where the list stands beside it. */
  onClose?: () => void
}

/** There is no record of this ID, in the words of the server. */
export const Unknown = ({ view, error, onClose }: UnknownProps) => (
  <Empty
    title={`There is no such ${view.noun[0]}`}
    actions={
      onClose ? (
        <button type="button" className="button" onClick={onClose}>
          Back to the list
        </button>
      ) : (
        <a className="button" href={view.path}>
          Back to the list
        </a>
      )
    }
  >
    {error instanceof ApiError ? error.detail : error.message}
  </Empty>
)

type Props = { view: AnyView; id: string; error: Error }

/**
 * A server that keeps to the specification gives a budget only as the answer of a write. One that changes nothing brings it,
 * but it is a write, so it is asked for and never sent by itself.
 */
export const LoadByWrite = ({ view, id, error }: Props) => {
  const client = useQueryClient()
  const write = view.write as WriteEndpoint
  const probe = useQuery({ ...query<ListEndpoint>(view.list, { query: { limit: '1' } }), retry: false })
  const load = useMutation({
    mutationFn: () => call<Endpoint>(write, { id, body: {} } as object),
    onSuccess: (answer) => client.setQueryData(query<Endpoint>(view.get, { id } as object).queryKey, answer),
    // What it brought is the newest there is, and asking again would only find the operation missing again.
    meta: { changesNothing: true },
  })
  if (probe.isPending) return <DetailBones />
  if (!isMissing(probe.error)) return <Unknown view={view} error={error} />
  return (
    <Empty
      title={`This server does not give single ${view.noun[1]}`}
      actions={
        <>
          <button
            type="button"
            className="button"
            data-kind="primary"
            disabled={load.isPending}
            onClick={() => load.mutate()}
          >
            Load {view.noun[0]}
          </button>
          <a className="button" href={view.path}>
            Back to the list
          </a>
        </>
      }
      below={
        load.error && (
          <p className="notice" data-tone="bad" role="alert">
            <Glyph name="error" />
            <span>
              <b>The {view.noun[0]} could not be loaded.</b> {load.error.message}
            </span>
          </p>
        )
      }
    >
      It keeps to the specification. Loading sends{' '}
      <b>
        {write.method} {write.path.replace(':id', id)}
      </b>{' '}
      with nothing in it, which changes nothing and answers with the {view.noun[0]}.
    </Empty>
  )
}
