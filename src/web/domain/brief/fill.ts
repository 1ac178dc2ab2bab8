import {
  type Block,
  type BriefBrand,
  type BriefChoice,
  type BriefDocument,
  type BriefSection,
  type LeftOut,
  type Point,
  type SectionName,
  withNote,
} from '../../../contract/core/brief-document'
import { groupBy } from '../../../contract/core/group-by'
import { endOf, isOpenGoal } from '../../../contract/figures/goal-status'
import { plannedFor, quarterOfDay, yearOf as yearOfQuarter } from '../../../contract/figures/road-map'
import { answersOf, type Counts, fewest, npsCategories, npsOf } from '../../../contract/nps'
import { dayFrom, daysUntil } from '../../ui/format/days-from-today'
import { isForClients, leadingBudget } from '../budgets/client-budgets'
import { hasShare, sharesOf, totalsByCategory } from '../budgets/shares-of'
import { scaleOf } from '../nps/charts/scale'
import { isRunning, type Period } from '../nps/period'
import { changeOf, marginOf } from '../nps/score'
import { warrantyEnd } from '../warranty/warranty'
import { isNumber, more, mostRows, paragraphs, type Writer } from './blocks'
import { changes } from './changes'
import type { BriefData } from './data'
import { formatsOf } from './formats'
import { languages } from './languages'
import { oneLine } from './one-line'
import { textsIn } from './texts/by-language'
import type { Texts } from './texts/texts'

// biome-ignore lint/performance/noBarrelFile: all texts are in one chunk, which a page that shows no brief never loads
export { lettersFor } from './letter'

const mostSentences = 3

/** The brief of a client as chosen, with the sections that can be filled. */
export const fillBrief = (data: BriefData, choice: BriefChoice, brand: BriefBrand): BriefDocument => {
  const { language, sections } = choice
  const { locale } = languages[language]
  const texts = textsIn[language]
  const formats = formatsOf(locale)
  const writer: Writer = {
    ...formats,
    locale,
    texts,
    now: data.now,
    count: (count) => ({ count, text: formats.number(count) }),
  }
  const date = formats.day(dayFrom(0, data.now))
  const client = oneLine(data.client)
  const sentences = sentencesOf(data, writer)
  const written: Record<SectionName, Block[] | null> = {
    summary: paragraphs(inShort(sentences, choice)),
    satisfaction: data.satisfaction && satisfaction(data.satisfaction, writer),
    changes: data.changes && changes(data, data.changes, writer),
    budget: data.budgets && [...budget(data.budgets, writer), ...whatIf(data.scenario, writer)],
    goals: data.goals && goals(data.goals, writer),
    estate: data.estate && estate(data.estate, writer),
    people: data.people && people(data.people, writer),
    proposal: paragraphs((choice.proposal ?? '').split(/\n+/).filter((line) => line.trim())),
    sources: paragraphs([texts.sourcesAre(date), ...(data.satisfaction ? [texts.scoreMeans] : [])]),
  }
  // In one order, however they were chosen.
  const shown = (Object.keys(written) as SectionName[]).filter((name) => sections.includes(name))
  const missing = shown.filter((name) => written[name] === null)
  const isShown = (name: SectionName) => shown.includes(name) && written[name] !== null
  const unapproved = isShown('budget') ? (data.budgets ?? []).filter((one) => !isForClients(one)).length : 0
  const isUnquoted = isShown('satisfaction') && (data.satisfaction?.quotations.includes(null) ?? false)
  const isUnfit = isShown('budget') && data.scenario === null
  const leftOut: [LeftOut[], string][] = [
    [missing, texts.leftOut(formats.list(missing.map((name) => texts.sections[name])))],
    [unapproved > 0 ? ['draft-budgets'] : [], texts.unapprovedBudgets(writer.count(unapproved))],
    [isUnquoted ? ['quotation'] : [], texts.noQuotation],
    [isUnfit ? ['scenario'] : [], texts.noScenario],
  ]
  const lacking = leftOut.filter(([names]) => names.length > 0)
  return {
    locale,
    paper: choice.paper,
    brand,
    title: texts.brief,
    client,
    fullTitle: client ? `${texts.brief}${texts.colon}${client}` : texts.brief,
    date,
    sections: shown.flatMap((name): BriefSection[] => {
      const blocks = written[name]
      return blocks && blocks.length > 0 ? [{ name, title: texts.sections[name], blocks }] : []
    }),
    sentences,
    leftOut: lacking.map(([, sentence]) => sentence),
    leftOutNames: lacking.flatMap(([names]) => names),
  }
}

