import { describe, expect, it } from 'vitest'
import { npsCategories } from '../../contract/nps'
import { answersOf, type Counts, categoryOf, npsOf, shareOf, statisticsOf } from './score'

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
