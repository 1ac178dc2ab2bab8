import type { Count, Texts } from './texts'

const counted =
  (one: string, many: string) =>
  ({ count, text }: Count) =>
    `${text} ${count === 1 ? one : many}`
const devices = counted('device', 'devices')
const answers = counted('response', 'responses')
const goals = counted('goal', 'goals')

export const english: Texts = {
  brief: 'Client brief',
  letter: (client) =>
    `Hello,\n\nattached is the current client brief for ${client} as a PDF. If you have questions, just reply to this email.\n\nKind regards`,
  sections: {
    summary: 'In short',
    satisfaction: 'Satisfaction',
    budget: 'Budget',
    goals: 'Goals',
    estate: 'Devices',
    sources: 'Sources',
  },

  scoreIs: (score, count) => `The satisfaction score is ${score}, from ${answers(count)} in the last 90 days.`,
  noAnswers: 'No one answered a satisfaction survey in the last 90 days, so there is no score.',
  risen: (points) => `It has risen by ${points} points on the 90 days before.`,
  fallen: (points) => `It has fallen by ${points} points on the 90 days before.`,
  unchanged: 'The change since the 90 days before is within the margin of error.',
  tooFew: 'With fewer than ten responses it is an impression rather than a measure.',
  budgetIs: (year, total) => `The budget for ${year} is ${total}.`,
  largestShare: (category, share) => `The largest share is ${category}, at ${share}.`,
  warrantiesEnded: (count) => `The warranty of ${devices(count)} has ended.`,
  warrantiesEndSoon: (count) => `The warranty of ${devices(count)} ends within 90 days.`,
  goalsOverdue: (count) => `${goals(count)} ${count.count === 1 ? 'is' : 'are'} past the due date.`,
  goalsOpen: counted('goal is open, and not overdue.', 'goals are open, none of them overdue.'),

  netPromoterScore: 'Net Promoter Score',
  period: (from, to) => `${from} to ${to}`,
  answers,
  margin: (points) => `±${points} points at 95% confidence`,
  scoreBefore: (score, count) => `90 days before: ${score}, from ${answers(count)}`,
  byQuarter: 'Score by quarter',
  quarterLine: (quarter, score, count) => `${quarter}: ${score}, ${answers(count)}`,
  quarter: (quarter, year) => `Q${quarter} ${year}`,
  promoters: 'Promoters (9–10)',
  passives: 'Passives (7–8)',
  detractors: 'Detractors (0–6)',
  group: 'Group',
  share: 'Share',
  count: 'Responses',
  byGroup: 'Responses by group',

  noBudget: 'There is no approved or proposed budget.',
  year: 'Year',
  budget: 'Budget',
  state: 'Status',
  total: 'Total',
  approved: 'Approved',
  proposed: 'Proposed',
  category: 'Category',
  amount: 'Amount',
  byCategory: 'Budget by category',
  byYear: 'Budgets by year',
  categories: {
    software: 'software',
    hardware: 'hardware',
    labour: 'labour',
    subscription: 'subscriptions',
    other: 'other',
  },
  ownCurrency: 'Each budget is in its own currency; currencies are not added together.',

  noGoals: 'There are no open goals.',
  goal: 'Goal',
  due: 'Due',
  progress: 'Progress',
  roadMap: 'Open goals by due date',
  overdue: 'overdue',
  noDate: 'No date',
  goalsDone: (count) => `${goals(count)} completed.`,
  andMore: ({ text }) => `And ${text} more.`,

  noDevices: 'There are no devices.',
  warranties: 'Devices by warranty',
  ended: 'Warranty ended',
  within30: 'Ends within 30 days',
  in31To90: 'Ends in 31–90 days',
  otherDevices: 'Ends later, or not known',
  device: 'Device',
  model: 'Model',
  warrantyEnds: 'Warranty ends',
  replaceFirst: 'Replace first',

  sourcesAre: (date) => `All figures come from our service management system, as of ${date}.`,
  marginMeans:
    'Net Promoter Score: the share of scores of 9 and 10 minus the share of scores of 0 to 6, from −100 to +100.',
  leftOut: (sections) => `Left out because this access or this server does not include them: ${sections}.`,
  unapprovedBudgets: counted('draft or obsolete budget is left out.', 'draft or obsolete budgets are left out.'),
}
