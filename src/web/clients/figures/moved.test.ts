import { describe, expect, it } from 'vitest'
import { defaultThresholds } from '../../../contract/figures/client-health'
import { movedText, movedTexts, movesOf } from './moved'
import type { Client } from './sentences'

const client = (fields: Partial<Client>): Client => ({ id: 'a', name: 'Anchor', ...fields })
const texts = (fields: Partial<Client>) =>
  movedTexts(client(fields), '2026-10-26', '2026-11-24').map(({ text }) => text)

describe('What moved health since a month ago', () => {
  const moved: Partial<Client> = {
    ...{ score: 31.8, answers: 22, waiting: 3, peopleActive: 10, people: 10 },
    ...{ outOfWarranty: 28.8, warrantiesEnded: 40, warrantiesKnown: 139 },
    ...{ goalsOverdue: 1, goals: 14, trainingDone: 60, enrollmentsDone: 18, enrollments: 30, daysSinceReport: 29 },
    lastMonth: {
      ...{ scoreBefore: 33.3, answersBefore: 27, startedWaiting: 1, warrantiesEnded: 3, goalsBecameOverdue: 1 },
      ...{ outOfWarrantyBefore: 26.6, goalsOverdueBefore: 0, trainingDoneBefore: 50, trainingCompleted: 3 },
      daysSinceReportBefore: 200,
    },
  }

  it('is said by the figures whose past is known, of which waiting and sign-ins are none', () => {
    expect(movesOf(client(moved), defaultThresholds)).toEqual({
      ...{ was: 'act', is: 'watch' },
      moves: [
        { figure: 'goalsOverdue', was: 'good', is: 'watch' },
        { figure: 'trainingDone', was: 'watch', is: 'good' },
        { figure: 'daysSinceReport', was: 'act', is: 'good' },
      ],
    })
    const basis = 'score, warranties, overdue goals, training and the last report or brief'
    const changed =
      'Changed: overdue goals (Good to Watch), training (Watch to Good) and the last report or brief (Needs action to Good).'
    expect(movedText(client({ ...moved, waiting: 0, peopleActive: 100 }), defaultThresholds)).toEqual({
      text: `Health went from Needs action to Watch. ${changed}`,
      basis: `Judged by what was recorded a month ago: ${basis}.`,
    })
    // Three who are waiting need action, which this cannot tell of a month ago.
    expect(movedText(client({ ...moved, waiting: 30 }), defaultThresholds)?.text).toBe(
      `Health went from Needs action to Watch, judged by ${basis}. ${changed}`,
    )
    expect(texts(moved)).toEqual([
      'The score fell from +33.3 (27 responses) to +31.8 (22 responses).',
      '1 response received in this period still waits for a reply.',
      'Out of warranty: 26.6% → 28.8%. 3 warranties of devices in use ended.',
      'Overdue goals: 0 → 1. 1 goal became overdue.',
      'Training done: 50% → 60%. 3 enrollments were completed.',
      'The last published report was created 29 days ago; a month ago the latest was 200 days old.',
    ])
  })

  it('is nothing where no figure changed its level, or none can be judged', () => {
    const same = { score: 50, answers: 20, lastMonth: { scoreBefore: 40, answersBefore: 12 } }
    expect(movedText(client(same), defaultThresholds)?.text).toBe('Health is Good, the same as a month ago.')
    const none = { score: null, answers: 0, daysSinceReport: null, lastMonth: { scoreBefore: null, answersBefore: 0 } }
    expect(movedText(client(none), defaultThresholds)?.text).toBe('Health can’t be judged, then or now.')
    expect(movedText(client({ ...none, status: 'inactive' }), defaultThresholds)).toBeNull()
    expect(movesOf(client({ ...same, answers: 9 }), defaultThresholds).moves).toEqual([
      { figure: 'score', was: 'good', is: null },
    ])
  })
})

