import { automation } from '../../contract/automation'
import type { RowOf } from '../list/list-page'
import type { BulkAction } from '../list/selection/bulk'
import { switchRule } from './switch-rule'

type Rule = RowOf<typeof automation.list>

const switching = (to: 'on' | 'off'): BulkAction<Rule> => {
  const toggle = async (id: string, isActive: boolean) => {
    const { data } = await switchRule(id, isActive)
    return typeof data.version === 'number' ? `version ${data.version}` : ''
  }
  const back = to === 'on' ? 'off' : 'on'
  return {
    label: `Turn ${to}`,
    endpoint: automation.toggle,
    icon: to === 'on' ? 'circle-dot' : 'circle',
    title: (rules) => `Turn ${to} ${rules}`,
    done: () => `turned ${to}`,
    already: ({ isActive }) => (isActive === (to === 'on') ? `already ${to}` : null),
    run: ({ id }, choice) => toggle(id, (choice || to) === 'on'),
    undo: { choice: () => back, label: (count) => `Turn these ${count} back ${back}` },
  }
}

export const ruleBulk = [switching('on'), switching('off')]
