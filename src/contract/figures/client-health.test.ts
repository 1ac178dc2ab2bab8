import { describe, expect, it } from 'vitest'
import { defaultThresholds, healthOf, healthRank, parseThresholds, thresholdsText } from './client-health'

const judge = (client: Parameters<typeof healthOf>[0]) => healthOf(client, defaultThresholds)

describe('Health', () => {
  it('is unknown without any input', () => {
    expect(judge({})).toEqual({ level: null, reasons: [], judged: 0 })
    expect(judge({ score: null, outOfWarranty: null, trainingDone: null, daysSinceReport: null }).level).toBeNull()
    expect(healthRank(judge({}))).toBeNull()
  })

  it('is unknown of inactive clients', () => {
    expect(judge({ status: 'inactive', outOfWarranty: 100 })).toEqual({ level: null, reasons: [], judged: 0 })
    expect(judge({ status: 'pending', outOfWarranty: 100 })).toMatchObject({ level: 'act' })
  })

  it('takes no zero for good where nothing was counted', () => {
    expect(judge({ waiting: 0, answers: 0, goalsOverdue: 0, goals: 0 }).level).toBeNull()
    expect(judge({ waiting: 0, answers: 4, goalsOverdue: 0, goals: 0 })).toMatchObject({ level: 'good', judged: 1 })
  })

  it('leaves a score of under ten answers out', () => {
    expect(judge({ score: -100, answers: 9 }).level).toBeNull()
    expect(judge({ score: -100, answers: 10 })).toMatchObject({ level: 'act' })
  })

  it('is that of the worst figure, and names each that is not good, the worst first', () => {
    expect(judge({ goalsOverdue: 1, goals: 4, outOfWarranty: 50, trainingDone: 100 })).toEqual({
      level: 'act',
      reasons: [
        { figure: 'outOfWarranty', level: 'act' },
        { figure: 'goalsOverdue', level: 'watch' },
      ],
      judged: 3,
    })
  })

  it('counts a limit itself as reached where more is worse, and not where less is', () => {
    const level = (client: object) => judge(client).level
    expect([24.9, 25, 49.9, 50].map((outOfWarranty) => level({ outOfWarranty }))).toEqual([
      ...['good', 'watch', 'watch', 'act'],
    ])
    expect([20, 19.9, 0, -0.1].map((score) => level({ score, answers: 20 }))).toEqual([
      ...['good', 'watch', 'watch', 'act'],
    ])
  })

  it('ranks clients by reasons to act before those to watch', () => {
    const ranks = [
      { outOfWarranty: 0 },
      { outOfWarranty: 30 },
      { outOfWarranty: 30, daysSinceReport: 120 },
      { outOfWarranty: 60 },
      { outOfWarranty: 60, daysSinceReport: 300 },
    ].map((client) => healthRank(judge(client)))
    expect(ranks).toEqual([0, 1, 2, 100, 200])
  })
})

describe('Thresholds as text', () => {
  it('are read back as they were written, and the default is empty', () => {
    const own = { ...defaultThresholds, score: { watch: 30, act: -10.5 }, waiting: null }
    expect(thresholdsText(own)).toBe('score:30:-10.5,waiting:off')
    expect(parseThresholds(thresholdsText(own))).toEqual(own)
    expect(thresholdsText(defaultThresholds)).toBe('')
    expect(parseThresholds('')).toEqual(defaultThresholds)
  })

  it.each([
    'score',
    'score:1',
    'score:0:20',
    'waiting:3:1',
    'budgetPerHead:1:2',
    'nothing:1:2',
    'score:x:y',
    ',',
    'score:1:0,',
  ])('refuse %s', (text) => {
    expect(parseThresholds(text)).toBeNull()
  })

  it('leave a figure out that is off', () => {
    const thresholds = parseThresholds('outOfWarranty:off') ?? defaultThresholds
    expect(healthOf({ outOfWarranty: 100 }, thresholds)).toEqual({ level: null, reasons: [], judged: 0 })
  })
})
