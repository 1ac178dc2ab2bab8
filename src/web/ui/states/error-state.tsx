import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError } from '../../lib/api/api-error'
import { isUnreachable } from '../../lib/api/connection-status'
import { Button } from '../button'
import { InlineCopyButton } from '../copy-button'
import { Glyph } from '../icon/glyph'
import { Icon } from '../icon/icon'
import * as styles from './empty-state.module.css'

type Props = { error: Error; what: string; onRetry: () => void }

/** Explains an error and offers a retry. `what` as in "The companies". */
export const ErrorState = ({ error, what, onRetry }: Props) => {
  const { status, detail, extra } =
    error instanceof ApiError ? error : new ApiError(-1, 'Something unexpected happened.', {})
  const notAllowed = status === 403
  return (
    <div className={styles.empty}>
      <div role="alert">
        <span className={styles.glyph} data-tone={notAllowed ? 'attention' : 'bad'}>
          {notAllowed ? <Icon name="key-round" /> : <Glyph name="error" />}
        </span>
        <h2>{notAllowed ? 'You don’t have access' : `${what} couldn’t be loaded`}</h2>
        <p>{detail}</p>
      </div>
      <div className={styles.actions}>
        <Button icon="rotate-cw" kind="primary" onClick={onRetry}>
          Try now
        </Button>
      </div>
      {extra.retryAfter && <RetryCountdown seconds={extra.retryAfter} error={error} onRetry={onRetry} />}
      {extra.requestId && (
        <small>
          Request {extra.requestId} <InlineCopyButton text={extra.requestId} what="request ID" />
        </small>
      )}
    </div>
  )
}

type CountdownProps = { seconds: number; error: Error; onRetry: () => unknown }

/** Restarts with each error. Connection failures are retried elsewhere. Outside an alert, which would read every second aloud. */
export const RetryCountdown = ({ seconds, error, onRetry }: CountdownProps) => {
  const [left, setLeft] = useState(seconds)
  const onEnd = useEffectEvent(() => isUnreachable(error) || onRetry())
  // biome-ignore lint/correctness/useExhaustiveDependencies: another failure, even one of the same length, is another wait
  useEffect(() => {
    let rest = seconds
    setLeft(rest)
    const timer = setInterval(() => {
      rest -= 1
      setLeft(Math.max(rest, 0))
      if (rest > 0) return
      clearInterval(timer)
      onEnd()
    }, 1000)
    return () => clearInterval(timer)
  }, [seconds, error])
  return (
    <p>
      Trying again in <b>{left === 1 ? '1 second' : `${left} seconds`}</b>.
    </p>
  )
}
