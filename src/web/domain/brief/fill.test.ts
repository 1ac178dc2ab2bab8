import { describe, expect, it } from 'vitest'
import { type Block, sectionNames } from '../../../contract/core/brief-document'
import type { BriefData } from './data'
import { fillBrief } from './fill'
import { type Language, languages } from './languages'
import { textsIn } from './texts/by-language'

const now = new Date('2026-11-25T12:00:00Z')
const nobody = { promoter: 0, passive: 0, detractor: 0 }
const period = { dateFrom: '2026-08-28', dateTo: '2026-11-25' }
const totals = {
  softwareTotal: 750,
  hardwareTotal: 0,
  labourTotal: 250.5,
  subscriptionTotal: 0,
  otherTotal: 0,
  grandTotal: 1000.5,
}

const empty: BriefData = {
  now,
  client: 'Oakfield',
  satisfaction: { period, counts: nobody, before: nobody, quarters: [] },
  budgets: [],
  goals: [],
  estate: { total: 0, ended: 0, within30: 0, in31To90: 0, ending: [] },
}

const whole: BriefData = {
  ...empty,
  // 60 promoters and 20 detractors of 100: +40, margin 1.96 × √(0.8 − 0.16) ÷ 10 × 100 = ±15.68. Before: 20 and 60: −40.
  satisfaction: {
    period,
    counts: { promoter: 60, passive: 20, detractor: 20 },
    before: { promoter: 20, passive: 20, detractor: 60 },
    quarters: [
      { span: { dateFrom: '2026-07-01', dateTo: '2026-09-30' }, counts: nobody },
      { span: { dateFrom: '2026-10-01', dateTo: '2026-12-31' }, counts: { promoter: 3, passive: 1, detractor: 0 } },
    ],
  },
  budgets: [
    { id: 'a', title: 'Plan', fiscalYear: 2027, status: 'PendingApproval', currency: 'GBP', totals },
    { id: 'b', title: 'Last plan', fiscalYear: 2026, status: 'Approved', currency: 'EUR', totals },
    { id: 'c', title: 'Our thoughts', fiscalYear: 2028, status: 'Draft', currency: 'USD', totals },
  ],
  goals: [
    { id: 'a', title: 'Later', dueDate: '2027-01-31T00:00:00.000Z', progressPercentage: 40 },
    { id: 'b', title: 'Late', dueDate: '2026-11-24T00:00:00.000Z', progressPercentage: null },
    { id: 'c', title: 'Some day', dueDate: null, progressPercentage: 0 },
    { id: 'd', title: 'Done', dueDate: '2026-01-31T00:00:00.000Z', progressPercentage: 100 },
  ],
  estate: {
    total: 400,
    ended: 20,
    within30: 2,
    in31To90: 3,
    ending: Array.from({ length: 25 }, (_, at) => ({
      id: String(at),
      name: `PC-${at}`,
      model: null,
      // The earlier of two dates counts.
      warrantyEnd: new Date(Date.UTC(2026, 0, 25 - at)).toISOString(),
      warrantyExpires: '2029-01-01T00:00:00.000Z',
    })),
  },
}

const briefOf = (data: BriefData, language: Language = 'en') => fillBrief(data, { language, sections: sectionNames })
const blocksOf = (data: BriefData, name: string, language?: Language) =>
  briefOf(data, language).sections.find((section) => section.name === name)?.blocks ?? []
const textsOf = (blocks: Block[]) => blocks.flatMap((block) => (block.kind === 'paragraph' ? [block.text] : []))
const tableOf = (blocks: Block[], caption: string) =>
  blocks.flatMap((block) => (block.kind === 'table' && block.caption === caption ? [block.rows] : []))[0]
/** Intl puts spaces of several kinds. */
const plain = (text: string) => text.replaceAll(/\s/g, ' ')

