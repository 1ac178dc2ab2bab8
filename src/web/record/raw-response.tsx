import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { requestPath } from '../lib/api/client'
import { withBase } from '../lib/base-path'
import { CopyButton } from '../ui/copy-button'
import { formatNumber } from '../ui/format/format'
import * as typography from '../ui/typography.module.css'
import * as styles from './raw-response.module.css'
import type { ReadById } from './record-type'

const most = 100_000

/** The raw API response, loaded on demand. */
export const RawResponse = ({ endpoint, id }: { endpoint: ReadById; id: string }) => {
  const [open, setOpen] = useState(false)
  const path = requestPath(endpoint, { id })
  const answer = useQuery({
    queryKey: ['raw', path],
    queryFn: async ({ signal }) =>
      (await fetch(withBase(path), { signal, headers: { accept: 'application/json' } })).text(),
    enabled: open,
  })
  const text = pretty(answer.data ?? '')
  return (
    <details className={styles.raw} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>API response</summary>
      <p className={typography.code}>
        <code>
          <b>{endpoint.method}</b> {path}
        </code>
      </p>
      {answer.data !== undefined && (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <pre className={typography.code} tabIndex={0}>
            {text.slice(0, most)}
          </pre>
          {text.length > most && (
            <p className={typography.dim}>
              Showing the first {formatNumber(most)} of {formatNumber(text.length)} characters; copying includes all of
              them.
            </p>
          )}
          <CopyButton small text={() => text} icon="braces">
            Copy JSON
          </CopyButton>
        </>
      )}
      {answer.isError && <p role="alert">{answer.error.message}</p>}
    </details>
  )
}

const pretty = (text: string) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