describe('What the last month changed', () => {
  it('is said of the score as it was and is', () => {
    const of = (score: number | null, scoreBefore: number | null) =>
      texts({ score, answers: 20, lastMonth: { scoreBefore, answersBefore: 30 } })[0]
    expect(of(-5, 10)).toBe('The score fell from +10.0 (30 responses) to −5.0 (20 responses).')
    expect(of(10, -5)).toBe('The score rose from −5.0 (30 responses) to +10.0 (20 responses).')
    expect(of(10, 10)).toBe('The score is +10.0 (20 responses), the same as a month ago (30 responses).')
    expect(of(10, null)).toBe('The score is +10.0 (20 responses); there was none a month ago.')
    expect(of(null, 10)).toBe(
      'No responses in 90 days, so there is no score now; a month ago it was +10.0 (30 responses).',
    )
  })

  it('names what ended, each with its list, and nothing that did not happen', () => {
    expect(texts({ lastMonth: { goalsBecameOverdue: 0, startedWaiting: 0 } })).toEqual([])
    const [warranties] = movedTexts(client({ lastMonth: { warrantiesEnded: 3 } }), '2026-10-26', '2026-11-24')
    expect(warranties?.href).toMatch(
      /^\/devices\?companyId=a&inUse=true&warrantyAfter=2026-10-26&warrantyBefore=2026-11-24/,
    )
    // A link shows the records that its words tell of.
    const links = (fields: Partial<Client>) =>
      movedTexts(client(fields), '2026-10-26', '2026-11-24').map(({ text, href, shows }) => [shows ?? text, href])
    const lastMonth = { startedWaiting: 1, goalsBecameOverdue: 2, trainingCompleted: 5 }
    expect(links({ lastMonth })).toEqual([
      ['Everyone who is waiting', '/nps/follow-up?companyId=a'],
      ['2 goals became overdue.', '/due?companyId=a&kind=goals&days=30#goals-past'],
      [
        '5 enrollments were completed.',
        '/training/enrollments?companyId=a&sortColumn=completed_at&completedAfter=2026-10-27T00%3A00%3A00.000Z',
      ],
    ])
    expect(links({ trainingDone: 40, lastMonth: { trainingDoneBefore: 50, trainingCompleted: 0 } })).toEqual([
      ['All enrollments, last completed first', '/training/enrollments?companyId=a&sortColumn=completed_at'],
    ])
    expect(links({ goalsOverdue: 1, lastMonth: { goalsOverdueBefore: 2, goalsBecameOverdue: 0 } })).toEqual([
      ['All goals, earliest due first', '/goals?companyId=a&sortColumn=due_date&sortDesc=false'],
    ])
    // One became overdue, and another was done.
    expect(texts({ goalsOverdue: 1, lastMonth: { goalsOverdueBefore: 1, goalsBecameOverdue: 1 } })).toEqual([
      '1 goal became overdue, 1 no longer is.',
    ])
    expect(texts({ goalsOverdue: 1, lastMonth: { goalsOverdueBefore: 2, goalsBecameOverdue: 1 } })).toEqual([
      'Overdue goals: 2 → 1. 1 goal became overdue, 2 no longer are.',
    ])
    // An event is no cause of the opposite.
    expect(texts({ trainingDone: 67, lastMonth: { trainingDoneBefore: 67.4, trainingCompleted: 5 } })).toEqual([
      'Training done: 67.4% → 67%, although 5 enrollments were completed.',
    ])
    expect(texts({ outOfWarranty: 26.9, lastMonth: { outOfWarrantyBefore: 27.4, warrantiesEnded: 1 } })).toEqual([
      'Out of warranty: 27.4% → 26.9%, although 1 warranty of devices in use ended.',
    ])
    expect(texts({ daysSinceReport: 104, lastMonth: { daysSinceReportBefore: 74 } })).toEqual([
      'No report was published: the latest is 104 days old.',
    ])
    const briefed = { lastReportAt: null, lastBriefAt: '2026-11-20T09:00:00.000Z' }
    expect(texts({ ...briefed, daysSinceReport: 5, lastMonth: { daysSinceReportBefore: 74 } })).toEqual([
      'The last brief was emailed 5 days ago; a month ago the latest was 74 days old.',
    ])
    expect(texts({ ...briefed, daysSinceReport: 31, lastMonth: {} })).toEqual([
      'No report was published and no brief emailed: the latest is 31 days old.',
    ])
  })
})
