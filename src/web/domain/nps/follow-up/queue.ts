import { formatNumber } from '../../../ui/format/format'
import { useWaiting } from '../queries'
import { useHandled } from './handled'

/** Responses waiting for a reply, without those marked as handled on this computer; undefined while loading. */
export const useQueue = (companyId?: string) => {
  const waiting = useWaiting(companyId)
  const handled = useHandled()
  const queue = waiting.data?.queue.filter(({ id }) => !handled.has(id))
  const isComplete = waiting.data?.isComplete !== false
  const isUnknown = queue?.length === 0 && !isComplete
  const isWhole = isComplete && waiting.data?.all === true
  const count = queue && `${formatNumber(queue.length)}${isWhole ? '' : ' or more'}`
  return { waiting, handled, queue, isWhole, total: isUnknown ? 'unknown' : count, isUnknown }
}

export const unknownQueue = 'This server doesn’t say which responses need a follow-up.'