/** At most three sentences: those that are chosen, in place of those that the numbers make. */
const inShort = (made: string[], { firstSentence, secondSentence, thirdSentence }: BriefChoice): string[] =>
  [firstSentence, secondSentence, thirdSentence].flatMap((chosen, at) => chosen ?? made[at] ?? [])

/** Each a number and its reason. */
const sentencesOf = (data: BriefData, writer: Writer): string[] => {
  const { texts, count, money, percent } = writer
  const sentences: string[] = []
  if (data.satisfaction) sentences.push(scoreSentence(data.satisfaction, writer))
  const lead = leadOf(data.budgets ?? [], data.now)
  // What a past year was planned to cost is no news.
  if (lead && (lead.fiscalYear ?? Number.POSITIVE_INFINITY) >= yearAt(data.now)) {
    const [largest] = sharesOf(totalsByCategory(lead.totals))
      .filter(hasShare)
      .toSorted((a, b) => b.sum - a.sum)
    const of = lead.status === 'Approved' ? texts.budgetIs : texts.budgetProposed
    const is = of(yearOf(lead), money(lead.totals?.grandTotal ?? 0, lead.currency))
    sentences.push(
      largest ? `${is} ${texts.largestShare(texts.categories[largest.category], percent(largest.share))}` : is,
    )
  }
  const { ended = 0, within30 = 0, in30To89 = 0 } = data.estate ?? {}
  const soon = within30 + in30To89
  if (ended + soon > 0)
    sentences.push(
      [
        ...(ended > 0 ? [texts.warrantiesEnded(count(ended))] : []),
        ...(soon > 0 ? [texts.warrantiesEndSoon(count(soon))] : []),
      ].join(' '),
    )
  const open = (data.goals ?? []).filter(isOpenGoal)
  const overdue = open.filter((goal) => isOverdue(goal, data.now)).length
  if (overdue > 0) sentences.push(texts.goalsOverdue(count(overdue)))
  else if (open.length > 0) sentences.push(texts.goalsOpen(count(open.length)))
  return sentences.slice(0, mostSentences)
}

type Satisfaction = NonNullable<BriefData['satisfaction']>

const scoreSentence = ({ counts, before }: Satisfaction, writer: Writer) => {
  const { texts, count, score, tenths } = writer
  const now = npsOf(counts)
  if (now === null) return texts.noAnswers
  const is = texts.scoreIs(score(now), count(answersOf(counts)))
  if (answersOf(counts) < fewest) return `${is} ${texts.tooFew}`
  const change = changeOf(counts, before)
  if (!change || answersOf(before) < fewest) return is
  if (change.doubt) return `${is} ${texts.unchanged}`
  const points = { count: Math.abs(change.by), text: tenths(Math.abs(change.by)) }
  return `${is} ${change.by > 0 ? texts.risen(points) : texts.fallen(points)}`
}

