import type { ReactNode } from 'react'
import { ApiError } from '../../lib/api/api-error'
import { Button } from '../button'
import * as typography from '../typography.module.css'
import { RetryCountdown } from './error-state'
import { Loading } from './loading'

type Props<T> = {
  read: { data: T | undefined; error: Error | null; refetch: () => unknown }
  /** Expected number of lines, for the skeleton. */
  lines: number
  /** As in "The score", where the place of an error does not tell what failed. */
  what?: string
  children: (data: T) => ReactNode
}

/** A section that loads and fails independently; keeps showing stale data if a refetch fails. */
export const AsyncSection = <T,>({ read: { data, error, refetch }, lines, what, children }: Props<T>) =>
  data !== undefined ? (
    children(data)
  ) : error ? (
    <SectionError error={error} what={what} onRetry={refetch} />
  ) : (
    <Loading lines={lines} />
  )

type ErrorProps = { error: Error; what?: string | undefined; onRetry: () => unknown }

/** One-line error. Missing scopes are not retried. */
export const SectionError = ({ error, what, onRetry }: ErrorProps) => {
  const { status, extra } = error instanceof ApiError ? error : new ApiError(-1, error.message)
  return (
    <div className={typography.dim} data-screen-only>
      <p role="alert">
        {what && `${what} couldn’t be loaded. `}
        {error.message}{' '}
        {status !== 403 && (
          <Button small onClick={onRetry}>
            Try again
          </Button>
        )}
      </p>
      {extra.retryAfter && <RetryCountdown seconds={extra.retryAfter} error={error} onRetry={onRetry} />}
    </div>
  )
}
