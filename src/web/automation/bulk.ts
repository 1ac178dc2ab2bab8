import { automation } from '../../contract/automation'
import { getOwn } from '../lib/text/get-own'
import type { RowOf } from '../list/list-page'
import type { BulkAction } from '../list/selection/bulk'
import { triggerLabels } from './sentences/labels'
import { switchRule } from './switch-rule'

type Rule = RowOf<typeof automation.list> & { version?: number | null }

const switching = (to: 'on' | 'off'): BulkAction<Rule> => {
  const back = to === 'on' ? 'off' : 'on'
  return {
    label: `Turn ${to}`,
    endpoint: automation.toggle,
    icon: to === 'on' ? 'circle-dot' : 'circle',
    choices: to,
    title: (rules) => `Turn ${to} ${rules}`,
    done: () => `turned ${to}`,
    already: () => `already ${to}`,
    about: ({ description, triggerType }) => description || (triggerType && getOwn(triggerLabels, triggerType)),
    run: (row, choice, ifMatch) => switchRule(row.id, choice === 'on', ifMatch),
    has: ({ isActive }, choice) => isActive === (choice === 'on'),
    note: ({ version }) => (typeof version === 'number' ? `version ${version}` : ''),
    undo: { choice: () => back, label: (them) => `Turn ${them} back ${back}` },
  }
}

export const ruleBulk = [switching('on'), switching('off')]