const satisfaction = ({ period, counts, before, quarters, quotations }: Satisfaction, writer: Writer): Block[] => {
  const { texts, count, score, number, percent, wholePercent, day, localDay } = writer
  const nps = npsOf(counts)
  const answers = answersOf(counts)
  const margin = marginOf(counts)
  const past = npsOf(before)
  const figure: Block[] =
    nps === null
      ? paragraphs([texts.noAnswers])
      : [
          {
            kind: 'figure',
            value: score(nps),
            label: texts.netPromoterScore,
            notes: [
              `${texts.answers(count(answers))}, ${texts.period(day(period.dateFrom), day(period.dateTo))}`,
              ...(margin === null ? [] : [texts.margin(count(Math.round(margin)), wholePercent(0.95))]),
              ...(answers < fewest ? [texts.tooFew] : []),
              ...(past === null ? [] : [texts.scoreBefore(score(past), count(answersOf(before)))]),
            ],
          },
        ]
  const points = quarters.map(({ span, counts }) => quarterPoint(span, counts, writer))
  const lines = quarters.flatMap(({ counts }, at) => {
    const point = points[at]
    return point?.value == null
      ? []
      : [texts.quarterLine(withNote(point.label, point.note), point.text, count(answersOf(counts)))]
  })
  const names = { promoter: texts.promoters, passive: texts.passives, detractor: texts.detractors }
  return [
    ...figure,
    ...(lines.length > 0
      ? [
          {
            kind: 'chart' as const,
            form: 'trend' as const,
            lines: scaleOf(points.flatMap(({ value }) => (value === null ? [] : [{ nps: value, margin: 0 }]))).lines,
            title: texts.byQuarter,
            alternative: `${texts.byQuarter}. ${lines.join(texts.semicolon)}.`,
            points,
          },
        ]
      : []),
    ...(answers > 0
      ? [
          {
            kind: 'table' as const,
            caption: texts.byGroup,
            columns: [{ title: texts.group }, isNumber(texts.count), isNumber(texts.share)],
            rows: npsCategories.map((category) => [
              names[category],
              number(counts[category]),
              percent(counts[category] / answers),
            ]),
          },
        ]
      : []),
    ...quotations.flatMap((quotation): Block[] =>
      quotation
        ? [
            {
              kind: 'quotation',
              text: texts.quotation(quotation.feedbackText ?? ''),
              source: texts.quoted(number(quotation.score ?? 0), localDay(quotation.responseDate)),
            },
          ]
        : [],
    ),
  ]
}

const quarterText = (at: number, { quarter }: Texts) => quarter((at % 4) + 1, yearOfQuarter(at))
const quarterFrom = (day: string, texts: Texts) => quarterText(quarterOfDay(new Date(day)), texts)

const quarterPoint = (span: Period, counts: Counts, { texts, score, now }: Writer): Point => {
  const nps = npsOf(counts)
  const label = quarterFrom(span.dateFrom, texts)
  const note = isRunning(span, dayFrom(0, now)) ? texts.soFar : undefined
  const text = nps === null ? '—' : score(nps)
  return {
    label,
    ...(note && { note }),
    value: nps,
    text,
    title: `${withNote(label, note)}${texts.colon}${text}`,
    ...(answersOf(counts) < fewest && { isFaint: true }),
  }
}

type Budget = NonNullable<BriefData['budgets']>[number]

/** A year is a name, not a number: it has no separators. */
const yearOf = ({ fiscalYear, title }: Budget) => (fiscalYear ? String(fiscalYear) : (title ?? ''))

/** Names of categories are written as they stand in a sentence. */
const capitalized = (text: string, locale: string) => text.charAt(0).toLocaleUpperCase(locale) + text.slice(1)

const yearAt = (now: Date) => Number(dayFrom(0, now).slice(0, 4))

const leadOf = (all: Budget[], now: Date) => leadingBudget(all.filter(isForClients), now)

