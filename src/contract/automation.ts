import * as z from 'zod/mini'
import {
  added,
  byUuid,
  endpoint,
  flag,
  instant,
  list,
  object,
  one,
  oneOf,
  Ref,
  read,
  search,
  sortColumn,
  uuid,
} from './core/endpoint'

const triggerTypes = ['date_threshold', 'scheduled', 'field_change', 'absence'] as const
const entityTypes = [
  'device',
  'company',
  'compliance',
  'planner',
  'user',
  'goal',
  'training',
  'ticket',
  'meeting',
] as const

const ruleFields = () => ({
  id: uuid,
  name: z.string(),
  description: z.nullable(z.string()),
  isActive: z.boolean(),
  priority: z.nullable(z.int()),
  companyIds: z.array(uuid),
  triggerType: z.string(),
  entityType: z.string(),
})

/** The list form of a rule. An empty `companyIds` means every company. */
export const Rule = object(() => ({ ...ruleFields(), actionsCount: z.int(), createdAt: instant, updatedAt: instant }))

export const Condition = object(() => ({ id: z.string(), field: z.string(), operator: z.string(), value: z.unknown() }))

export type ConditionGroup = {
  id: string
  logic?: 'AND' | 'OR' | undefined
  conditions: z.output<typeof Condition>[]
  groups: ConditionGroup[]
}
export const ConditionGroup: z.ZodMiniType<ConditionGroup> = object(() => ({
  id: z.string(),
  logic: added(z.optional(oneOf(['AND', 'OR']))),
  conditions: z.array(Condition),
  groups: z.array(ConditionGroup),
}))

export const RuleAction = object(() => ({
  id: z.string(),
  actionType: z.string(),
  config: z.record(z.string(), z.unknown()),
  order: z.int(),
  requiresApproval: z.boolean(),
}))

export const AggregationConfig = object(() => ({
  enabled: z.boolean(),
  groupBy: z.nullable(z.string()),
  groupField: z.nullable(z.string()),
  minBatchSize: z.nullable(z.int()),
  maxWaitHours: z.nullable(z.int()),
  combinedActionConfig: z.nullable(
    object(() => ({ titleTemplate: z.nullable(z.string()), descriptionTemplate: z.nullable(z.string()) })),
  ),
}))

/** The detail form of a rule, which toggle returns. A real toggle raises `version` by one. */
export const RuleDetail = object(() => ({
  ...ruleFields(),
  triggerConfig: z.record(z.string(), z.unknown()),
  conditions: z.array(ConditionGroup),
  actions: z.array(RuleAction),
  aggregationConfig: z.nullable(AggregationConfig),
  createdBy: z.nullable(Ref),
  updatedBy: z.nullable(Ref),
  createdAt: instant,
  updatedAt: instant,
  version: z.int(),
  companies: z.array(Ref),
}))

export const automation = {
  list: list({
    path: '/automation',
    summary: 'List automation rules',
    scope: 'automation:read',
    item: Rule,
    limit: [25, 100],
    sort: sortColumn(
      ['name', 'priority', 'is_active', 'trigger_type', 'entity_type', 'created_at', 'updated_at'],
      'created_at',
      true,
    ),
    filters: () => ({
      search: z.optional(search),
      isActive: flag,
      triggerType: z.optional(oneOf(triggerTypes)),
      entityType: z.optional(oneOf(entityTypes)),
      companyId: added(z.optional(uuid)),
    }),
  }),
  get: read({
    path: '/automation/:id',
    summary: 'Read an automation rule',
    scope: 'automation:read',
    item: RuleDetail,
    addition: true,
  }),
  toggle: endpoint({
    method: 'POST',
    path: '/automation/:id/toggle',
    summary: 'Turn an automation rule on or off',
    scope: 'automation:write',
    conditional: true,
    params: byUuid,
    body: object(() => ({ isActive: z.boolean({ error: 'must be true or false' }) })),
    response: one(RuleDetail),
  }),
}
