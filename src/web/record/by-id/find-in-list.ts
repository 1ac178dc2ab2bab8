import { type ListEndpoint, sortQuery } from '../../../contract/core/endpoint'
import { ApiError } from '../../lib/api/api-error'
import type { QueryContext } from '../../lib/api/client'
import { readAll } from '../../lib/api/read-all'
import type { WithId } from '../../lib/with-id'
import { formatNumber } from '../../ui/format/format'

const mostRequests = 20

/** Searches the newest records of a list; null if the whole list lacks it. Throws if only a part was read. */
export const findInList = async (
  list: ListEndpoint,
  id: string,
  [one, many]: [string, string],
  context: QueryContext,
) => {
  const isIt = (row: WithId) => row.id === id
  const isEnough = (rows: WithId[]) => rows.some(isIt)
  const { rows, isWhole } = await readAll<ListEndpoint, WithId>(list, sortQuery(list, 'created_at', true), {
    ...context,
    maxRequests: mostRequests,
    isEnough,
  })
  const found = rows.find(isIt)
  if (!found && !isWhole)
    throw new ApiError(
      -1,
      `This ${one} isn’t among the newest ${formatNumber(rows.length)} ${many}, and this server can’t show one by its ID. Look in the list.`,
    )
  return found ?? null
}
