import { type BriefBrand, type BriefChoice, defaultBrand, defaultChoice } from '../../../contract/core/brief-document'
import { goalChanges } from '../../../contract/figures/goal-changes'
import { spansOf } from '../nps/period'
import type { BriefData } from './data'

/** Clients for the tests and pictures of briefs, as different as clients are. */
const now = new Date('2026-11-25T12:00:00.000Z')
const period = { dateFrom: '2026-08-28', dateTo: '2026-11-25' }
const nobody = { promoter: 0, passive: 0, detractor: 0 }
const totals = {
  ...{ softwareTotal: 750, hardwareTotal: 0, labourTotal: 250.5, subscriptionTotal: 0, otherTotal: 0 },
  grandTotal: 1000.5,
}
const updatedAt = '2026-10-01T09:00:00.000Z'
const budget = { updatedAt, totals }

const someGoals = [
  { id: 'a', title: 'Later', dueDate: '2027-01-31T00:00:00.000Z', progressPercentage: 40 },
  { id: 'b', title: 'Late', dueDate: '2026-11-24T00:00:00.000Z', progressPercentage: null },
  { id: 'c', title: 'Some day', dueDate: null, progressPercentage: 0 },
  { id: 'd', title: 'Done', dueDate: '2026-01-31T00:00:00.000Z', progressPercentage: 100 },
].map((goal) => ({ ...goal, createdAt: '2026-01-01T00:00:00.000Z', updatedAt }))

export const empty: BriefData = {
  now,
  client: 'Oakfield',
  satisfaction: { period, counts: nobody, before: nobody, quarters: [], quotations: [] },
  changes: { since: null, found: null },
  budgets: [],
  scenario: undefined,
  goals: [],
  estate: { total: 0, ended: 0, within30: 0, in30To89: 0, ending: [], plan: [] },
  people: { total: 0, enrollments: [], coverage: null },
}

export const whole: BriefData = {
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
    quotations: [
      { feedbackText: 'Always quick, always kind.', score: 10, responseDate: '2026-11-02T10:00:00.000Z' },
      null,
    ],
  },
  changes: {
    since: '2026-09-30',
    found: {
      companyId: 'client',
      period: { dateFrom: '2026-09-30', dateTo: '2026-11-25' },
      before: { dateFrom: '2026-08-04', dateTo: '2026-09-29' },
      start: Date.UTC(2026, 8, 30),
      score: { now: { promoter: 3, passive: 1, detractor: 0 }, before: { promoter: 1, passive: 1, detractor: 0 } },
      goals: goalChanges(
        someGoals.map((goal) => ({
          ...goal,
          updates: goal.id === 'a' ? [{ progressPercentage: 40, createdAt: updatedAt }] : [],
        })),
        { dateFrom: '2026-09-30', dateTo: '2026-11-25' },
        Date.parse('2026-09-30'),
      ),
      budgets: [
        {
          id: 'a',
          title: 'Plan',
          currency: 'GBP',
          // Saved as it was.
          events: [{ id: '4', author: 'Ida Lund', before: { version: 1 }, after: { version: 2 } }],
        },
        {
          id: 'b',
          title: 'Last plan',
          currency: 'EUR',
          // Newest first: it was a proposal of 900.
          events: [
            { id: '2', author: 'Ida Lund', before: { status: 'PendingApproval' }, after: { status: 'Approved' } },
            { id: '1', author: 'Ida Lund', before: { totals: { grandTotal: 900 } }, after: { totals } },
          ],
        },
        {
          id: 'c',
          title: 'Our thoughts',
          currency: 'USD',
          events: [{ id: '3', author: 'Ida Lund', before: { totals: { grandTotal: 1 } }, after: { totals } }],
        },
      ],
      warranties: 4,
      people: {
        came: [{ id: '1', fullName: 'Otto Berg' }],
        left: [
          { id: '2', fullName: 'Anna Berg' },
          { id: '3', fullName: 'Cy Berg' },
        ],
        silent: 5,
      },
    },
  },
  budgets: [
    { ...budget, id: 'a', title: 'Plan', fiscalYear: 2027, status: 'PendingApproval', currency: 'GBP' },
    { ...budget, id: 'b', title: 'Last plan', fiscalYear: 2026, status: 'Approved', currency: 'EUR' },
    { ...budget, id: 'c', title: 'Our thoughts', fiscalYear: 2028, status: 'Draft', currency: 'USD' },
  ],
  scenario: {
    title: 'Last plan',
    currency: 'EUR',
    years: [2026, 2027].map((year) => ({
      year,
      saved: {} as never,
      what: {} as never,
      savedTotal: 1000.5,
      total: 1100.55,
      change: 100.05,
    })),
  },
  goals: someGoals,
  estate: {
    total: 400,
    ended: 20,
    within30: 2,
    in30To89: 3,
    ending: Array.from({ length: 25 }, (_, at) => ({
      id: String(at),
      name: `PC-${at}`,
      model: null,
      // The earlier of two dates counts.
      warrantyEnd: new Date(Date.UTC(2026, 0, 25 - at)).toISOString(),
      warrantyExpires: '2029-01-01T00:00:00.000Z',
    })),
    plan: [
      { span: { dateFrom: '2026-10-01', dateTo: '2026-12-31' }, count: 2 },
      { span: { dateFrom: '2027-01-01', dateTo: '2027-03-31' }, count: 12 },
    ],
  },
  people: {
    total: 31,
    coverage: { people: 24, answered: 9 },
    enrollments: ['Phishing', 'Phishing', 'First aid for data'].map((title, at) => ({
      course: { id: title, title, courseType: null },
      completedAt: at === 0 ? '2026-10-12T08:00:00.000Z' : null,
    })),
  },
}

