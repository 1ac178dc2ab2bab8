import { type ReactNode, useDeferredValue, useState } from 'react'
import { consoleUrl } from '../lib/base-path'
import { curlCommand } from '../lib/text/curl'
import { CopyButton } from '../ui/copy-button'
import * as layout from '../ui/layout.module.css'
import * as typography from '../ui/typography.module.css'
import { type Document, inWords, type Listed, type Parameter, resolved, type Schema } from './document'
import * as styles from './reference-page.module.css'
import { TryIt } from './try-it'

/** An operation with parameters, responses and a form to try it. */
export const OperationView = ({ document, operation }: { document: Document; operation: Listed }) => {
  const { operationId, method, path, summary, description, parameters = [], requestBody, responses = {} } = operation
  const answer = Object.values(responses['200']?.content ?? {})[0]
  const body = requestBody?.content?.['application/json']?.schema
  return (
    <article className={styles.operation} id={operationId}>
      <header>
        <h2>
          {summary} {operation['x-addition'] && <small className={styles.addition}>not in the specification</small>}
        </h2>
        <span className={layout.actions}>
          <CopyButton small icon="link" text={() => `${location.origin}${location.pathname}#${operationId}`}>
            Copy link
          </CopyButton>
          <CopyButton small text={() => curlCommand(method, consoleUrl() + path, body && '{}')}>
            Copy as cURL
          </CopyButton>
        </span>
      </header>
      <p className={typography.code}>
        <code>
          <b>{method}</b> {path}
        </code>
      </p>
      <p>{description}</p>
      {parameters.length > 0 && <Parameters parameters={parameters} />}
      {body && <Fields title="Body" schema={resolved(document, body)} isSent />}
      {answer?.schema && <Fields title="Response" schema={dataOf(document, answer.schema)} />}
      <Failures document={document} responses={responses} />
      {answer?.example !== undefined && (
        <Folded title="Example">
          {() => (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
            <pre className={typography.code} tabIndex={0}>
              {JSON.stringify(answer.example, null, 2)}
            </pre>
          )}
        </Folded>
      )}
      <FoldedForm operation={operation} />
    </article>
  )
}

/** Collapsed content renders last, but stays searchable in the browser. */
const Folded = ({ title, children }: { title: string; children: () => ReactNode }) => {
  const isDrawn = useDeferredValue(true, false)
  return (
    <details>
      <summary>{title}</summary>
      {isDrawn && children()}
    </details>
  )
}

/** Made when first opened: the browser's autofill inspects every form of a page, which lays out the folded ones. */
const FoldedForm = ({ operation }: { operation: Listed }) => {
  const [wasOpened, setOpened] = useState(false)
  return (
    <details onToggle={() => setOpened(true)}>
      <summary>Try it</summary>
      {wasOpened && <TryIt operation={operation} />}
    </details>
  )
}

/** Unwraps the response envelope. */
const dataOf = (document: Document, schema: Schema) => {
  const data = resolved(document, schema).properties?.data
  return resolved(document, data?.items ?? data)
}

const Parameters = ({ parameters }: { parameters: Parameter[] }) => (
  <details open>
    <summary>Parameters</summary>
    <dl className={styles.fields}>
      {parameters.map(({ name, in: where, schema, description, 'x-addition': isAddition }) => (
        <div key={name}>
          <dt>
            <code>{name}</code> {where !== 'query' && <small>{where}</small>}
          </dt>
          <dd>
            {inWords(schema)}
            <small>
              {description} {isAddition && 'Not in the specification.'}
            </small>
          </dd>
        </div>
      ))}
    </dl>
  </details>
)

const Fields = ({ title, schema, isSent }: { title: string; schema: Schema; isSent?: boolean }) => (
  <Folded title={title}>
    {() => (
      <dl className={styles.fields}>
        {Object.entries(schema.properties ?? {}).map(([name, field]) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              {inWords(field)}
              <small>
                {isSent && schema.required?.includes(name) && 'Required.'} {field.description}{' '}
                {field['x-addition'] && 'Not in the specification.'}
              </small>
            </dd>
          </div>
        ))}
      </dl>
    )}
  </Folded>
)

const Failures = ({ document, responses }: { document: Document; responses: NonNullable<Listed['responses']> }) => (
  <Folded title="Errors">
    {() => (
      <dl className={styles.fields}>
        {Object.entries(responses)
          .filter(([status]) => Number(status) >= 400)
          .map(([status, { $ref, description }]) => (
            <div key={status}>
              <dt>{status}</dt>
              <dd>{description ?? document.components?.responses?.[$ref?.split('/').at(-1) ?? '']?.description}</dd>
            </div>
          ))}
      </dl>
    )}
  </Folded>
)
