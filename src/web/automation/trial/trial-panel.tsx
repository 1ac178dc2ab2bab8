import { useEffect, useRef } from 'react'
import { capitalize } from '../../lib/text/capitalize'
import { withArticle } from '../../lib/text/with-article'
import * as chips from '../../ui/chips.module.css'
import { Glyph } from '../../ui/icon/glyph'
import { Icon } from '../../ui/icon/icon'
import * as typography from '../../ui/typography.module.css'
import { badgeOf } from '../condition-tree'
import type { RuleLike } from '../rule-like'
import type { Group } from '../rule-parts'
import { thing } from '../sentences/labels'
import { listed, plain } from '../sentences/prose'
import { reasonsOf } from './evaluate'
import * as styles from './trial-panel.module.css'
import type { Trial, useTrial } from './use-trial'

type Props = ReturnType<typeof useTrial> & {
  rule: RuleLike & { isActive?: boolean | null }
  root: Group | null
}

/** Picks a record and shows what the rule would do with it. */
export const TrialPanel = ({ rule, root, id, choose, source, trial, isLoading, error }: Props) => {
  const field = useRef<HTMLSpanElement>(null)
  const focusField = () => field.current?.querySelector('input')?.focus()
  // Focus the picker only when the user opened the panel, not when a link did.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only as it opens
  useEffect(() => {
    if (!id) focusField()
  }, [])
  if (!source) return null
  const { picker: Picker } = source
  const [noun] = source.noun
  return (
    <div className={styles.trial}>
      <span ref={field} className={chips.chip} data-set={id || undefined}>
        <Picker
          label={capitalize(noun)}
          placeholder="Find by name or ID"
          value={id || undefined}
          onChange={(next) => choose(next ?? '')}
        />
        {id && (
          <button
            type="button"
            aria-label={`Choose another ${noun}`}
            onClick={() => {
              // This button goes.
              focusField()
              choose('')
            }}
          >
            <Icon name="x" />
          </button>
        )}
      </span>
      <div role="status">
        {error ? (
          <p>
            <b>This {noun} couldn’t be loaded.</b> {error.message}
          </p>
        ) : isLoading ? (
          <p>Loading</p>
        ) : (
          trial && <Outcome rule={rule} root={root} trial={trial} />
        )}
      </div>
      <p className={typography.dim}>
        Nothing runs and nothing is changed. Conditions are checked against current data.
        {thing(rule.entityType) !== noun &&
          ` ${capitalize(withArticle(noun))} stands in for ${withArticle(thing(rule.entityType))}.`}
      </p>
    </div>
  )
}

const Outcome = ({ rule, root, trial }: { rule: Props['rule']; root: Group | null; trial: Trial }) => {
  const { tone, glyph } = badgeOf(trial.truth)
  return (
    <p className={styles.outcome} data-tone={tone}>
      <Glyph name={glyph} />
      <span>
        <b>{verdictOf(trial)}</b>
        {reasonOf(trial, root, rule)}
        {trial.truth !== false && rule.isActive === false && ' The rule is currently off.'}
      </span>
    </p>
  )
}

const verdictOf = ({ truth, name }: Trial) => {
  if (truth === null) return `It’s unclear whether this rule would run for ${name}`
  return truth ? `This rule would run for ${name}` : `This rule would not run for ${name}`
}

const few = 3

const reasonOf = ({ truth, results, scope }: Trial, root: Group | null, { entityType }: RuleLike) => {
  if (truth === true) return ' when triggered.'
  const conditions = root ? (results.get(root)?.truth ?? null) : null
  const reasons = [
    ...(scope && scope.truth === truth ? [scope.why] : []),
    ...(root && conditions === truth ? reasonsOf(root, results, entityType) : []),
    ...(root ? [] : ['the server doesn’t provide its conditions']),
  ]
  const more = reasons.length > few ? ` (and ${reasons.length - few} more)` : ''
  return `, because ${plain(
    listed(
      reasons.slice(0, few).map((reason) => [reason]),
      'and',
    ),
  )}${more}.`
}
