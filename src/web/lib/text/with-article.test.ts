import { expect, it } from 'vitest'
import { entityLabels, thing } from '../../automation/sentences/labels'
import { sourceOf } from '../../automation/trial/trial-sources'
import { recordTypes } from '../../palette/record-types'
import { withArticle } from './with-article'

const entities = Object.keys(entityLabels)

it('Every noun of the product has its article', () => {
  const nouns = [
    ...recordTypes.map(({ noun }) => noun[0]),
    ...entities.map(thing),
    ...entities.flatMap((entity) => sourceOf(entity)?.noun[0] ?? []),
  ]
  expect([...new Set(nouns)].map(withArticle).sort()).toEqual([
    'a brief schedule',
    'a budget',
    'a certificate',
    'a company',
    'a company user',
    'a compliance control',
    'a compliance template',
    'a device',
    'a goal',
    'a meeting',
    'a person',
    'a planner item',
    'a report',
    'a report schedule',
    'a response',
    'a rule',
    'a staff user',
    'a survey',
    'a ticket',
    'an enrollment',
    'an external dashboard',
  ])
})

it.each([
  'a user',
  'a unit',
  'a usage report',
  'a European office',
  'a one-off cost',
  'a utility',
  'a URL',
  'an uninstalled agent',
  'an unassigned device',
  'an update',
  'an upgrade',
  'an asset',
  'an hour',
  'a holiday',
  'an NPS response',
  'an nps response',
  'an SLA',
  'a slate',
])('%s', (phrase) => {
  expect(withArticle(phrase.replace(/^an? /, ''))).toBe(phrase)
})
