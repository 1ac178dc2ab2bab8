import type { z } from 'zod/mini'
import type { RuleDetail } from '../../contract/automation'
import type { Lenient } from '../kit/lenient'
import styles from './rule-page.module.css'
import { fieldName, operatorName, valueText } from './words'

type Group = NonNullable<NonNullable<Lenient<z.output<typeof RuleDetail>>['conditions']>[number]>

const valueless = ['is_empty', 'is_not_empty']

export const countConditions = (groups: Group[]): number =>
  groups.reduce(
    (sum, { conditions, groups: nested }) =>
      sum + (conditions?.length ?? 0) + countConditions((nested ?? []) as Group[]),
    0,
  )

export const countGroups = (groups: Group[]): number =>
  groups.reduce((sum, { groups: nested }) => sum + 1 + countGroups((nested ?? []) as Group[]), 0)

/** A bracket holds a group together and says how its parts combine; deeper ones than a page can show become a list. */
export const ConditionTree = ({ group, depth = 0 }: { group: Group; depth?: number }) => (
  <ul className={depth < 6 ? styles.tree : styles.flat}>
    <li className={styles.logic}>{group.logic === 'OR' ? 'Any of' : 'All of'}</li>
    {(group.conditions ?? []).map((condition, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: another server may leave the ids out, and the tree never changes in place
      <li key={index} className={styles.condition}>
        <span>{fieldName(condition.field) || 'A field'}</span>
        <span>{operatorName(condition.operator)}</span>
        <b>{valueless.includes(condition.operator ?? '') ? '' : valueText(condition.value)}</b>
      </li>
    ))}
    {((group.groups ?? []) as Group[]).map((nested, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <li key={index}>
        <ConditionTree group={nested} depth={depth + 1} />
      </li>
    ))}
  </ul>
)
