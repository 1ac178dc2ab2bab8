import type { z } from 'zod/mini'
import type { ConditionGroup, RuleDetail } from '../../contract/automation'
import { companyAt } from './companies'
import { staffRef } from './people'
import { type DraftCondition, type DraftGroup, type RuleDraft, ruleBook } from './rule-book'
import { stamps, type World } from './world'

/** After the first pass through the book come regional versions for some companies. */
const versions = ['Scotland', 'schools', 'premium clients', 'pilot', 'Wales and the West', 'out of hours']

const isGroup = (part: DraftCondition | DraftGroup): part is DraftGroup => !Array.isArray(part)

const groupOf = (world: World, draft: DraftGroup, path: string): ConditionGroup => ({
  id: world.id(`group ${path}`, 0),
  logic: draft.logic,
  conditions: draft.of.flatMap((part, place) =>
    isGroup(part)
      ? []
      : [{ id: world.id(`condition ${path}`, place), field: part[0], operator: part[1], value: part[2] }],
  ),
  groups: draft.of.flatMap((part, place) => (isGroup(part) ? [groupOf(world, part, `${path}.${place}`)] : [])),
})

export const ruleAt = (world: World, index: number): z.output<typeof RuleDetail> => {
  const random = world.random('automation', index)
  const draft = ruleBook[index % ruleBook.length] as RuleDraft
  const round = Math.floor(index / ruleBook.length)
  const version = round === 0 ? '' : ` (${versions[(index + round) % versions.length]}${round > 1 ? ` ${round}` : ''})`
  const isForAll = round === 0 ? random.chance(0.6) : false
  const members = isForAll
    ? []
    : [...new Set(Array.from({ length: random.int(2, 40) }, () => world.someCompany(random)))].map((position) =>
        companyAt(world, position),
      )
  const names = new Intl.Collator('en')
  const companies = members.map(({ id, name }) => ({ id, name })).sort((a, b) => names.compare(a.name, b.name))
  const times = stamps(world, random, 900)
  const { together } = draft
  return {
    id: world.id('automation', index),
    name: `${draft.name}${version}`,
    description: draft.description,
    isActive: random.chance(0.7),
    priority: random.chance(0.03) ? null : random.int(1, 10) * 5,
    companyIds: companies.map(({ id }) => id),
    triggerType: draft.trigger[0],
    entityType: draft.entity,
    triggerConfig: draft.trigger[1],
    conditions: draft.conditions ? [groupOf(world, draft.conditions, `rule ${index}`)] : [],
    actions: draft.actions.map(([actionType, config, approval], place) => ({
      id: world.id(`action ${index}`, place),
      actionType,
      config,
      order: place + 1,
      requiresApproval: approval === 'approval',
    })),
    aggregationConfig: {
      enabled: together !== undefined,
      groupBy: together?.groupBy ?? null,
      groupField: together?.groupField ?? null,
      minBatchSize: together?.min ?? null,
      maxWaitHours: together?.hours ?? null,
      combinedActionConfig: together ? { titleTemplate: together.title, descriptionTemplate: together.text } : null,
    },
    createdBy: staffRef(world, world.someStaff(random)),
    updatedBy: random.chance(0.15) ? null : staffRef(world, world.someStaff(random)),
    ...times,
    version: random.int(1, 15),
    companies,
  }
}
