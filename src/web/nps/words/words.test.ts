import { describe, expect, it } from 'vitest'
import { differenceOf, sharesOf, wordsOf, zOf } from '../../../contract/figures/words'
import { compareTerms, usesOf } from './words'

describe('the words of a comment', () => {
  it('are counted once, without case, numbers, marks and words that say nothing', () => {
    expect(wordsOf("The printer! The PRINTER is slow; Wi-Fi isn’t, and 42 don't count.")).toEqual([
      'printer',
      'slow',
      'wi-fi',
      'count',
    ])
    expect(wordsOf('Der Drucker ist nicht schnell')).toEqual(['drucker', 'schnell'])
    expect(wordsOf('L’imprimante est très lente')).toEqual(['l’imprimante', 'lente'])
    expect(wordsOf('شكرا جزيلا على المساعدة السريعة')).toContain('المساعدة')
    expect(wordsOf('')).toEqual([])
  })

  it('are found in a language without spaces', () => {
    expect(wordsOf('助かりました。ありがとうございます。').length).toBeGreaterThan(0)
  })
})

const answers = (count: number, score: number | null, feedbackText: string | null, tags: string[] = []) =>
  Array.from({ length: count }, (_, at) => ({ id: `${score}-${feedbackText}-${at}`, score, feedbackText, tags }))

describe('words of promoters and detractors', () => {
  it('differ by the share of responses that use them, in standard errors', () => {
    // Of 40 promoters 20 say "quick", of 20 detractors 2: p = 22 ÷ 60, so (0.5 − 0.1) ÷ √(0.36667 × 0.63333 × 0.075) = 3.031.
    expect(zOf(20, 40, 2, 20)).toBeCloseTo(3.031, 3)
    expect(zOf(0, 0, 2, 20)).toBe(0)
    expect(zOf(40, 40, 20, 20)).toBe(0)
  })

  it('are those used more, by more than chance and in five responses at least', () => {
    const all = [
      ...answers(20, 10, 'Quick engineer'),
      ...answers(20, 9, 'Friendly engineer'),
      ...answers(2, 3, 'Quick engineer'),
      ...answers(14, 3, 'Slow engineer'),
      ...answers(4, 0, 'Kettle'),
      ...answers(9, 8, 'Slow'),
      ...answers(9, 2, null),
      ...answers(1, null, 'Quick'),
    ]
    const { n, ofPromoters, ofDetractors } = compareTerms('word', all)
    expect(n).toEqual({ promoters: 40, detractors: 20 })
    expect(ofPromoters.map(({ word, promoters, detractors }) => [word, promoters, detractors])).toEqual([
      ['friendly', 20, 0],
      ['quick', 20, 2],
      ['engineer', 40, 16],
    ])
    const quick = ofPromoters[1] ?? expect.unreachable()
    expect([sharesOf(quick, n), differenceOf(quick, n)]).toEqual([{ promoters: 50, detractors: 10 }, 40])
    // "kettle" is said by four only; passives are neither.
    expect(ofDetractors.map((use) => [use.word, differenceOf(use, n)])).toEqual([['slow', -70]])
    expect(usesOf(all, 'word', 'quick')).toHaveLength(22)
  })

  it('are none without both groups', () => {
    const { ofPromoters, ofDetractors, n } = compareTerms('word', answers(50, 10, 'Quick'))
    expect([ofPromoters, ofDetractors, n]).toEqual([[], [], { promoters: 50, detractors: 0 }])
    expect(compareTerms('word', [])).toEqual({ n: { promoters: 0, detractors: 0 }, ofPromoters: [], ofDetractors: [] })
  })

  it('and tags are compared alike', () => {
    const all = [...answers(10, 10, 'a', ['Onsite ']), ...answers(10, 10, 'b'), ...answers(20, 2, 'c', ['hardware'])]
    const { ofPromoters, ofDetractors } = compareTerms('tag', all)
    expect(ofPromoters.map(({ word, promoters }) => [word, promoters])).toEqual([['onsite', 10]])
    expect(ofDetractors.map(({ word, detractors }) => [word, detractors])).toEqual([['hardware', 20]])
    expect(usesOf(all, 'tag', 'hardware')).toHaveLength(20)
  })
})
