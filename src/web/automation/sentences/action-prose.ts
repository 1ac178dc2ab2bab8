import { getOwn } from '../../lib/text/get-own'
import type { RuleLike } from '../rule-like'
import { type Action, actionsOf, type More } from '../rule-parts'
import { actionName, oneValue, quoted, subject, valueText } from './labels'
import { type Config, given, moreProse, quotedGiven, slots, taking } from './parameters'
import { listed, type Prose, plain, say, strong } from './prose'

/** "create a ticket" with all its parameters. */
type Act = { does: (config: Config, entity: string | null | undefined) => Prose; brief: string }

const acts: Record<string, Act> = {
  create_ticket: {
    brief: 'creates a ticket',
    does: (config) =>
      say`create a ${strong('ticket')}${titled(config)}${given(config, 'queue', ' in the queue ')}${given(config, 'priority', ', priority ')}`,
  },
  send_email: {
    brief: 'sends an email',
    does: (config) =>
      say`send an ${strong('email')}${given(config, 'to', ' to ')}${quotedGiven(config, 'subject', ' about ')}${given(config, 'template', ', from the template ')}`,
  },
  send_notification: {
    brief: 'notifies someone',
    does: (config) =>
      say`notify ${config.has('to') ? slots(oneValue(config.take('to'))) : 'someone'}${quotedGiven(config, 'message', ': ')}`,
  },
  create_goal: {
    brief: 'adds a goal',
    does: (config) => say`add a ${strong('goal')}${titled(config)}${given(config, 'quarter', ', quarter: ')}`,
  },
  create_task: {
    brief: 'adds a task',
    does: (config) => say`add a ${strong('task')}${titled(config)}${given(config, 'due', ', due in ')}`,
  },
  update_field: {
    brief: 'changes a field',
    does: (config, entity) => {
      const field = config.has('field') ? subject(valueText(config.take('field')), entity) : 'a field'
      const value = config.take('value')
      return say`change ${strong(field)}${value === undefined ? [] : say` to ${slots(oneValue(value))}`}`
    },
  },
  assign_user: {
    brief: 'assigns someone',
    does: (config) => say`assign ${config.has('user') ? given(config, 'user', '') : 'someone'}`,
  },
  call_webhook: {
    brief: 'calls a URL',
    does: (config) => say`call the URL${given(config, 'url', ' ')}${given(config, 'method', ' with ')}`,
  },
  add_agenda_item: {
    brief: 'adds an agenda item',
    does: (config) =>
      say`put ${config.has('title') ? quotedGiven(config, 'title', '') : 'a point'} on the ${strong('agenda')}`,
  },
}

const titled = (config: Config) => quotedGiven(config, 'title', ' ')

const approvers = ['approvers', 'approver', 'approvalBy']

export const stepsOf = ({ actions, entityType }: RuleLike): Prose[] => {
  const steps = actionsOf(actions)
  if (!steps) return [say`do something the server doesn’t describe`]
  if (steps.length === 0) return [say`do nothing: it has ${strong('no actions')}`]
  return steps.map((step) => {
    const isTwice = ([name]: More[number]) => step.config.some(([other]) => other === name)
    const twice = step.more.filter(isTwice)
    const settings = new Map([...step.config, ...step.more.filter((one) => !isTwice(one))])
    const named = approvers.find((name) => settings.has(name))
    const who = named && step.approval !== false ? oneValue(settings.get(named)) : null
    if (named && who !== null) settings.delete(named)
    const config = taking([...settings])
    const act = getOwn(acts, step.type)
    const does = act
      ? act.does(config, entityType)
      : say`${strong(step.type ? actionName(step.type) : 'an action without a type')}`
    const beside = twice.length > 0 ? say`${moreProse(twice)} outside its configuration` : []
    return [...approvalOf(step, who), ...does, ...config.rest(), ...beside]
  })
}

const approvalOf = ({ approval }: Action, who: string | null): Prose => {
  if (who) return [{ kind: 'approval', text: `after ${who} approves` }, ', ']
  if (approval === true) return [{ kind: 'approval', text: 'after someone approves' }, ', ']
  return approval === null ? say`(approval unknown) ` : []
}

export const doesInBrief = (steps: Action[] | null) => {
  if (steps === null) return 'it does something the server doesn’t describe'
  if (steps.length === 0) return 'it does nothing, because it has no actions'
  const kinds = new Map<string, number>()
  for (const { type } of steps) {
    const brief =
      getOwn(acts, type)?.brief ?? (type ? `does ${quoted(actionName(type))}` : 'does something without a name')
    kinds.set(brief, (kinds.get(brief) ?? 0) + 1)
  }
  const does = [...kinds].map(([brief, times]) => say`${brief}${times > 1 ? ` ${times} times` : ''}`)
  const waiting = steps.filter(({ approval }) => approval === true).length
  const approval =
    waiting === 0
      ? ''
      : waiting < steps.length
        ? ` (${waiting} of ${steps.length} only after approval)`
        : ' only after approval'
  return `it ${plain(listed(does, 'and'))}${approval}`
}
