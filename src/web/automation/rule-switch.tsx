import { useQueryClient } from '@tanstack/react-query'
import { automation } from '../../contract/automation'
import { mayBeSaved } from '../lib/api/api-error'
import { useWrite } from '../lib/api/cache/use-write'
import type { ApiResponse } from '../lib/api/client'
import { useMissingScope } from '../lib/api/scopes'
import { ButtonLink } from '../ui/button'
import { disabledBecause, explanation } from '../ui/overlay/tip'
import { toast } from '../ui/overlay/toasts'
import { switchLook } from '../ui/status-badge'
import type { toggleRule } from './rule-record'
import * as styles from './rule-switch.module.css'
import { summaryOf } from './sentences/sentences'
import { switchRule } from './switch-rule'

type Rule = { id: string; name?: string | null; isActive?: boolean | null }
type Props = {
  rule: Rule
  link?: boolean
  /** Whether it stands at the end of a line, where the switch and not its word keeps its place. */
  isLast?: boolean
}
type Toggled = ApiResponse<typeof toggleRule>

/**
 * Turns a rule on or off optimistically; a failure reverts the switch and shows why. Clicking the label does nothing.
 */
export const RuleSwitch = ({ rule, link, isLast }: Props) => {
  const client = useQueryClient()
  const name = rule.name || 'This rule'
  const isOn = rule.isActive === true
  const isKnown = typeof rule.isActive === 'boolean'

  const lack = useMissingScope(automation.toggle)

  /** Only this rule’s mutations, since others may be in flight. */
  const showSwitched = (isActive: boolean) => {
    for (const path of [automation.list.path, automation.get.path])
      client.setQueriesData({ queryKey: [path] }, (answer) => withSwitch(answer, rule.id, isActive))
  }

  const toggle = useWrite({
    meta: { writes: automation.toggle.path },
    mutationFn: (isActive: boolean) => switchRule(rule.id, isActive),
    onMutate: async (isActive) => {
      await client.cancelQueries({ queryKey: [automation.list.path] })
      await client.cancelQueries({ queryKey: [automation.get.path] })
      showSwitched(isActive)
    },
    onSuccess: (answer, isActive) => toast(toastFor(answer, name, isActive)),
    onError: (error, isActive) => {
      showSwitched(!isActive)
      toast({
        tone: 'bad',
        title: name,
        text: `${mayBeSaved(error) ? 'may be' : 'is'} still ${isActive ? 'off' : 'on'}.`,
        more: error.message,
      })
    },
  })

  const toastFor = ({ data }: Toggled, title: string, isActive: boolean) => {
    const version = data.version
    return {
      tone: isActive ? ('good' as const) : ('calm' as const),
      title,
      text: `is ${isActive ? 'on' : 'off'}.`,
      more: [
        typeof version === 'number' ? `Now version ${version}` : 'Done',
        data.updatedBy?.name ? `, by “${data.updatedBy.name}”.` : '.',
        isActive && isDescribed(data) && ` ${summaryOf(data)}`,
      ]
        .filter(Boolean)
        .join(''),
      undo: () => toggle.mutate(!isActive),
      link: link && (
        <ButtonLink small kind="bare" href={`/automation/${rule.id}`}>
          View rule
        </ButtonLink>
      ),
    }
  }

  return (
    <span className={styles.line} data-last={isLast}>
      <button
        type="button"
        className={styles.switcher}
        role="switch"
        aria-checked={isOn}
        aria-label={name}
        aria-busy={toggle.isPending}
        {...(isKnown ? undefined : explanation('The server doesn’t say whether this rule is on.'))}
        {...disabledBecause(lack, () => toggle.mutate(!isOn))}
      />
      <span aria-hidden="true">{toggle.isPending ? 'Saving' : switchLook(rule.isActive).word}</span>
    </span>
  )
}

/** True if the response has the rule’s details, not only its name. */
const isDescribed = ({ conditions, actions }: Toggled['data']) => Array.isArray(conditions) || Array.isArray(actions)

/** The cached response with one rule toggled, for a list or a single rule. */
const withSwitch = (answer: unknown, id: string, isActive: boolean) => {
  const flip = (record: Rule) => (record.id === id ? { ...record, isActive } : record)
  const { data, ...rest } = (answer ?? {}) as { data?: Rule | Rule[] }
  if (!data) return answer
  return { ...rest, data: Array.isArray(data) ? data.map(flip) : flip(data) }
}
