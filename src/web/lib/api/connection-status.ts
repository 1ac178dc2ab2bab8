import type { Query } from '@tanstack/react-query'
import { createStore } from '../store'
import { ApiError, isUnanswered } from './api-error'

/** No response or a gateway error: temporary and unrelated to the request. */
export const isUnreachable = (error: unknown): error is ApiError =>
  error instanceof ApiError && (isUnanswered(error.status) || error.status === 503)

/** Such a read is repeated until it passes: the server is away, or asks to wait. */
export const isPolled = (error: unknown): error is ApiError =>
  isUnreachable(error) || (error instanceof ApiError && error.status === 429)

/** Sections and records keep the data of before without a word. */
const leavesEarlierData = (error: unknown, { state }: FailedQuery): error is ApiError =>
  error instanceof ApiError && (error.status === 429 || error.status >= 500) && state.data !== undefined

type FailedQuery = Pick<Query<unknown, unknown>, 'isActive' | 'state'>

/** Queries that last failed for such a reason, latest failure last. */
const failed = new Map<FailedQuery, ApiError>()

/** Why something cannot be refreshed at the moment. */
export const connectionProblem = createStore<ApiError | undefined>(undefined)

/** Whether some of it was read before. */
export const showsEarlierData = createStore(false)

/**
 * Reports each read’s result, so that pages showing stale data say so. A query on the page stays reported until it succeeds
 * itself; any other one until the server answers again.
 */
export const reportResult = (query: FailedQuery, error: unknown) => {
  failed.delete(query)
  if (isUnreachable(error) || leavesEarlierData(error, query)) failed.set(query, error)
  else for (const other of failed.keys()) if (!other.isActive()) failed.delete(other)
  connectionProblem.set([...failed.values()].at(-1))
  showsEarlierData.set([...failed.keys()].some(({ state }) => state.data !== undefined))
}
