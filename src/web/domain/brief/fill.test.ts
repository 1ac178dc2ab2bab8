import { describe, expect, it } from 'vitest'
import {
  type Block,
  type BriefChoice,
  defaultBrand,
  defaultChoice,
  sectionNames,
} from '../../../contract/core/brief-document'
import type { BriefData } from './data'
import { fillBrief, lettersFor } from './fill'
import { type Language, languages } from './languages'
import { empty, whole } from './sample-clients'
import { textsIn } from './texts/by-language'

const briefOf = (data: BriefData, language: Language = 'en', chosen: Partial<BriefChoice> = {}) =>
  fillBrief(data, { ...defaultChoice, language, ...chosen }, defaultBrand)
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
      'The satisfaction score is +40.0, from 100 responses in the last 90 days. It is up 80 points on the previous 90 days.',
      'The budget for 2026 is €1,000.50. The largest share is software, at 75.0%.',
      'The warranty of 20 devices has ended. The warranty of 5 devices ends within 90 days.',
    ])
  })

  it('says of the budget what its section shows, and nothing of a past year’s', () => {
    const secondOf = (budgets: { fiscalYear: number; status: string }[]) => {
      const [budget] = whole.budgets ?? []
      const data = { ...whole, budgets: budgets.map((one) => ({ ...budget, ...one })) } as BriefData
      return textsOf(blocksOf(data, 'summary'))[1]
    }
    const old = { fiscalYear: 2024, status: 'Approved' }
    expect(secondOf([old, { fiscalYear: 2026, status: 'PendingApproval' }])).toMatch(
      /^The proposed budget for 2026 is /,
    )
    expect(secondOf([old])).toMatch(/^The warranty /)
  })

  it('does not call chance a change, nor a few answers a measure', () => {
    const scored = (counts: object, before: object) =>
      textsOf(
        blocksOf({ ...whole, satisfaction: { ...whole.satisfaction, counts, before } } as BriefData, 'summary'),
      )[0]
    expect(scored({ promoter: 5, passive: 4, detractor: 3 }, { promoter: 4, passive: 4, detractor: 4 })).toMatch(
      /is \+16.7, from 12 responses .* within the margin of error/,
    )
    expect(scored({ promoter: 1, passive: 0, detractor: 0 }, { promoter: 0, passive: 0, detractor: 0 })).toMatch(
      /is \+100.0, from 1 response .* impression, not a measurement/,
    )
  })

  it('says by how many points a score has changed as the scores beside it do, and of one point in the singular', () => {
    const counts = { promoter: 8000, passive: 92_000, detractor: 0 }
    const changed = (promoter: number, language: Language) => {
      const before = { ...counts, promoter, passive: 100_000 - promoter }
      const data = { ...whole, satisfaction: { ...whole.satisfaction, counts, before } } as BriefData
      return textsOf(blocksOf(data, 'summary', language))[0]
    }
    expect(changed(6600, 'en')).toContain('is +8.0, from 100,000 responses in the last 90 days. It is up 1.4 points on')
    expect(changed(9000, 'en')).toContain('It is down 1 point on')
    expect(changed(6600, 'de')).toContain(' um 1,4 Punkte gestiegen')
    expect(changed(6600, 'fr')).toContain('Il a augmenté de 1,4 point par')
    const one = { de: 'um 1 Punkt gestiegen', fr: 'de 1 point par', es: 'subido 1 punto resp', nl: 'is 1 punt hoger' }
    for (const [language, text] of Object.entries(one)) expect(changed(7000, language as Language)).toContain(text)
  })

  it('gives a score with its margin, its number of answers, its past and its quarters', () => {
    const [figure, chart] = blocksOf(whole, 'satisfaction')
    expect(figure).toMatchObject({
      value: '+40.0',
      notes: [
        '100 responses, 28 August 2026 to 25 November 2026',
        '±16 points at 95% confidence',
        'Previous 90 days: −40.0, from 100 responses',
      ],
    })
    expect(chart).toMatchObject({
      alternative: 'Score by quarter. Q4 2026 (so far): +75.0, 4 responses.',
      points: [
        { label: 'Q3 2026', value: null, isFaint: true, title: 'Q3 2026: —' },
        { label: 'Q4 2026', note: 'so far', value: 75, text: '+75.0', isFaint: true, title: 'Q4 2026 (so far): +75.0' },
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
    expect(blocks[0]).toMatchObject({ notes: ['Last plan', 'Approved', '2027: £1,000.50, proposed'] })
    expect(tableOf(blocks, 'What if: Last plan')?.[1]).toEqual(['2027', '€1,000.50', '€1,100.55', '€100.05'])
    expect(tableOf(blocks, 'Budgets by year')).toEqual([
      ['2027', 'Plan', 'Proposed', '£1,000.50'],
      ['2026', 'Last plan', 'Approved', '€1,000.50'],
    ])
    expect(tableOf(blocks, 'Budget by category')).toEqual([
      ['Software', '75.0%', '€750.00'],
      ['Labour', '25.0%', '€250.50'],
    ])
    expect(textsOf(blocks)).toEqual([textsIn.en.ownCurrency])
    expect(JSON.stringify(briefOf(whole).sections)).not.toContain('Our thoughts')
    expect(briefOf(whole).leftOut).toContain('1 draft or obsolete budget is left out.')
  })

  it('names of next year’s budgets the one that leads, whatever their order', () => {
    const [budget] = whole.budgets ?? []
    const next = (status: string, title: string) => ({ ...budget, id: title, title, fiscalYear: 2027, status })
    const of = (budgets: object[]) =>
      blocksOf({ ...whole, budgets: [...budgets, { ...whole.budgets?.[1] }] } as BriefData, 'budget')[0]
    const [approved, waiting] = [next('Approved', 'a'), { ...next('PendingApproval', 'b'), currency: 'EUR' }]
    for (const budgets of [
      [approved, waiting],
      [waiting, approved],
    ])
      expect(of(budgets)).toMatchObject({ notes: ['Last plan', 'Approved', '2027: €1,000.50, proposed'] })
  })

  it('gives no category more than the whole, whatever credits there are', () => {
    const totals = { softwareTotal: 750, labourTotal: 250, otherTotal: -500, grandTotal: 500 }
    const data = { ...whole, budgets: [{ ...whole.budgets?.[1], totals }] } as BriefData
    expect(textsOf(blocksOf(data, 'summary'))[1]).toMatch(/The largest share is software, at 75\.0%\./)
    expect(tableOf(blocksOf(data, 'budget'), 'Budget by category')).toEqual([
      ['Software', '75.0%', '€750.00'],
      ['Labour', '25.0%', '€250.00'],
      ['Other', '—', '−€500.00'],
    ])
    const chart = blocksOf(data, 'budget').find(({ kind }) => kind === 'chart')
    expect(chart).toMatchObject({ points: [{ label: 'Software' }, { label: 'Labour' }] })
  })

  it('puts a goal in the quarter that it is planned for, as the road map does', () => {
    const goals = whole.goals?.map((goal) => (goal.id === 'c' ? goal : { ...goal, quarter: 'Q2', year: 2027 })) ?? []
    expect(tableOf(blocksOf({ ...whole, goals }, 'goals'), 'Open goals by due date')).toEqual([
      ['Q2 2027', 'Late', '24 November 2026 (overdue)', '0%'],
      ['Q2 2027', 'Later', '31 January 2027', '40%'],
      ['—', 'Some day', 'No date', '0%'],
    ])
  })

  it('lists open goals by due date, those without one last', () => {
    const blocks = blocksOf(whole, 'goals')
    expect(tableOf(blocks, 'Open goals by due date')).toEqual([
      ['Q4 2026', 'Late', '24 November 2026 (overdue)', '0%'],
      ['Q1 2027', 'Later', '31 January 2027', '40%'],
      ['—', 'Some day', 'No date', '0%'],
    ])
    expect(textsOf(blocks)).toEqual(['1 goal completed.'])
  })

  it('names no cancelled goal, as open or as done', () => {
    const goals = whole.goals?.map((goal) => ({ ...goal, status: { id: 'x', name: 'Cancelled' } })) ?? []
    expect(textsOf(blocksOf({ ...whole, goals }, 'goals'))).toEqual(['There are no open goals.'])
  })

  it('counts every device once, and lists those whose warranty ends first', () => {
    const blocks = blocksOf(whole, 'estate')
    const chart = blocks.find(({ kind }) => kind === 'chart')
    expect(chart).toMatchObject({ points: [{ value: 20 }, { value: 2 }, { value: 3 }, { value: 375 }] })
    const rows = tableOf(blocks, 'Warranties ending first') ?? []
    expect(rows).toHaveLength(20)
    expect(rows[0]).toEqual(['PC-24', '—', '1 January 2026'])
    expect(textsOf(blocks)).toEqual(['And 5 more.'])
  })

  it.each(Object.keys(languages) as Language[])('is whole in %s, with and without numbers', (language) => {
    const texts = textsIn[language]
    for (const data of [whole, empty]) {
      const brief = briefOf(data, language)
      // Nothing is proposed until someone writes it.
      const names = sectionNames.filter((name) => name !== 'proposal')
      expect(brief.sections.map(({ title }) => title)).toEqual(names.map((name) => texts.sections[name]))
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
    const satisfaction = (language: Language) => plain(JSON.stringify(blocksOf(whole, 'satisfaction', language)))
    expect(satisfaction('nl')).toContain('punten bij 95% betrouwbaarheid')
    expect(satisfaction('de')).toContain('Punkte bei 95 % Konfidenz')
    const first = { ...whole, now: new Date('2026-11-01T12:00:00.000Z') }
    expect([briefOf(first, 'fr').date, briefOf(first, 'es').date]).toEqual([
      '1er novembre 2026',
      '1 de noviembre de 2026',
    ])
    expect(tableOf(blocksOf(whole, 'estate', 'fr'), 'Premières garanties à expirer')?.[0]?.[2]).toBe('1er janvier 2026')
  })

  it('quotes and punctuates as the language does', () => {
    const quotation = (language: Language) => blocksOf(whole, 'satisfaction', language).at(-1)
    expect(quotation('de')).toMatchObject({ text: '„Always quick, always kind.“' })
    expect(quotation('fr')).toMatchObject({ text: '«\u00a0Always quick, always kind.\u00a0»' })
    expect(quotation('es')).toMatchObject({ text: '«Always quick, always kind.»' })
    expect(briefOf(whole, 'en').fullTitle).toBe('Client brief: Oakfield')
    expect(briefOf({ ...whole, client: '\u202e' }, 'en').fullTitle).toBe('Client brief')
    for (const data of [whole, empty]) {
      const french = briefOf(data, 'fr')
      const letter = lettersFor('Oakfield').fr.message
      // A line may not begin with a sign, nor end with an opening mark.
      expect(JSON.stringify([french, letter]).match(/.{9} [:;!?»]|« .{9}|\w[:;] .{9}/g)).toEqual(null)
    }
    expect(briefOf(whole, 'fr').fullTitle).toBe('Rapport client\u00a0: Oakfield')
  })

  it.each([
    ['en', 'It is up 1 point on', '±1 point at', 'person', 'device'],
    ['de', 'um 1 Punkt gestiegen', '±1 Punkt bei', 'Person', 'Gerät'],
    ['fr', 'augmenté de 1 point par', '±1 point, au', 'personne', 'appareil'],
    ['es', 'subido 1 punto respecto', '±1 punto con', 'persona', 'dispositivo'],
    ['nl', 'is 1 punt hoger', '±1 punt bij', 'persoon', 'apparaat'],
  ] as const)('counts one in %s', (language, risen, margin, person, device) => {
    const texts = textsIn[language]
    const one = { count: 1, text: '1' }
    expect([texts.risen(one), texts.margin(one, '95%')]).toEqual([
      expect.stringContaining(risen),
      expect.stringContaining(margin),
    ])
    expect(texts.fallen(one)).not.toMatch(/1 (points|Punkte|puntos|punten)/)
    const labelIn = (data: BriefData, name: string) => {
      const [figure] = blocksOf(data, name, language)
      return figure?.kind === 'figure' && `${figure.value} ${figure.label}`
    }
    const few = { ...empty, people: { ...empty.people, total: 1 }, estate: { ...empty.estate, total: 1 } } as BriefData
    expect([labelIn(few, 'people'), labelIn(few, 'estate')]).toEqual([`1 ${person}`, `1 ${device}`])
  })

  it('says what it says in each language', () => {
    const count = (count: number) => ({ count, text: String(count) })
    expect(textsIn.de.scoreIs('+40', count(1))).toBe(
      'Der Zufriedenheitswert liegt bei +40, auf Basis von 1 Antwort aus den letzten 90 Tagen.',
    )
    expect(textsIn.de.unapprovedBudgets(count(2))).toBe('2 Budgets (Entwurf oder veraltet) sind nicht enthalten.')
    expect([1, 5].map((rows) => textsIn.de.andMore(count(rows)))).toEqual([
      '1 weiterer Eintrag.',
      '5 weitere Einträge.',
    ])
    expect([1, 5].map((rows) => textsIn.fr.andMore(count(rows)))).toEqual(['Et 1 autre.', 'Et 5 autres.'])
    expect(textsIn.es.warrantiesEndSoon(count(1))).toBe('La garantía de 1 dispositivo vence en los próximos 90 días.')
    expect(textsIn.nl.warranties).toBe('Apparaten naar garantiestatus')
    expect(textsIn.nl.goalsOverdue(count(1))).toBe('1 doel is over de deadline heen.')
    expect(textsIn.nl.quarter(3, 2026)).toBe('Q3 2026')
    for (const { answeredOf } of Object.values(textsIn)) expect(answeredOf('1', '1')).toMatch(/: 1 \p{L}+ (the )?1/u)
  })

  it('has only the sections that are chosen, and tells the account manager which could not be read', () => {
    const brief = briefOf({ ...whole, goals: null, estate: null }, 'es', { sections: ['sources', 'goals', 'estate'] })
    expect(brief.sections.map(({ name }) => name)).toEqual(['sources'])
    expect(brief.leftOut[0]).toContain('Objetivos y Dispositivos')
    expect(brief.leftOutNames).toEqual(['goals', 'estate'])
  })

  it('has nothing of a record but what it says', () => {
    expect(JSON.stringify(briefOf(whole))).not.toMatch(/"id"/)
  })

  it('has the sentences, quotations and proposal that are chosen, and says which no longer fit', () => {
    const chosen = { secondSentence: 'The new office is ready.', proposal: 'Replace twelve laptops.\n\nThen rest.' }
    const brief = briefOf({ ...whole, scenario: null }, 'en', chosen)
    const [summary, satisfaction] = brief.sections
    expect(textsOf(summary?.blocks ?? [])[1]).toBe('The new office is ready.')
    expect(textsOf(summary?.blocks ?? [])[0]).toMatch(/^The satisfaction score is \+40.0/)
    expect(satisfaction?.blocks.at(-1)).toEqual({
      kind: 'quotation',
      text: '“Always quick, always kind.”',
      source: '10 out of 10, 2 November 2026',
    })
    const proposal = brief.sections.find(({ name }) => name === 'proposal')
    expect(textsOf(proposal?.blocks ?? [])).toEqual(['Replace twelve laptops.', 'Then rest.'])
    expect(brief.leftOutNames).toEqual(['draft-budgets', 'quotation', 'scenario'])
    expect(brief.leftOut.at(-1)).toBe(
      'The what-if scenario is left out, because its link no longer fits the budget. Copy it from the budget again.',
    )
  })

  it('tells what has changed since the last one, without names of people or drafts', () => {
    const blocks = blocksOf(whole, 'changes')
    expect(tableOf(blocks, 'Since 30 September 2026')).toEqual([
      ['New responses', '4'],
      ['Their score', '+75.0'],
      ['Score over the same number of days before', '+50.0'],
      ['Goals completed', '1'],
      ['Goals past their due date', '1'],
      ['Budgets added or changed', '1'],
      ['Courses completed', '1'],
      ['Warranties ended', '4'],
      ['People who joined', '1'],
      ['People who stopped signing in', '5'],
    ])
    expect(textsOf(blocks)).toEqual([textsIn.en.tooFewToCompare])
    expect(tableOf(blocks, 'Goals that changed')).toEqual([
      ['Done', 'completed'],
      ['Late', 'overdue, 0%'],
      ['Later', 'from 0% to 40%'],
    ])
    expect(tableOf(blocks, 'Budgets that changed')).toEqual([['Last plan', '€900.00, proposed', '€1,000.50, approved']])
    expect(JSON.stringify(blocks)).not.toMatch(/Berg|Lund|thoughts/)
    const { since = null, found = null } = whole.changes ?? {}
    const quick = { ...whole.goals?.[3], id: 'e', title: 'Quick' }
    const withGoals = found?.goals && {
      ...found.goals,
      done: [...found.goals.done, quick],
      added: [...found.goals.done, quick],
    }
    const doneAtOnce = blocksOf(
      { ...whole, changes: { since, found: found && { ...found, goals: withGoals ?? null } } },
      'changes',
    )
    expect(tableOf(doneAtOnce, 'Goals that changed')?.filter(([title]) => title === 'Quick')).toEqual([
      ['Quick', 'completed'],
    ])
    const withChanges = (change: object) => ({ ...whole, changes: { since, found: found && { ...found, ...change } } })
    const rowsOf = (data: BriefData) => tableOf(blocksOf(data, 'changes'), 'Since 30 September 2026')?.map(String)
    expect(rowsOf(withChanges({ budgets: null }))).toContain('Budgets saved since then,2')
    expect(rowsOf(withChanges({ cut: ['budgets'] }))?.join()).not.toContain('Budgets')
    expect(textsOf(blocksOf(empty, 'changes'))).toEqual([textsIn.en.firstBrief])
    const none = { ...empty, changes: { since: '2026-09-30', found: null } }
    expect(textsOf(blocksOf(none, 'changes'))).toEqual(['Nothing to report since 30 September 2026.'])
  })

  it('plans what to replace by quarter, and says who has learnt what without a name', () => {
    expect(tableOf(blocksOf(whole, 'estate'), 'Warranties ending, by quarter')).toEqual([
      ['Q4 2026 (from today)', '2'],
      ['Q1 2027', '12'],
    ])
    const [figure, table] = blocksOf(whole, 'people')
    expect(figure).toMatchObject({
      value: '31',
      label: 'people',
      notes: ['Answered a survey in the last 90 days: 9 of the 24 who could'],
    })
    expect(table).toMatchObject({
      rows: [
        ['Phishing', '2', '1', '50.0%'],
        ['First aid for data', '1', '0', '0.0%'],
      ],
    })
  })

  it('keeps courses of one title apart, and says how many its table lacks', () => {
    const enrollments = Array.from({ length: 23 }, (_, at) => ({
      course: { id: String(at), title: at < 2 ? 'Phishing' : `Course ${at}`, courseType: null },
      completedAt: null,
    }))
    const people = { ...whole.people, enrollments } as BriefData['people']
    const blocks = blocksOf({ ...whole, people }, 'people')
    const rows = tableOf(blocks, textsIn.en.trainings)?.map(([title, enrolled]) => [title, enrolled])
    expect(rows).toHaveLength(20)
    expect(rows?.slice(0, 3)).toEqual([
      ['Phishing', '1'],
      ['Phishing', '1'],
      ['Course 2', '1'],
    ])
    expect(textsOf(blocks)).toEqual(['And 3 more.'])
  })
})
