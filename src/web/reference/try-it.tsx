import { type FormEvent, useState } from 'react'
import { consoleUrl, withBase } from '../lib/base-path'
import { curlCommand } from '../lib/text/curl'
import { Button } from '../ui/button'
import { CopyButton } from '../ui/copy-button'
import * as fields from '../ui/fields.module.css'
import { Form } from '../ui/form'
import * as layout from '../ui/layout.module.css'
import * as typography from '../ui/typography.module.css'
import { type Listed, pathWith } from './document'
import * as styles from './reference-page.module.css'

type Outcome = { status: string; text: string; ms: number }

const pretty = (text: string) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** Sends the operation with the current session. Writes are real, so the form warns first. */
export const TryIt = ({
  operation: { operationId, method, path, parameters = [], requestBody },
}: {
  operation: Listed
}) => {
  const [values, setValues] = useState<Record<string, string>>({})
  const [body, setBody] = useState('{}')
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const asked = parameters.filter(({ in: where }) => where !== 'header')
  const missing = asked.filter(({ in: where, name }) => where === 'path' && !values[name])
  const address = pathWith(path, values, parameters)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (missing.length > 0)
      return setOutcome({ status: `Fill in ${missing.map(({ name }) => name).join(', ')} first.`, text: '', ms: 0 })
    const start = performance.now()
    try {
      const response = await fetch(withBase(address), {
        method,
        headers: { accept: 'application/json', ...(requestBody && { 'content-type': 'application/json' }) },
        ...(requestBody && { body }),
      })
      const text = await response.text()
      setOutcome({
        status: `${response.status} ${response.statusText}`,
        text: pretty(text),
        ms: performance.now() - start,
      })
    } catch {
      setOutcome({ status: 'Can’t reach the server.', text: '', ms: performance.now() - start })
    }
  }
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
        <Button type="submit">Send</Button>
        <CopyButton small text={() => curlCommand(method, consoleUrl() + address, requestBody && body)}>
          Copy as cURL
        </CopyButton>
      </p>
      <div role="status">
        {outcome && (
          <>
            <p>
              <b>{outcome.status}</b> {outcome.ms > 0 && <small>in {Math.round(outcome.ms)} ms</small>}
            </p>
            {outcome.text && (
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
              <pre className={typography.code} tabIndex={0}>
                {outcome.text}
              </pre>
            )}
          </>
        )}
      </div>
    </Form>
  )
}
