import { automation } from '../../contract/automation'
import type { RowOf } from '../list/list-page'
import type { BulkAction } from '../list/selection/bulk'
import { switchRule } from './switch-rule'

type Rule = RowOf<typeof automation.list>

const switching = (to: 'on' | 'off'): BulkAction<Rule> => {
  const back = to === 'on' ? 'off' : 'on'
  return {
    label: `Turn ${to}`,
    endpoint: automation.toggle,
    icon: to === 'on' ? 'circle-dot' : 'circle',
    title: (rules) => `Turn ${to} ${rules}`,
    done: () => `turned ${to}`,
    already: () => `already ${to}`,
    run: async (row, choice, ifMatch) => {
      const isActive = (choice || to) === 'on'
      const { data, etag } = await switchRule(row.id, isActive, ifMatch)
      return {
        note: typeof data.version === 'number' ? `version ${data.version}` : '',
        isUnchanged: row.isActive === isActive,
        etag,
      }
    },
    undo: { choice: () => back, label: (count) => `Turn these ${count} back ${back}` },
  }
}

export const ruleBulk = [switching('on'), switching('off')]