describe('A client brief', () => {
  it('says in three sentences what matters, each with its reason', () => {
    expect(textsOf(blocksOf(whole, 'summary'))).toEqual([
      'The satisfaction score is +40.0, from 100 responses in the last 90 days. It has risen by 80 points on the 90 days before.',
      'The budget for 2026 is €1,000.50. The largest share is software, at 75.0%.',
      'The warranty of 20 devices has ended. The warranty of 5 devices ends within 90 days.',
    ])
  })

  it('does not call chance a change, nor a few answers a measure', () => {
    const scored = (counts: object, before: object) =>
      textsOf(
        blocksOf({ ...whole, satisfaction: { ...whole.satisfaction, counts, before } } as BriefData, 'summary'),
      )[0]
    expect(scored({ promoter: 5, passive: 4, detractor: 3 }, { promoter: 4, passive: 4, detractor: 4 })).toMatch(
      /is \+16.7, from 12 responses .* within the margin of error/,
    )
    expect(scored({ promoter: 1, passive: 0, detractor: 0 }, nobody)).toMatch(
      /is \+100.0, from 1 response .* impression rather than a measure/,
    )
  })

  it('gives a score with its margin, its number of answers, its past and its quarters', () => {
    const [figure, chart] = blocksOf(whole, 'satisfaction')
    expect(figure).toMatchObject({
      value: '+40.0',
      notes: [
        '100 responses, 28 August 2026 to 25 November 2026',
        '±16 points at 95% confidence',
        '90 days before: −40.0, from 100 responses',
      ],
    })
    expect(chart).toMatchObject({
      alternative: 'Score by quarter. Q4 2026: +75.0, 4 responses.',
      points: [
        { label: 'Q3 2026', value: null, isFaint: true },
        { label: 'Q4 2026', value: 75, text: '+75.0', isFaint: true },
      ],
    })
    expect(tableOf(blocksOf(whole, 'satisfaction'), 'Responses by group')).toEqual([
      ['Promoters (9–10)', '60', '60.0%'],
      ['Passives (7–8)', '20', '20.0%'],
      ['Detractors (0–6)', '20', '20.0%'],
    ])
  })

  it('shows approved and proposed budgets, never adds currencies, and keeps drafts in the house', () => {
    const blocks = blocksOf(whole, 'budget')
    expect(tableOf(blocks, 'Budgets by year')).toEqual([
      ['2027', 'Plan', 'Proposed', '£1,000.50'],
      ['2026', 'Last plan', 'Approved', '€1,000.50'],
    ])
    expect(tableOf(blocks, 'Budget by category')).toEqual([
      ['Software', '75.0%', '£750.00'],
      ['Labour', '25.0%', '£250.50'],
    ])
    expect(textsOf(blocks)).toEqual([textsIn.en.ownCurrency])
    expect(JSON.stringify(briefOf(whole).sections)).not.toContain('Our thoughts')
    expect(briefOf(whole).leftOut).toEqual(['1 draft or obsolete budget is left out.'])
  })

  it('lists open goals by due date, those without one last', () => {
    const blocks = blocksOf(whole, 'goals')
    expect(tableOf(blocks, 'Open goals by due date')).toEqual([
      ['Late', '24 November 2026 (overdue)', '0%'],
      ['Later', '31 January 2027', '40%'],
      ['Some day', 'No date', '0%'],
    ])
    expect(textsOf(blocks)).toEqual(['1 goal completed.'])
  })

  it('counts every device once, and lists those to replace first', () => {
    const blocks = blocksOf(whole, 'estate')
    const chart = blocks.find(({ kind }) => kind === 'chart')
    expect(chart).toMatchObject({ points: [{ value: 20 }, { value: 2 }, { value: 3 }, { value: 375 }] })
    const rows = tableOf(blocks, 'Replace first') ?? []
    expect(rows).toHaveLength(20)
    expect(rows[0]).toEqual(['PC-24', '—', '1 January 2026'])
    expect(textsOf(blocks)).toEqual(['And 5 more.'])
  })

  it.each(Object.keys(languages) as Language[])('is whole in %s, with and without numbers', (language) => {
    const texts = textsIn[language]
    for (const data of [whole, empty]) {
      const brief = briefOf(data, language)
      expect(brief.sections.map(({ title }) => title)).toEqual(sectionNames.map((name) => texts.sections[name]))
      expect(JSON.stringify(brief)).not.toMatch(/undefined|NaN|null,null|\[object/)
    }
    expect(textsOf(blocksOf(empty, 'summary', language))).toEqual([texts.noAnswers])
    expect(textsOf(blocksOf(empty, 'budget', language))).toEqual([texts.noBudget])
    expect(textsOf(blocksOf(empty, 'goals', language))).toEqual([texts.noGoals])
    expect(textsOf(blocksOf(empty, 'estate', language))).toEqual([texts.noDevices])
  })

  it('writes numbers, money and dates as the language does', () => {
    const german = blocksOf(whole, 'budget', 'de')
    expect(plain(String(tableOf(german, 'Budgets nach Jahr')?.[1]))).toBe('2026,Last plan,Genehmigt,1.000,50 €')
    expect(briefOf(whole, 'fr').date).toBe('25 novembre 2026')
    expect(plain(textsOf(blocksOf(whole, 'summary', 'fr'))[2] ?? '')).toBe(
      '20 appareils ne sont plus sous garantie. La garantie de 5 appareils expire dans les 90 jours.',
    )
    expect(plain(textsOf(blocksOf(whole, 'summary', 'nl'))[1] ?? '')).toMatch(/^Het budget voor 2026 is € 1\.000,50\./)
  })

  it('has only the sections that are chosen, and tells the account manager which could not be read', () => {
    const brief = fillBrief(
      { ...whole, goals: null, estate: null },
      { language: 'es', sections: ['goals', 'estate', 'sources'] },
    )
    expect(brief.sections.map(({ name }) => name)).toEqual(['sources'])
    expect(brief.leftOut[0]).toContain('Objetivos y Dispositivos')
  })

  it('has nothing of a record but what it says', () => {
    expect(JSON.stringify(briefOf(whole))).not.toMatch(/"id"/)
  })
})