const budget = (all: Budget[], { texts, money, percent, locale, now }: Writer): Block[] => {
  const budgets = all.filter(isForClients)
  const lead = leadOf(all, now)
  if (!lead) return paragraphs([texts.noBudget])
  const state = ({ status }: Budget) => (status === 'Approved' ? texts.approved : texts.proposed)
  const shares = sharesOf(totalsByCategory(lead.totals))
  const points = shares.filter(hasShare).map(({ category, sum, share }) => ({
    label: capitalized(texts.categories[category], locale),
    value: sum,
    text: percent(share),
  }))
  const currencies = new Set(budgets.map(({ currency }) => currency))
  const next = leadingBudget(
    budgets.filter(({ fiscalYear }) => lead.fiscalYear && fiscalYear === lead.fiscalYear + 1),
    now,
  )
  return [
    {
      kind: 'figure',
      value: money(lead.totals?.grandTotal ?? 0, lead.currency),
      label: `${texts.budget} ${yearOf(lead)}`,
      notes: [
        ...(lead.title ? [lead.title] : []),
        state(lead),
        ...(next
          ? [texts.nextYear(yearOf(next), money(next.totals?.grandTotal ?? 0, next.currency), state(next))]
          : []),
      ],
    },
    ...(points.length > 0
      ? [
          {
            kind: 'chart' as const,
            form: 'shares' as const,
            title: texts.byCategory,
            alternative: `${texts.byCategory}. ${points.map(({ label, text }) => `${label} (${text})`).join(texts.semicolon)}.`,
            points,
          },
        ]
      : []),
    ...(shares.length > 0
      ? [
          {
            kind: 'table' as const,
            caption: texts.byCategory,
            columns: [{ title: texts.category }, isNumber(texts.share), isNumber(texts.amount)],
            rows: shares.map(({ category, sum, share }) => [
              capitalized(texts.categories[category], locale),
              share === null ? '—' : percent(share),
              money(sum, lead.currency),
            ]),
          },
        ]
      : []),
    ...(budgets.length > 1
      ? [
          {
            kind: 'table' as const,
            caption: texts.byYear,
            columns: [{ title: texts.year }, { title: texts.budget }, { title: texts.state }, isNumber(texts.total)],
            rows: budgets.map((one) => [
              one.fiscalYear ? String(one.fiscalYear) : '—',
              one.title || '—',
              state(one),
              money(one.totals?.grandTotal ?? 0, one.currency),
            ]),
          },
        ]
      : []),
    ...(currencies.size > 1 ? paragraphs([texts.ownCurrency]) : []),
  ]
}

const whatIf = (scenario: BriefData['scenario'], { texts, money }: Writer): Block[] =>
  scenario
    ? [
        {
          kind: 'table',
          caption: scenario.title ? `${texts.whatIf}${texts.colon}${scenario.title}` : texts.whatIf,
          columns: [
            { title: texts.year },
            isNumber(texts.asPlanned),
            isNumber(texts.whatIf),
            isNumber(texts.difference),
          ],
          rows: scenario.years.map(({ year, savedTotal, total, change }, at) => [
            String(year ?? at + 1),
            ...[savedTotal, total, change].map((amount) => money(amount, scenario.currency)),
          ]),
        },
      ]
    : []

type Goal = NonNullable<BriefData['goals']>[number]

const isOverdue = ({ dueDate }: Goal, now: Date) => (daysUntil(dueDate, now) ?? 0) < 0

const goals = (all: Goal[], writer: Writer): Block[] => {
  const { texts, count, wholePercent, day, now } = writer
  const open = all.filter(isOpenGoal).toSorted((a, b) => dueTime(a) - dueTime(b))
  const shown = open.slice(0, mostRows)
  const done = all.filter((goal) => endOf(goal) === 'completed').length
  return [
    ...(open.length === 0
      ? paragraphs([texts.noGoals])
      : [
          {
            kind: 'table' as const,
            caption: texts.roadMap,
            columns: [
              { title: texts.quarterName },
              { title: texts.goal },
              { title: texts.due },
              isNumber(texts.progress),
            ],
            rows: shown.map((goal) => [
              quarterOfGoal(goal, texts),
              goal.title || '—',
              goal.dueDate ? `${day(goal.dueDate)}${isOverdue(goal, now) ? ` (${texts.overdue})` : ''}` : texts.noDate,
              wholePercent((goal.progressPercentage ?? 0) / 100),
            ]),
          },
        ]),
    ...more(open.length - shown.length, writer),
    ...(done > 0 ? paragraphs([texts.goalsDone(count(done))]) : []),
  ]
}

