import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answersOf, type Counts, npsCategories, npsOf } from '../../../contract/nps'
import { categoryOf, changeOf, marginOf, shareOf, statisticsOf } from './score'

const counts = (promoter: number, passive: number, detractor: number): Counts => ({ promoter, passive, detractor })

describe('the score', () => {
  it.each([
    [236, 97, 79, 38.1],
    [10, 0, 0, 100],
    [0, 0, 3, -100],
    [5, 0, 5, 0],
    [0, 5, 0, 0],
    [1, 0, 2, -33.3],
    [0, 79, 1, -1.3],
    [1, 79, 0, 1.3],
    [0, 0, 0, null],
  ])('of %i promoters, %i passives and %i detractors is %j', (promoter, passive, detractor, score) => {
    expect(npsOf(counts(promoter, passive, detractor))).toBe(score)
  })

  it('counts every answer in the parts', () => {
    const some = counts(236, 97, 79)
    expect(answersOf(some)).toBe(412)
    expect(npsCategories.map((category) => shareOf(some, category))).toEqual([57.3, 23.5, 19.2])
    expect(shareOf(counts(0, 0, 0), 'passive')).toBeNull()
  })
})

describe('the category', () => {
  it.each([
    [10, undefined, 'promoter'],
    [9, null, 'promoter'],
    [8, undefined, 'passive'],
    [7, 'unheard of', 'passive'],
    [6, undefined, 'detractor'],
    [0, undefined, 'detractor'],
    [3, 'passive', 'passive'],
    [null, 'detractor', 'detractor'],
    [null, null, null],
  ])('of %j that is said to be %j is %j', (score, said, category) => {
    expect(categoryOf(score, said)).toBe(category)
  })
})

describe('the statistics that a server gives', () => {
  const figures = { npsScore: 40, averageScore: 8.1, promotersCount: 5, passivesCount: 4, detractorsCount: 1 }

  it('are taken as they are', () => {
    expect(statisticsOf(figures)).toEqual({ nps: 40, average: 8.1, counts: counts(5, 4, 1) })
  })

  it('are completed from the counts, and are none without one of them', () => {
    expect(statisticsOf({ promotersCount: 5, passivesCount: 4, detractorsCount: 1 })).toEqual({
      nps: 40,
      average: null,
      counts: counts(5, 4, 1),
    })
    expect(statisticsOf({ ...figures, passivesCount: null })).toBeNull()
    expect(statisticsOf(undefined)).toBeNull()
  })
})

describe('the margin of a score', () => {
  const counts = (promoter: number, passive: number, detractor: number) => ({ promoter, passive, detractor })

  it.each([
    // 18 promoters, 8 passives, 4 detractors: p 0.6, d 0.1333, variance 0.5156, standard error 0.1311.
    [counts(18, 8, 4), 25.69],
    // Half and half is the widest there is: 196 / √n.
    [counts(50, 0, 50), 19.6],
  ])('of %j is ±%s', (given, margin) => {
    expect(marginOf(given)).toBeCloseTo(margin, 1)
  })

  it('is none without answers, and where they are all of one kind', () => {
    expect(marginOf(counts(0, 0, 0))).toBeNull()
    expect(marginOf(counts(7, 0, 0))).toBeNull()
    expect(marginOf(counts(0, 1, 0))).toBeNull()
    expect(marginOf(counts(0, 30, 0))).toBeNull()
    expect(marginOf(counts(0, 0, 10))).toBeNull()
    expect(marginOf(counts(8, 1, 0))).not.toBeNull()
  })

  it('is the 1.96 standard errors of the mean of the answers themselves, and halves with four times as many', () => {
    const some = fc.nat(60)
    fc.assert(
      fc.property(some, some, some, (promoter, passive, detractor) => {
        const given = counts(promoter, passive, detractor)
        const answers = [
          ...Array<number>(promoter).fill(1),
          ...Array<number>(passive).fill(0),
          ...Array<number>(detractor).fill(-1),
        ]
        if (new Set(answers).size < 2) return
        const mean = answers.reduce((sum, answer) => sum + answer, 0) / answers.length
        const variance = answers.reduce((sum, answer) => sum + (answer - mean) ** 2, 0) / answers.length
        expect(marginOf(given)).toBeCloseTo(196 * Math.sqrt(variance / answers.length), 6)
        expect(marginOf(counts(4 * promoter, 4 * passive, 4 * detractor))).toBeCloseTo((marginOf(given) ?? 0) / 2, 6)
      }),
      { seed: 5 },
    )
  })

  it('tells a change from chance only when the margins do not overlap and there are answers enough', () => {
    expect(changeOf(counts(18, 8, 4), counts(14, 10, 6))).toEqual({ by: 20, doubt: 'chance' })
    expect(changeOf(counts(180, 10, 10), counts(60, 60, 80))).toEqual({ by: 95, doubt: null })
    expect(changeOf(counts(9, 0, 0), counts(0, 0, 9))).toEqual({ by: 200, doubt: 'few' })
    expect(changeOf(counts(12, 0, 0), counts(20, 5, 0))).toEqual({ by: 20, doubt: 'chance' })
    expect(changeOf(counts(40, 0, 0), counts(10, 10, 20))).toEqual({ by: 125, doubt: null })
    expect(changeOf(counts(0, 20, 0), counts(0, 0, 20))).toEqual({ by: 100, doubt: null })
    expect(changeOf(counts(0, 0, 0), counts(180, 10, 10))).toBeNull()
  })
})
