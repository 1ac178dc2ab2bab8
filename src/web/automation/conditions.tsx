import { useMemo } from 'react'
import { withArticle } from '../lib/text/with-article'
import { Button } from '../ui/button'
import { formatNumber, plural } from '../ui/format/format'
import * as layout from '../ui/layout.module.css'
import { Section } from '../ui/page/section'
import * as typography from '../ui/typography.module.css'
import { ConditionTree } from './condition-tree'
import * as styles from './conditions.module.css'
import type { RuleLike } from './rule-like'
import { conditionsOf, countOf, type Group, isEmpty, isUnspecified } from './rule-parts'
import { thing } from './sentences/labels'
import { TrialPanel } from './trial/trial-panel'
import { useTrial } from './trial/use-trial'

type Props = { rule: RuleLike & { isActive?: boolean | null } }

export const Conditions = ({ rule }: Props) => {
  const root = useMemo(() => conditionsOf(rule.conditions), [rule.conditions])
  const trial = useTrial(rule, root)
  const isOpen = trial.id !== null
  return (
    <Section
      title="Conditions"
      total={totalOf(root)}
      more={
        trial.source && (
          <span className={`${layout.actions} ${styles.actions}`}>
            <Button
              icon="flask-conical"
              small
              kind="bare"
              aria-expanded={isOpen}
              onClick={() => trial.choose(isOpen ? null : '')}
            >
              Try on {withArticle(trial.source.noun[0])}
            </Button>
          </span>
        )
      }
    >
      {isOpen && <TrialPanel rule={rule} root={root} {...trial} />}
      {root === null ? (
        <p className={typography.dim}>The server doesn’t provide the conditions.</p>
      ) : isEmpty(root) ? (
        <p className={typography.dim}>None. The rule applies whenever it is triggered.</p>
      ) : (
        <ConditionTree root={root} results={trial.trial?.results} />
      )}
      {root && isUnspecified(root) && (
        <p className={`${typography.dim} ${styles.note}`}>
          This server doesn’t say whether groups need all conditions or any.
        </p>
      )}
      {!trial.source && rule.entityType && (
        <p className={`${typography.dim} ${styles.note}`}>
          The API has no {thing(rule.entityType)}s, so the conditions can’t be tested on one.
        </p>
      )}
    </Section>
  )
}

const totalOf = (root: Group | null) => {
  if (!root) return 'unknown'
  const { conditions, groups } = countOf(root)
  return conditions > 0 ? `${formatNumber(conditions)} in ${plural(groups, 'group', 'groups')}` : 'none'
}