const quarterOfGoal = (goal: Goal, texts: Texts) => {
  const planned = plannedFor(goal)
  return planned === null ? '—' : quarterText(planned, texts)
}

/** Those without a date come last. */
const dueTime = ({ dueDate }: Goal) => (dueDate ? Date.parse(dueDate) : Number.MAX_VALUE)

type Estate = NonNullable<BriefData['estate']>

const estate = ({ total, ended, within30, in30To89, ending, plan }: Estate, writer: Writer): Block[] => {
  const { texts, number, count: counted, day, now } = writer
  const today = dayFrom(0, now)
  if (total === 0) return paragraphs([texts.noDevices])
  const groups = [
    { label: texts.ended, value: ended },
    { label: texts.within30, value: within30 },
    { label: texts.in30To89, value: in30To89 },
    { label: texts.otherDevices, value: total - ended - within30 - in30To89 },
  ]
  const points = groups.map(({ label, value }) => ({ label, value, text: number(value) }))
  const first = ending
    .map((device) => ({ ...device, end: warrantyEnd(device) }))
    .toSorted((a, b) => Date.parse(a.end ?? '') - Date.parse(b.end ?? ''))
    .slice(0, mostRows)
  return [
    { kind: 'figure', value: number(total), label: texts.devicesAtClient(counted(total)), notes: [] },
    {
      kind: 'chart',
      form: 'bars',
      title: texts.warranties,
      alternative: `${texts.warranties}. ${points.map(({ label, text }) => `${label} (${text})`).join(texts.semicolon)}.`,
      points,
    },
    ...(plan.some(({ count }) => count > 0)
      ? [
          {
            kind: 'table' as const,
            caption: texts.warrantiesByQuarter,
            columns: [{ title: texts.quarterName }, isNumber(texts.sections.estate)],
            rows: plan.map(({ span: { dateFrom }, count }) => [
              withNote(quarterFrom(dateFrom, texts), dateFrom < today ? texts.fromToday : undefined),
              number(count),
            ]),
          },
        ]
      : []),
    ...(first.length > 0
      ? [
          {
            kind: 'table' as const,
            caption: texts.warrantiesEndingFirst,
            columns: [{ title: texts.device }, { title: texts.model }, { title: texts.warrantyEnds }],
            rows: first.map(({ name, model, end }) => [name || '—', model || '—', day(end)]),
          },
          ...more(ended + within30 + in30To89 - first.length, writer),
        ]
      : []),
  ]
}

type People = NonNullable<BriefData['people']>

/** Trainings by course, and no one by name. */
const people = ({ total, enrollments, coverage }: People, writer: Writer): Block[] => {
  const { texts, number, count, percent } = writer
  const all = [...groupBy(enrollments ?? [], ({ course }) => course?.id ?? course?.title).values()]
    .map((own) => ({
      title: own[0]?.course?.title || '—',
      taken: own.length,
      completed: own.filter(({ completedAt }) => completedAt).length,
    }))
    .sort((a, b) => b.taken - a.taken)
  const courses = all.slice(0, mostRows)
  return [
    ...(total > 0
      ? [
          {
            kind: 'figure' as const,
            value: number(total),
            label: texts.peopleAtClient(count(total)),
            notes: coverage?.people ? [texts.answeredOf(number(coverage.answered), number(coverage.people))] : [],
          },
        ]
      : []),
    ...(courses.length > 0
      ? [
          {
            kind: 'table' as const,
            caption: texts.trainings,
            columns: [
              { title: texts.training },
              isNumber(texts.enrolled),
              isNumber(texts.completed),
              isNumber(texts.share),
            ],
            rows: courses.map(({ title, taken, completed }) => [
              title,
              number(taken),
              number(completed),
              percent(completed / taken),
            ]),
          },
          ...more(all.length - courses.length, writer),
        ]
      : enrollments || total === 0
        ? paragraphs([texts.noTrainings])
        : []),
  ]
}
