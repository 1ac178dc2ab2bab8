import { useState } from 'react'
import { consoleUrl } from '../lib/base-path'
import { curlCommand } from '../lib/text/curl'
import { Glyph } from '../ui/icon/glyph'
import { SegmentedControl } from '../ui/input/segmented-control'
import * as badges from '../ui/status-badge.module.css'
import * as typography from '../ui/typography.module.css'
import * as diffs from './diff.module.css'
import type { Specs, Texts } from './fields'
import * as styles from './form.module.css'

type Props = {
  specs: Specs
  keys: string[]
  before: Texts
  now: Texts
  errors: Partial<Record<string, unknown>>
  request: { method: string; path: string; body: object }
}

const views = ['Changes', 'JSON', 'cURL'] as const

/** Lists the changes before they are saved. */
export const RequestPreview = ({ specs, keys, before, now, errors, request }: Props) => {
  const [view, setView] = useState<(typeof views)[number]>('Changes')
  const sent = Object.fromEntries(Object.entries(request.body).map(([key, value]) => [key, truncate(value)]))
  return (
    <section className={styles.sent} aria-label="Changes to save">
      <header>
        <h3>Changes to save</h3>
        <SegmentedControl options={views} value={view} onChange={setView} />
      </header>
      {keys.length === 0 ? (
        <p className={typography.dim}>No changes.</p>
      ) : view === 'cURL' ? (
        <pre className={typography.code}>
          {curlCommand(request.method, consoleUrl() + request.path, JSON.stringify(sent))}
        </pre>
      ) : (
        <>
          <p className={typography.code}>
            <code>
              <b>{request.method}</b> {request.path}
            </code>
          </p>
          {view === 'JSON' ? (
            <pre className={typography.code}>{JSON.stringify(sent, null, 2)}</pre>
          ) : (
            <table className={diffs.diff}>
              <thead>
                <tr>
                  <th scope="col">Field</th>
                  <th scope="col">Saved</th>
                  <th scope="col">New</th>
                </tr>
              </thead>
              <tbody>
                {keys.map((key) => (
                  <tr key={key}>
                    <th scope="row">{specs[key]?.label}</th>
                    <td>
                      <del>{fieldText(specs, key, before)}</del>
                    </td>
                    <td>
                      {errors[key] ? (
                        <span className={badges.badge} data-tone="bad" data-loud>
                          <Glyph name="error" />
                          not saved until fixed
                        </span>
                      ) : (
                        <ins>{fieldText(specs, key, now)}</ins>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </>
      )}
    </section>
  )
}

/** An image is too long to be read. */
const isData = (text: string) => text.startsWith('data:image/')

const truncate = (value: unknown) => (typeof value === 'string' && isData(value) ? `${value.slice(0, 60)}…` : value)

export const fieldText = (specs: Specs, key: string, texts: Texts) => {
  const text = texts[key] ?? ''
  const { words, none, kind } = specs[key] ?? {}
  if (text === '') return none ?? 'empty'
  if (isData(text)) return 'a picture'
  if (kind !== 'choices') return words?.[text] ?? text
  return text
    .split(',')
    .map((one) => words?.[one] ?? one)
    .join(', ')
}
