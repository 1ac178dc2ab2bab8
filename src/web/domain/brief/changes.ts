import type { Block } from '../../../contract/core/brief-document'
import type { ChangedGoal } from '../../../contract/figures/goal-changes'
import { answersOf, npsOf } from '../../../contract/nps'
import { isForClients } from '../budgets/client-budgets'
import { changeOf } from '../nps/score'
import { budgetChanges, type SinceBudget, type SinceData } from '../since/since'
import { isNumber, more, mostRows, paragraphs, type Writer } from './blocks'
import type { BriefData } from './data'

/** What has happened since the last brief: as on the since page, without names of people. */
export const changes = (
  data: BriefData,
  { since, found }: NonNullable<BriefData['changes']>,
  writer: Writer,
): Block[] => {
  const { texts, day } = writer
  if (!since) return paragraphs([texts.firstBrief])
  const blocks = found
    ? [...numbers(data, found, writer), ...goalsChanged(found, writer), ...budgetsChanged(data, found, writer)]
    : []
  return blocks.length > 0 ? blocks : paragraphs([texts.nothingChanged(day(since))])
}

type Found = NonNullable<NonNullable<BriefData['changes']>['found']>

const noGoals = { done: [], slipped: [], moved: [], added: [] }

const numbers = (data: BriefData, found: Found, writer: Writer): Block[] => {
  const { texts, number, score, day } = writer
  const since = found.period.dateFrom
  const isSince = (time: string | null | undefined) => Date.parse(time ?? '') >= found.start
  const { done, slipped, added } = found.goals ?? noGoals
  const budgets = (data.budgets ?? []).filter(isForClients)
  const isChanged = ({ id }: { id: string }) =>
    found.budgets?.some((one) => one.id === id && budgetChanges(one).length > 0) ?? false
  const [nps, before] = found.score ? [npsOf(found.score.now), npsOf(found.score.before)] : [null, null]
  const lines: [string, number | null | undefined, string?][] = [
    [texts.newAnswers, found.score && answersOf(found.score.now)],
    [texts.scoreOfThem, nps === null ? 0 : 1, score(nps ?? 0)],
    [texts.scoreBeforeThem, nps === null || before === null ? 0 : 1, score(before ?? 0)],
    [texts.goalsAdded, added.length],
    [texts.goalsCompleted, done.length],
    [texts.goalsSlipped, slipped.length],
    // A server that keeps no events tells only when a budget was last saved.
    found.budgets
      ? [texts.budgetsChanged, found.cut?.includes('budgets') ? null : budgets.filter(isChanged).length]
      : [texts.budgetsSaved, budgets.filter(({ updatedAt }) => isSince(updatedAt)).length],
    [texts.trainingsCompleted, data.people?.enrollments?.filter(({ completedAt }) => isSince(completedAt)).length],
    [texts.warrantiesEndedSince, found.warranties],
    [texts.peopleCame, found.people?.came.length],
    [texts.peopleSilent, found.people?.silent],
  ]
  const rows = lines.flatMap(([line, value, text]) => (value ? [[line, text ?? number(value)]] : []))
  if (rows.length === 0) return []
  return [
    {
      kind: 'table',
      caption: texts.since(day(since)),
      columns: [{ title: texts.change }, isNumber(texts.value)],
      rows,
    },
    ...doubts(found, writer),
  ]
}

/** Why two scores that differ need not mean a change. */
const doubts = ({ score }: SinceData, { texts }: Writer) => {
  const doubt = score && changeOf(score.now, score.before)?.doubt
  return doubt ? paragraphs([doubt === 'few' ? texts.tooFewToCompare : texts.mayBeChance]) : []
}

const goalsChanged = ({ goals }: SinceData, writer: Writer): Block[] => {
  const { texts, wholePercent } = writer
  const { done, slipped, moved, added } = goals ?? noGoals
  const percent = (value: number | null | undefined) => wholePercent((value ?? 0) / 100)
  const said: [ChangedGoal, string][] = [
    ...done.map((goal): [ChangedGoal, string] => [goal, texts.goalDone]),
    ...slipped.map((goal): [ChangedGoal, string] => [goal, `${texts.overdue}, ${percent(goal.progressPercentage)}`]),
    ...moved.map(({ goal, was, is }): [ChangedGoal, string] => [goal, texts.goalMoved(percent(was), percent(is))]),
    // One that was done or due at once is said to be done or late.
    ...added
      .filter(({ id }) => ![...done, ...slipped].some((one) => one.id === id))
      .map((goal): [ChangedGoal, string] => [goal, texts.goalNew]),
  ]
  if (said.length === 0) return []
  return [
    {
      kind: 'table',
      caption: texts.goalsChanged,
      columns: [{ title: texts.goal }, { title: texts.change }],
      rows: said.slice(0, mostRows).map(([{ title }, what]) => [title || '—', what]),
    },
    ...more(said.length - mostRows, writer),
  ]
}

const budgetsChanged = (data: BriefData, found: SinceData, { texts, money }: Writer): Block[] => {
  const rows = (found.budgets ?? []).flatMap(({ id, events }) => {
    const budget = data.budgets?.find((one) => one.id === id && isForClients(one))
    if (!budget) return []
    const now = { status: budget.status, currency: budget.currency, total: budget.totals?.grandTotal ?? 0 }
    const before = stateBefore(events, now)
    if (Object.entries(now).every(([key, value]) => before[key as keyof State] === value)) return []
    const text = (state: State) =>
      isForClients(state)
        ? `${money(state.total, state.currency)}, ${(state.status === 'Approved' ? texts.approved : texts.proposed).toLowerCase()}`
        : '—'
    return [[budget.title || '—', text(before), text(now)]]
  })
  if (rows.length === 0) return []
  const columns = [{ title: texts.budget }, { title: texts.before }, { title: texts.now }]
  return [{ kind: 'table', caption: texts.budgetsThatChanged, columns, rows }]
}

type State = { status?: string | null | undefined; currency?: string | null | undefined; total: number }

type Before = { status?: unknown; currency?: unknown; totals?: { grandTotal?: unknown } | null }

/** As it was before the oldest of these changes. */
const stateBefore = (events: SinceBudget['events'], now: State): State =>
  events.reduce((state, event) => {
    const { status, currency, totals } = (event.before ?? {}) as Before
    return {
      status: typeof status === 'string' ? status : state.status,
      currency: typeof currency === 'string' ? currency : state.currency,
      total: typeof totals?.grandTotal === 'number' ? totals.grandTotal : state.total,
    }
  }, now)
