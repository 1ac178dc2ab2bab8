import { useState } from 'react'
import { CopyButton } from '../kit/copy'
import { plural } from '../kit/format'
import styles from './in-words.module.css'
import type { Prose } from './prose'
import { ProseText } from './prose-text'
import { type Said, textOf } from './sentences'

/** The rule as one long sentence, to be read before it is switched. */
export const InWords = ({ said }: { said: Said }) => (
  <section className={styles.words} aria-label="The rule in plain words">
    <dl>
      <dt>When</dt>
      <dd>
        <ProseText prose={said.when} />,
      </dd>
      <dt>and if</dt>
      <dd>
        <ProseText prose={said.ifs.main} />,
        <Parts parts={said.ifs.parts} />
      </dd>
      <dt>then</dt>
      <dd>
        <ol>
          {said.steps.map((step, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a rule are known by their order
            <li key={place}>
              <span>
                <ProseText prose={step} />
                {place === said.steps.length - 1 ? '.' : ','}
              </span>
            </li>
          ))}
        </ol>
      </dd>
      {said.together && (
        <>
          <dt>together</dt>
          <dd>
            <ProseText prose={said.together} />.
          </dd>
        </>
      )}
      <dt>for</dt>
      <dd>
        <ProseText prose={said.forWhom} />.
      </dd>
    </dl>
    <CopyButton small text={() => textOf(said)}>
      Copy as text
    </CopyButton>
  </section>
)

/** What lies too deep for one sentence, folded away until somebody wants to read it. */
const Parts = ({ parts }: { parts: Prose[] }) => {
  const [open, setOpen] = useState(false)
  if (parts.length === 0) return null
  return (
    <details className={styles.parts} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{plural(parts.length, 'part of it goes', 'parts of it go')} deeper</summary>
      {open && (
        <ol>
          {parts.map((part, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts are known by their numbers
            <li key={place}>
              <b>Part {place + 1}</b> holds if <ProseText prose={part} />.
            </li>
          ))}
        </ol>
      )}
    </details>
  )
}
