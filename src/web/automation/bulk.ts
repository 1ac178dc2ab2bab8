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
    label: `Switch ${to}`,
    endpoint: automation.toggle,
    icon: to === 'on' ? 'circle-dot' : 'circle',
    title: (rules) => `Switch ${rules} ${to}`,
    done: () => `were switched ${to}`,
    already: ({ isActive }) => (isActive === (to === 'on') ? `was ${to} already` : null),
    run: ({ id }, choice) => toggle(id, (choice || to) === 'on'),
    undo: { choice: () => back, label: (count) => `Switch these ${count} ${back} again` },
  }
}

export const ruleBulk = [switching('on'), switching('off')]
