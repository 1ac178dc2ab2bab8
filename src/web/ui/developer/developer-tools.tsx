import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Endpoint } from '../../../contract/core/endpoint'
import { type RequestParts, requestPath } from '../../lib/api/client'
import { consoleUrl, withBase } from '../../lib/base-path'
import { parseJson } from '../../lib/parse-json'
import { curlCommand } from '../../lib/text/curl'
import { CopyButton } from '../copy-button'
import { formatNumber } from '../format/format'
import * as typography from '../typography.module.css'
import * as styles from './developer-tools.module.css'

const most = 100_000

type Props = { endpoint: Endpoint; sent: RequestParts }

export const DeveloperTools = ({ endpoint, sent }: Props) => {
  const path = requestPath(endpoint, sent)
  return (
    <div className={styles.tools}>
      <p className={typography.code}>
        <code>
          <b>{endpoint.method}</b> {path}
        </code>
      </p>
      <div>
        <CopyButton small text={() => curlCommand(endpoint.method, consoleUrl() + path)}>
          Copy as cURL
        </CopyButton>
        <CopyButton small text={() => path}>
          Copy path
        </CopyButton>
      </div>
      <ApiResponse path={path} />
    </div>
  )
}

/** As the API returns it, loaded when it is opened. */
const ApiResponse = ({ path }: { path: string }) => {
  const [open, setOpen] = useState(false)
  const answer = useQuery({
    queryKey: ['raw', path],
    queryFn: async ({ signal }) =>
      (await fetch(withBase(path), { signal, headers: { accept: 'application/json' } })).text(),
    enabled: open,
  })
  const text = JSON.stringify(parseJson(answer.data ?? ''), null, 2) ?? answer.data
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>API response</summary>
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
          <CopyButton small text={() => text}>
            Copy JSON
          </CopyButton>
        </>
      )}
      {answer.isError && <p role="alert">{answer.error.message}</p>}
    </details>
  )
}
