import { type FormEvent, useState } from 'react'
import { useWrite } from '../lib/api/cache/use-write'
import { fetchWithSession } from '../lib/api/client'
import { consoleUrl } from '../lib/base-path'
import { parseJson } from '../lib/parse-json'
import { curlCommand } from '../lib/text/curl'
import { Button } from '../ui/button'
import { CopyButton } from '../ui/copy-button'
import * as fields from '../ui/input/fields.module.css'
import { Form } from '../ui/input/form'
import * as layout from '../ui/layout.module.css'
import * as typography from '../ui/typography.module.css'
import { type Listed, pathWith, writtenPath } from './document'
import * as styles from './reference-page.module.css'

const pretty = (text: string) => {
  const value = parseJson(text)
  return value === undefined ? text : JSON.stringify(value, null, 2)
}

/** Sends the operation with the current session. Writes are real, so the form warns first. */
export const TryIt = ({
  operation: { operationId, method, path, parameters = [], requestBody },
}: {
  operation: Listed
}) => {
  const [values, setValues] = useState<Record<string, string>>({})
  const [body, setBody] = useState('{}')
  const [refusal, setRefusal] = useState<string | null>(null)
  const isWrite = method !== 'GET'
  const asked = parameters.filter(({ in: where }) => where !== 'header')
  const missing = asked.filter(({ in: where, name }) => where === 'path' && !values[name])
  const address = pathWith(path, values, parameters)
  const request = useWrite({
    ...(isWrite && { meta: { writes: writtenPath(path) } }),
    // The variable only tells the cache which fields were written; the request sends the text field.
    mutationFn: async (_: { body: unknown }) => {
      const start = performance.now()
      const response = await fetchWithSession(address, {
        method,
        headers: { accept: 'application/json', ...(requestBody && { 'content-type': 'application/json' }) },
        ...(requestBody && { body }),
      })
      const text = pretty(await response.text())
      return { status: `${response.status} ${response.statusText}`, text, ms: performance.now() - start }
    },
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    setRefusal(missing.length > 0 ? `Fill in ${missing.map(({ name }) => name).join(', ')} first.` : null)
    if (missing.length === 0) request.mutate({ body: parseJson(body) })
  }
  const unanswered = isWrite ? 'No response; it may or may not have been done.' : 'Can’t reach the server.'
  const failure = refusal ?? (request.error && unanswered)
  const outcome = request.data
  return (
    <Form className={styles.try} onSubmit={send}>
      {asked.map(({ name }) => (
        <div key={name} className={fields.field}>
          <label htmlFor={`${operationId} ${name}`}>{name}</label>
          <input
            className={fields.input}
            id={`${operationId} ${name}`}
            autoComplete="off"
            value={values[name] ?? ''}
            onChange={(event) => setValues({ ...values, [name]: event.target.value })}
          />
        </div>
      ))}
      {requestBody && (
        <div className={fields.field}>
          <label htmlFor={`${operationId} body`}>Body</label>
          <textarea
            className={fields.input}
            id={`${operationId} body`}
            value={body}
            onChange={(event) => setBody(event.target.value)}
          />
          <span className={fields.hint}>This changes live data.</span>
        </div>
      )}
      <p className={layout.actions}>
        <Button type="submit" aria-disabled={request.isPending}>
          {request.isPending ? 'Sending' : 'Send'}
        </Button>
        <CopyButton small text={() => curlCommand(method, consoleUrl() + address, requestBody && body)}>
          Copy as cURL
        </CopyButton>
      </p>
      <div role="status">
        {failure ? (
          <p>
            <b>{failure}</b>
          </p>
        ) : (
          outcome && (
            <>
              <p>
                <b>{outcome.status}</b> <small>in {Math.round(outcome.ms)} ms</small>
              </p>
              {outcome.text && (
                // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
                <pre className={typography.code} tabIndex={0}>
                  {outcome.text}
                </pre>
              )}
            </>
          )
        )}
      </div>
    </Form>
  )
}
