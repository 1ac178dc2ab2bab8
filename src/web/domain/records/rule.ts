import { automation } from '../../../contract/automation'
import type { RelatedRecordType } from '../../record/related'

export const ruleBasics = {
  list: automation.list,
  path: '/automation',
  noun: ['rule', 'rules'],
  name: ({ name }) => name,
} satisfies RelatedRecordType<typeof automation.get, typeof automation.list>
