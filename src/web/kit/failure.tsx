import { useEffect, useState } from 'react'
import { ApiError } from './api'
import { CopySign } from './copy'
import { Glyph } from './ui/glyph'
import { Icon } from './ui/icon'

type Props = { error: Error; what: string; onRetry: () => void }

/** Why something cannot be shown, whose fault it is, and what happens next. `what` as in "The companies". */
export const Failure = ({ error, what, onRetry }: Props) => {
  const { status, detail, extra } =
    error instanceof ApiError ? error : new ApiError(-1, 'The page met something that it does not know.', {})
  const notAllowed = status === 403
  return (
    <div className="empty" role="alert">
      <span className="empty-glyph" data-tone={notAllowed ? 'attention' : 'bad'}>
        {notAllowed ? <Icon name="key-round" /> : <Glyph name="error" />}
      </span>
      <h2>{notAllowed ? `This key may not read this` : `${what} could not be read`}</h2>
      <p>{detail}</p>
      <div className="actions">
        <button type="button" className="button" data-kind="primary" onClick={onRetry}>
          <Icon name="rotate-cw" />
          Try now
        </button>
      </div>
      {extra.retryAfter && <Countdown seconds={extra.retryAfter} onEnd={onRetry} />}
      {extra.requestId && (
        <small>
          Request {extra.requestId} <CopySign text={extra.requestId} what="request ID" />
        </small>
      )}
    </div>
  )
}

const Countdown = ({ seconds, onEnd }: { seconds: number; onEnd: () => void }) => {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    if (left <= 0) return onEnd()
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left, onEnd])
  return (
    <p>
      Trying again in <b>{left === 1 ? '1 second' : `${left} seconds`}</b>.
    </p>
  )
}
