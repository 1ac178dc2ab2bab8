import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answersOf } from '../../../../contract/nps'
import { groupByCompany, rankClients } from './by-company'

const of = (companyId: string, ...scores: number[]) =>
  scores.map((score) => ({ companyId, companyName: companyId, score }))

describe('the scores of clients', () => {
  it('begin with the least happy, and keep those with few responses apart', () => {
    const answers = [
      ...of('content', 10, 10, 10, 10, 10, 10, 9, 9, 8, 3),
      ...of('unhappy', 10, 9, 8, 8, 7, 3, 2, 1, 0, 6),
      ...of('glad', 10),
      ...of('anecdote', 0),
      ...of('anecdotes', 0, 1),
    ]
    const { ranked, anecdotal } = rankClients(groupByCompany(answers))
    expect(ranked.map(({ companyId, nps }) => [companyId, nps])).toEqual([
      ['unhappy', -30],
      ['content', 70],
    ])
    expect(anecdotal.map(({ companyId, nps }) => [companyId, nps])).toEqual([
      ['anecdotes', -100],
      ['anecdote', -100],
      ['glad', 100],
    ])
  })

  it('count every answer that names a company and has a score, once', () => {
    const answer = fc.record({
      companyId: fc.constantFrom('a', 'b', null),
      score: fc.option(fc.integer({ min: 0, max: 10 })),
    })
    fc.assert(
      fc.property(fc.array(answer), (answers) => {
        const { ranked, anecdotal } = rankClients(groupByCompany(answers))
        const counted = [...ranked, ...anecdotal].reduce((sum, { counts }) => sum + answersOf(counts), 0)
        expect(counted).toBe(answers.filter(({ companyId, score }) => companyId && score !== null).length)
      }),
      { seed: 23 },
    )
  })
})