const [firstGoal] = whole.goals ?? []
const large: BriefData = {
  ...whole,
  client: 'Harbour Logistics',
  satisfaction: whole.satisfaction && {
    ...whole.satisfaction,
    quarters: spansOf('quarter', period.dateTo, 8).map((span, at) => ({
      span,
      counts: { promoter: at, passive: 3, detractor: at % 3 },
    })),
  },
  goals: Array.from({ length: 18 }, (_, at) => ({
    id: String(at),
    title: `Replace the switch in building ${at}`,
    dueDate: new Date(Date.UTC(2027, at, 1)).toISOString(),
    progressPercentage: 5 * at,
    createdAt: updatedAt,
    updatedAt,
  })),
}
const inThreeCurrencies: BriefData = {
  ...empty,
  client: 'Trident Trading',
  budgets: ['EUR', 'GBP', 'JPY'].map((currency, at) => ({
    ...budget,
    id: currency,
    title: `Plan for ${currency}`,
    fiscalYear: 2027 - at,
    status: 'Approved',
    currency,
    totals: { ...totals, softwareTotal: 18_750, hardwareTotal: 7200.5, grandTotal: 26_201 },
  })),
  scenario: whole.scenario,
}
export const named = (client: string): BriefData => ({
  ...large,
  client,
  budgets: [{ ...budget, id: 'a', title: client, fiscalYear: 2026, status: 'Approved', currency: 'EUR' }],
  goals: firstGoal ? [{ ...firstGoal, title: client }] : [],
})
const [japanese, russian] = ['株式会社東京システム', 'ООО «Северсталь»']

type Client = { name: string; data: BriefData; choice: BriefChoice; brand: BriefBrand }

const client = (name: string, data: BriefData, language: BriefChoice['language'], more: Partial<Client> = {}) => ({
  ...{ name, data, brand: defaultBrand },
  ...more,
  choice: { ...defaultChoice, ...more.choice, language },
})
const ours = { name: 'Northgate IT', colour: '#0b6b53', footer: 'Northgate IT Ltd, 1 Quay Street, Bristol' }
const proposal = `First, replace the twelve laptops whose warranty has ended.\n${'Then move the file server to the cloud, floor by floor. '.repeat(90)}`

export const clients: Client[] = [
  client('no answers', empty, 'fr'),
  client(
    'one answer',
    {
      ...empty,
      client: 'Mill Lane Dental',
      satisfaction: {
        ...{ period, counts: { promoter: 1, passive: 0, detractor: 0 }, before: nobody, quarters: [] },
        quotations: [{ feedbackText: 'Thank you!', score: 9, responseDate: updatedAt }],
      },
    },
    'en',
  ),
  client('400 devices', large, 'en', {
    brand: { ...defaultBrand, ...ours },
    choice: { ...defaultChoice, proposal, secondSentence: 'The new office is ready.' },
  }),
  client('three currencies', inThreeCurrencies, 'es'),
  client('a name of 200 letters without a space', named('Donaudampfschifffahrt'.repeat(10).slice(0, 200)), 'de'),
  client('a name of 200 letters in words', named('Anchor & Sons of Inverness '.repeat(8).slice(0, 200).trim()), 'nl'),
  client('Japanese and Cyrillic names', named(`${japanese} / ${russian}`), 'es'),
]
