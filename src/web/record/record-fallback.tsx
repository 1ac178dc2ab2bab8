import { isNotFound } from '../lib/api/api-error'
import { DetailSkeleton } from '../ui/states/detail-skeleton'
import { ErrorState } from '../ui/states/error-state'
import { LoadByWrite } from './load-by-write'
import { NotFound } from './not-found'
import type { AnyRecordType } from './record-type'

export const fallbackTitle = (error: Error | null) =>
  isNotFound(error) ? 'Not found' : error ? 'Couldn’t load' : 'Loading'

type Props = {
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
export const RecordFallback = ({
  recordType,
  id,
  what = `The ${recordType.noun[0]}`,
  error,
  retry,
  onClose,
}: Props) => {
  if (!error) return <DetailSkeleton />
  if (!isNotFound(error)) return <ErrorState error={error} what={what} onRetry={retry} />
  if (!onClose && recordType.write && recordType.list.addition)
    return <LoadByWrite recordType={recordType} id={id} error={error} />
  return <NotFound recordType={recordType} error={error} onClose={onClose} />
}
