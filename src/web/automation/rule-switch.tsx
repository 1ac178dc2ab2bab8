import { useQueryClient } from '@tanstack/react-query'
import { automation } from '../../contract/automation'
import { ApiError, type ApiResponse } from '../lib/api/client'
import { useMissingScope } from '../lib/api/scopes'
import { useWrite } from '../lib/api/use-write'
import { switchLook } from '../ui/status-badge'
import { toast } from '../ui/toasts'
import type { toggleRule } from './rule'
import styles from './rule-switch.module.css'
import { summaryOf } from './sentences/sentences'
import { switchRule } from './switch-rule'

type Rule = { id: string; name?: string | null; isActive?: boolean | null }
type Toggled = ApiResponse<typeof toggleRule>

/**
 * Switches a rule. It flips at once, a toast follows; when the server refuses it flips back and a sentence says why.
 * Its label never flips it.
 */
export const RuleSwitch = ({ rule, link }: { rule: Rule; link?: boolean }) => {
  const client = useQueryClient()
  const name = rule.name || 'This rule'
  const isOn = rule.isActive === true
  const isKnown = typeof rule.isActive === 'boolean'

  const lack = useMissingScope(automation.toggle)

  /** Of this rule alone, because others may be on their way at the same time. */
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
    onSuccess: (answer, isActive) => toast(receiptOf(answer, name, isActive)),
    onError: (error, isActive) => {
      showSwitched(!isActive)
      const isUnknown = error instanceof ApiError && error.status === 0
      toast({
        tone: 'bad',
        text: (
          <>
            <b>{name}</b> {isUnknown ? 'may be' : 'is'} still {isActive ? 'off' : 'on'}.
          </>
        ),
        more: error.message,
      })
    },
  })

  const receiptOf = ({ data }: Toggled, title: string, isActive: boolean) => {
    const version = data.version
    return {
      tone: isActive ? ('good' as const) : ('calm' as const),
      text: (
        <>
          <b>{title}</b> is {isActive ? 'on' : 'off'}.
        </>
      ),
      more: [
        typeof version === 'number' ? `Now version ${version}` : 'Done',
        data.updatedBy?.name ? `, by “${data.updatedBy.name}”.` : '.',
        isActive && isDescribed(data) && ` ${summaryOf(data)}`,
      ]
        .filter(Boolean)
        .join(''),
      undo: () => toggle.mutate(!isActive),
      link: link && (
        <a className="button" data-size="small" data-kind="bare" href={`/automation/${rule.id}`}>
          View rule
        </a>
      ),
    }
  }

  const flip = () => {
    if (lack) toast({ tone: 'attention', text: <b>You can’t turn this rule on or off.</b>, more: lack })
    else toggle.mutate(!isOn)
  }

  return (
    <span className={styles.line}>
      <button
        type="button"
        className="switch"
        role="switch"
        aria-checked={isOn}
        aria-label={name}
        aria-busy={toggle.isPending}
        aria-disabled={lack !== null}
        title={lack ?? (isKnown ? undefined : 'The server doesn’t say whether this rule is on.')}
        onClick={flip}
      />
      <span aria-hidden="true">{toggle.isPending ? 'Saving' : switchLook(rule.isActive).word}</span>
    </span>
  )
}

/** Whether the server answered with what the rule does, and not only with what it is called. */
const isDescribed = ({ conditions, actions }: Toggled['data']) => Array.isArray(conditions) || Array.isArray(actions)

/** The same answer with one rule switched, whether it holds one rule or many. */
const withSwitch = (answer: unknown, id: string, isActive: boolean) => {
  const flip = (record: Rule) => (record.id === id ? { ...record, isActive } : record)
  const { data, ...rest } = (answer ?? {}) as { data?: Rule | Rule[] }
  if (!data) return answer
  return { ...rest, data: Array.isArray(data) ? data.map(flip) : flip(data) }
}
