import { sql } from 'kysely'
import type { z } from 'zod/mini'
import { automation, type Rule, type RuleDetail } from '../../contract/automation'
import { implement } from '../api/implement'
import { listHandler } from '../api/list-handler'
import { condition, contains, equals } from '../db/list-engine/conditions'
import { searchText, sortKey } from '../db/list-engine/search-text'
import { getHandler, updateRecord } from '../db/repository'
import { boolean, computed, defineTable, instant, int, json, text, uuid, uuids } from '../db/table'

type Detail = z.output<typeof RuleDetail>

const listed = {
  id: uuid,
  name: text,
  description: text,
  isActive: boolean,
  priority: int,
  companyIds: uuids,
  triggerType: text,
  entityType: text,
}

export const rulesTable = defineTable<Detail>()({
  name: 'automation_rules',
  readsFrom: ['companies'],
  fields: {
    ...listed,
    triggerConfig: json,
    conditions: json,
    actions: json,
    aggregationConfig: json,
    createdBy: json,
    updatedBy: json,
    createdAt: instant,
    updatedAt: instant,
    version: int,
    companies: computed(`(
      select coalesce(json_agg(json_build_object('id', id, 'name', name) order by name_sort, id), '[]')
      from companies where id = any (t.company_ids))`),
  },
  derived: {
    name_sort: { type: 'text', from: ({ name }) => sortKey(name) },
    search_text: { type: 'text', from: ({ name, description }) => searchText(name, description) },
  },
})

const ruleList = defineTable<z.output<typeof Rule>>()({
  name: 'automation_rules',
  fields: { ...listed, actionsCount: computed('json_array_length(t.actions)'), createdAt: instant, updatedAt: instant },
})

export const automationRoutes = implement(automation, {
  list: listHandler(automation.list, ruleList, {
    sorts: {
      name: 't.name_sort',
      priority: 't.priority',
      is_active: 't.is_active',
      trigger_type: 't.trigger_type',
      entity_type: 't.entity_type',
      created_at: 't.created_at',
      updated_at: 't.updated_at',
    },
    filters: {
      search: contains(),
      isActive: equals('t.is_active'),
      triggerType: equals('t.trigger_type'),
      entityType: equals('t.entity_type'),
      // A rule without companies applies to every company.
      companyId: (id) => condition(sql`(t.company_ids = '{}' or ${id}::uuid = any (t.company_ids))`),
    },
  }),
  get: getHandler(rulesTable, 'automation rule'),
  toggle: (context, { id, body: { isActive } }) =>
    updateRecord(context, rulesTable, 'automation rule', id, (rule) =>
      rule.isActive === isActive
        ? null
        : {
            ...rule,
            isActive,
            version: rule.version + 1,
            updatedAt: new Date().toISOString(),
            updatedBy: { id: context.caller.id, name: context.caller.name },
          },
    ),
})
