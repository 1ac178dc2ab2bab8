import { describe, expect, it } from 'vitest'
import { basisText, type Client, peersText, reasonLabels, whyText } from './sentences'

const client = (fields: Partial<Client> = {}): Client => ({ id: 'a', name: 'Anchor', figuresJudged: 5, ...fields })

describe('Why a client’s health is what it is', () => {
  it.each<[string, Partial<Client>]>([
    [
      'Needs action because 62% of devices are out of warranty (31 of 50 in use with an end date) and the last report is 1 day old; also watch: 1 response is waiting for a reply.',
      {
        health: 'act',
        reasons: [
          { figure: 'outOfWarranty', level: 'act' },
          { figure: 'daysSinceReport', level: 'act' },
          { figure: 'waiting', level: 'watch' },
        ],
        ...{ outOfWarranty: 62, warrantiesEnded: 31, warrantiesKnown: 50, daysSinceReport: 1, waiting: 1 },
      },
    ],
    [
      'Watch because the score is −5.0 from 20 responses, 2 goals are overdue and 40% of training is done (2 of 5 enrollments).',
      {
        health: 'watch',
        reasons: (['score', 'goalsOverdue', 'trainingDone'] as const).map((figure) => ({ figure, level: 'watch' })),
        ...{ score: -5, answers: 20, goalsOverdue: 2, trainingDone: 40, enrollmentsDone: 2, enrollments: 5 },
      },
    ],
    ['Good: none of the 5 figures that can be judged reaches a limit.', { health: 'good', reasons: [] }],
    ['Good: the one figure that can be judged reaches no limit.', { health: 'good', reasons: [], figuresJudged: 1 }],
    ['Unknown: inactive clients aren’t judged.', { status: 'inactive', health: null, reasons: [], figuresJudged: 0 }],
    ['Unknown: there is nothing to judge this client by yet.', { health: null, reasons: [], figuresJudged: 0 }],
  ])('%s', (sentence, fields) => {
    expect(whyText(client(fields))).toBe(sentence)
  })
})

it('The reasons are named in short, the worst first', () => {
  const reasons: Client['reasons'] = [
    { figure: 'waiting', level: 'watch' },
    { figure: 'daysSinceReport', level: 'act' },
    { figure: 'goalsOverdue', level: 'watch' },
  ]
  expect(reasonLabels({ reasons })).toBe('Old report, replies waiting, goals overdue')
  expect(reasonLabels({ reasons: [] })).toBe('')
})

it('What is missing is said in place of a basis', () => {
  const texts = (
    [
      'score',
      'budgetPerHead',
      'outOfWarranty',
      'goalsOverdue',
      'trainingDone',
      'peopleActive',
      'daysSinceReport',
    ] as const
  ).map((figure) => basisText(client(), figure))
  expect(texts).toEqual([
    ...[
      'No responses in 90 days',
      'No current budget',
      'No devices in use',
      'No goals',
      'No enrollments',
      'No active people',
    ],
    'No published report',
  ])
  expect(basisText(client({ lastBriefAt: null }), 'daysSinceReport')).toBe('No published report or emailed brief')
  const [reported, briefed] = ['2026-11-01T09:00:00.000Z', '2026-11-02T09:00:00.000Z']
  const basisOf = (times: object) => basisText(client({ ...times, daysSinceReport: 1 }), 'daysSinceReport')
  expect(basisOf({ lastReportAt: reported, lastBriefAt: briefed })).toBe('Days since the last brief was emailed')
  expect(basisOf({ lastReportAt: briefed, lastBriefAt: reported })).toBe(
    'Days since the last published report was created',
  )
  expect(basisText(client({ budgetTotal: 5 }), 'budgetPerHead')).toBe('Number of employees unknown')
  expect(basisText(client({ devices: 3, warrantiesKnown: 0 }), 'outOfWarranty')).toBe(
    'No end date for 3 devices in use',
  )
  expect(basisText(client({ score: 50, answers: 9 }), 'score')).toBe('9 responses in 90 days, too few to judge by')
  expect(basisText(client({ score: 50, answers: 10 }), 'score')).toBe('10 responses in 90 days')
  const some = { outOfWarranty: 50, devices: 3, warrantiesKnown: 2, warrantiesEnded: 1 }
  expect(basisText(client(some), 'outOfWarranty')).toBe('1 of 2 devices in use; no end date for 1')
})

it('Who a percentile compares with is said, or why there is no one', () => {
  const peers = { group: '10-49', clients: 41 }
  expect(peersText(client({ peers }), 'size')).toBe('Among 41 clients with 10–49 employees')
  expect(peersText(client({ peers: { group: 'Legal', clients: 1 } }), 'industry')).toBe(
    'Only 1 client in Legal, too few to compare',
  )
  expect(peersText(client({ peers: null }), 'size')).toBe('Size unknown')
  expect(peersText(client({ peers: null, status: 'inactive' }), 'size')).toBe('Inactive clients aren’t compared')
})
