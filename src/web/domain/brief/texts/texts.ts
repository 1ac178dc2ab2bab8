import type { SectionName } from '../../../../contract/core/brief-document'
import type { Category } from '../../budgets/budget-labels'

/** A count, and the same as the language writes it. */
export type Count = { count: number; text: string }

/** All that a brief says, apart from names and numbers. A language that lacks a text does not compile. */
export type Texts = {
  brief: string
  /** The email that brings the brief, unless the sender writes another. The client may have no name. */
  letter: (client: string) => string
  sections: Record<SectionName, string>
  /** What someone said, in quotation marks. */
  quotation: (text: string) => string
  /** Between a name and what it is, and between the parts of a list. */
  colon: string
  semicolon: string

  /* Summary */
  scoreIs: (score: string, answers: Count) => string
  noAnswers: string
  risen: (points: Count) => string
  fallen: (points: Count) => string
  unchanged: string
  tooFew: string
  budgetIs: (year: string, total: string) => string
  budgetProposed: (year: string, total: string) => string
  largestShare: (category: string, share: string) => string
  warrantiesEnded: (devices: Count) => string
  warrantiesEndSoon: (devices: Count) => string
  goalsOverdue: (goals: Count) => string
  goalsOpen: (goals: Count) => string

  /* Satisfaction */
  netPromoterScore: string
  period: (from: string, to: string) => string
  answers: (answers: Count) => string
  margin: (points: Count, confidence: string) => string
  scoreBefore: (score: string, answers: Count) => string
  byQuarter: string
  quarterLine: (quarter: string, score: string, answers: Count) => string
  /** Of a quarter that is not over. */
  soFar: string
  quarter: (quarter: number, year: number) => string
  promoters: string
  passives: string
  detractors: string
  group: string
  share: string
  count: string
  byGroup: string
  quoted: (score: string, day: string) => string

  /* What has changed */
  firstBrief: string
  since: (day: string) => string
  nothingChanged: (day: string) => string
  change: string
  /** A number or a score. */
  value: string
  newAnswers: string
  scoreOfThem: string
  goalsAdded: string
  goalsCompleted: string
  budgetsChanged: string
  /** Where nothing tells what changed. */
  budgetsSaved: string
  trainingsCompleted: string
  warrantiesEndedSince: string
  scoreBeforeThem: string
  tooFewToCompare: string
  mayBeChance: string
  goalsSlipped: string
  peopleCame: string
  peopleSilent: string
  goalsChanged: string
  budgetsThatChanged: string
  goalMoved: (was: string, is: string) => string
  goalDone: string
  goalNew: string
  before: string
  now: string

  /* Budget */
  noBudget: string
  year: string
  budget: string
  state: string
  total: string
  approved: string
  proposed: string
  category: string
  amount: string
  byCategory: string
  byYear: string
  categories: Record<Category, string>
  ownCurrency: string
  nextYear: (year: string, total: string, state: string) => string
  whatIf: string
  asPlanned: string
  difference: string

  /* Goals */
  noGoals: string
  quarterName: string
  goal: string
  due: string
  progress: string
  roadMap: string
  overdue: string
  noDate: string
  goalsDone: (goals: Count) => string
  andMore: (rows: Count) => string

  /* Estate */
  noDevices: string
  /** Without the number, which stands beside it. */
  devicesAtClient: (devices: Count) => string
  warranties: string
  ended: string
  within30: string
  in30To89: string
  otherDevices: string
  device: string
  model: string
  warrantyEnds: string
  warrantiesEndingFirst: string
  warrantiesByQuarter: string
  /** Of a quarter that has begun. */
  fromToday: string

  /* People and training */
  /** Without the number, which stands beside it. */
  peopleAtClient: (people: Count) => string
  answeredOf: (answered: string, people: string) => string
  trainings: string
  training: string
  enrolled: string
  completed: string
  noTrainings: string

  /* Sources, and what the account manager is told */
  sourcesAre: (date: string) => string
  scoreMeans: string
  leftOut: (sections: string) => string
  unapprovedBudgets: (budgets: Count) => string
  noQuotation: string
  noScenario: string
}
