import { ApiError } from '../lib/api/api-error'
import { capitalize } from '../lib/text/capitalize'
import { Button, ButtonLink } from '../ui/button'
import { EmptyState } from '../ui/states/empty-state'
import type { AnyRecordType } from './record-type'

type NotFoundProps = { recordType: AnyRecordType; error: Error; onClose?: (() => void) | undefined }

/** Not-found message with the reason. */
export const NotFound = ({ recordType, error, onClose }: NotFoundProps) => (
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
