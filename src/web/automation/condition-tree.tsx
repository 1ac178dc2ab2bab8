import { useState } from 'react'
import { plural } from '../ui/format/format'
import { StatusBadge } from '../ui/status-badge'
import * as styles from './condition-tree.module.css'
import { apartOf, countOf, type Group, isEmpty, type Part } from './rule-parts'
import { asked, fieldName } from './sentences/labels'
import { moreProse } from './sentences/parameters'
import { ProseText } from './sentences/prose-text'
import type { Result } from './trial/evaluate'
import type { Truth } from './trial/kleene'

/** Maximum nesting that is readable, on a phone too. */
const levels = 3

type Tried = { results?: Map<Part, Result> | undefined }

/**
 * A bracket marks a group and how its parts combine. Deeper groups are numbered and shown below, so nesting never
 * widens the page.
 */
export const ConditionTree = ({ root, results }: Tried & { root: Group }) => {
  const apart = apartOf(root, levels)
  const [open, setOpen] = useState(false)
  return (
    <>
      <Branch group={root} apart={apart} results={results} />
      {apart.size > 0 && (
        <details className={styles.deeper} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>{plural(apart.size, 'nested group', 'nested groups')}</summary>
          {open && (
            <ol>
              {[...apart].map(([group, number]) => (
                <li key={number}>
                  <h3>Group {number}</h3>
                  <Branch group={group} apart={apart} results={results} isNested />
                </li>
              ))}
            </ol>
          )}
        </details>
      )}
    </>
  )
}

const logicWords = { all: 'All of', any: 'Any of', none: 'None of', unspecified: 'All or any' }

const Branch = ({
  group,
  apart,
  results,
  isNested,
}: Tried & { group: Group; apart: Map<Group, number>; isNested?: boolean }) => {
  const result = results?.get(group)
  return (
    <ul className={styles.tree}>
      <li className={styles.logic}>
        <span>
          {logicWords[group.logic]}
          {result && <Verdict truth={result.truth} />}
        </span>
      </li>
      {group.more.length > 0 && (
        <li className={styles.note}>
          Also{' '}
          <span>
            <ProseText prose={moreProse(group.more).slice(1)} />
          </span>
        </li>
      )}
      {isEmpty(group) && <li className={styles.note}>No conditions: {isNested ? 'not counted' : 'always met'}.</li>}
      {group.parts.map((part, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: another server may leave the ids out, and the tree never changes in place
        <li key={place}>
          {part.kind !== 'group' ? (
            <Leaf part={part} result={results?.get(part)} />
          ) : apart.has(part) ? (
            <p className={styles.note}>
              <b>Group {apart.get(part)}</b> below, {plural(countOf(part).conditions, 'condition', 'conditions')}
              {results?.get(part) && <Verdict truth={results.get(part)?.truth ?? null} />}
            </p>
          ) : (
            <Branch group={part} apart={apart} results={results} isNested />
          )}
        </li>
      ))}
    </ul>
  )
}

const Leaf = ({ part, result }: { part: Exclude<Part, Group>; result: Result | undefined }) => {
  const asks = part.kind === 'condition' ? asked(part.operator, part.value) : null
  return (
    <div className={styles.condition} data-tried={result ? '' : undefined}>
      {part.kind === 'condition' ? (
        <>
          <span>{fieldName(part.field) || 'Unknown field'}</span>
          <span>{asks?.verb}</span>
          <b>
            {asks?.value}
            {part.more.length > 0 && <ProseText prose={moreProse(part.more)} />}
          </b>
        </>
      ) : (
        <>
          <span>Unknown format</span>
          <span />
          <b>{part.text}</b>
        </>
      )}
      {result && (
        <span className={styles.found}>
          <Verdict truth={result.truth} />
          <small>{result.truth === null ? `Because ${result.why}` : `It ${result.why}`}</small>
        </span>
      )}
    </div>
  )
}

export const badgeOf = (truth: Truth) =>
  truth === null
    ? ({ tone: 'attention', glyph: 'pending', word: 'Unknown' } as const)
    : truth
      ? ({ tone: 'good', glyph: 'done', word: 'Met' } as const)
      : ({ tone: 'bad', glyph: 'gone', word: 'Not met' } as const)

const Verdict = ({ truth }: { truth: Truth }) => <StatusBadge loud badge={badgeOf(truth)} />
