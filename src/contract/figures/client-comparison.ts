import type { z } from 'zod/mini'
import { addDays, dayLong } from '../core/days'
import { groupBy } from '../core/group-by'
import { answersOf, type Counts, npsOf, ratio } from '../nps'
import { type Figure, figures, monthDays } from './client-figures'
import { healthOf, healthRank, isInactive, type Thresholds } from './client-health'
import type { ClientOverview, ClientPoints } from './client-overview'
import { percentilesAmong, sizeOf } from './client-percentile'

/**
 * What is counted of a client; `before` is the same count 30 days ago. A part is left out where it is unknown; clients without such
 * records have zeros.
 */
export type ClientCounts = {
  id: string
  name: string
  status: string
  industry: string | null
  employeeCount: number | null
  answers?: Counts & { before: Counts }
  waiting?: { all: number; lately: number }
  /** Null for a client without a current budget. */
  budget?: { total: number; currency: string; year: number } | null
  devices?: { all: number; known: number; ended: number; lately: number; before: { known: number; ended: number } }
  goals?: { all: number; overdue: number; lately: number; before: { all: number; overdue: number } }
  enrollments?: { all: number; done: number; lately: number; before: { all: number; done: number } }
  people?: { all: number; signedIn: number }
  /** When the newest published report was created, and the newest of a month ago. */
  report?: { last: string | null; before: string | null }
  /** The same of briefs that were emailed. */
  brief?: { last: string | null; before: string | null }
}

export type Overview = z.output<typeof ClientOverview>
/** The figures that follow from the counts alone. */
export type Figures = Omit<Overview, 'health' | 'reasons' | 'figuresJudged' | 'percentiles' | 'peers'>

/** An amount for each head to the hundredth. Null without a headcount: a company of no one has none. */
const perHead = (total: number, heads: number | null) =>
  heads && heads > 0 ? Math.round((100 * total) / heads) / 100 : null

const daysBetween = (from: string | null, today: string) =>
  from && Math.max(0, (Date.parse(today) - Date.parse(from.slice(0, 10))) / dayLong)

const later = (a: string | null, b: string | null = null) => (a === null || (b !== null && b > a) ? b : a)

/** A client's figures on a day in UTC. */
export const figuresOf = (counts: ClientCounts, today: string): Figures => {
  const { id, name, status, industry, employeeCount } = counts
  const { answers, waiting, budget, devices, goals, enrollments, people, report, brief } = counts
  return {
    ...{ id, name, status, industry, employeeCount },
    ...(answers && { score: npsOf(answers), answers: answersOf(answers) }),
    ...(waiting && { waiting: waiting.all }),
    ...(budget !== undefined && {
      budgetPerHead: budget && perHead(budget.total, employeeCount),
      budgetTotal: budget?.total ?? null,
      budgetCurrency: budget?.currency ?? null,
      budgetYear: budget?.year ?? null,
    }),
    ...(devices && {
      outOfWarranty: ratio(100 * devices.ended, devices.known),
      devices: devices.all,
      warrantiesKnown: devices.known,
      warrantiesEnded: devices.ended,
    }),
    ...(goals && { goalsOverdue: goals.overdue, goals: goals.all }),
    ...(enrollments && {
      trainingDone: ratio(100 * enrollments.done, enrollments.all),
      enrollments: enrollments.all,
      enrollmentsDone: enrollments.done,
    }),
    ...(people && {
      peopleActive: ratio(100 * people.signedIn, people.all),
      people: people.all,
      peopleSignedIn: people.signedIn,
    }),
    ...(report && {
      daysSinceReport: daysBetween(later(report.last, brief?.last), today),
      lastReportAt: report.last,
      ...(brief && { lastBriefAt: brief.last }),
    }),
    lastMonth: {
      ...(answers && { scoreBefore: npsOf(answers.before), answersBefore: answersOf(answers.before) }),
      ...(waiting && { startedWaiting: waiting.lately }),
      ...(devices && {
        outOfWarrantyBefore: ratio(100 * devices.before.ended, devices.before.known),
        warrantiesEnded: devices.lately,
      }),
      ...(goals && {
        goalsOverdueBefore: goals.before.all > 0 ? goals.before.overdue : null,
        goalsBecameOverdue: goals.lately,
      }),
      ...(enrollments && {
        trainingDoneBefore: ratio(100 * enrollments.before.done, enrollments.before.all),
        trainingCompleted: enrollments.lately,
      }),
      ...(report && {
        daysSinceReportBefore: daysBetween(later(report.before, brief?.before), addDays(today, -monthDays)),
      }),
    },
  } as Figures
}

export type PeersBy = 'size' | 'industry' | 'all'

const groupOf = ({ status, industry, employeeCount }: Figures, by: PeersBy): string | null => {
  if (isInactive({ status })) return null
  return by === 'all' ? 'all' : by === 'size' ? sizeOf(employeeCount) : industry || null
}

/** All clients in their groups, where the values of a figure are collected when it is first asked for. */
export const peersOf = (clients: Figures[], by: PeersBy) => {
  const groups = groupBy(clients, (client) => groupOf(client, by))
  const collected = new Map<string, (value: number) => number | null>()
  /** Amounts are compared in one currency only. */
  const percentilesIn = (group: string, figure: Figure, currency: string | null | undefined) => {
    const key = [figure, currency, group].join()
    const known = collected.get(key)
    if (known) return known
    const values: number[] = []
    for (const client of groups.get(group) ?? []) {
      const value = client[figure]
      if (typeof value === 'number' && (currency === undefined || client.budgetCurrency === currency))
        values.push(value)
    }
    const percentiles = percentilesAmong(values)
    collected.set(key, percentiles)
    return percentiles
  }
  return {
    ofClient: (client: Figures) => {
      const group = groupOf(client, by)
      const peers = group === null ? undefined : groups.get(group)
      return peers && group !== null ? { group, clients: peers.length } : null
    },
    percentile: (client: Figures, figure: Figure) => {
      const [group, value] = [groupOf(client, by), client[figure]]
      if (group === null || typeof value !== 'number') return null
      return percentilesIn(group, figure, figure === 'budgetPerHead' ? client.budgetCurrency : undefined)(value)
    },
  }
}

export type Peers = ReturnType<typeof peersOf>

/** The clients as the API returns them, with their percentiles among their peers. */
export const compare = (clients: Figures[], peers: Peers, thresholds: Thresholds): Overview[] =>
  clients.map((client) => {
    const { level, reasons, judged } = healthOf(client, thresholds)
    const known = figures.filter((figure) => client[figure] !== undefined)
    const percentiles = Object.fromEntries(known.map((figure) => [figure, peers.percentile(client, figure)]))
    const { id, name, status, industry, employeeCount, ...others } = client
    return {
      ...{ id, name, status, industry, employeeCount },
      ...{ health: level, reasons, figuresJudged: judged },
      ...others,
      percentiles,
      peers: peers.ofClient(client),
    } as Overview
  })

type Filters = {
  status?: string | undefined
  industry?: string | undefined
  size?: string | undefined
  health?: string | undefined
}

/** The clients that match, but for a search, which is the caller's. */
export const matching = <C extends Figures>(
  clients: C[],
  { status, industry, size, health }: Filters,
  thresholds: Thresholds,
) =>
  clients.filter(
    (client) =>
      (status === undefined || client.status === status) &&
      (industry === undefined || client.industry === industry) &&
      (size === undefined || sizeOf(client.employeeCount) === size) &&
      (health === undefined || (healthOf(client, thresholds).level ?? 'unknown') === health),
  )

type Key = string | number | null | undefined

/** The figure of a sort key: `budget_per_head` is `budgetPerHead`. */
export const figureOfKey = (key: string) =>
  key.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()) as Figure

const compareKeys = <K extends string | number>(a: K, b: K) => (a < b ? -1 : a > b ? 1 : 0)

/** In the list's order: clients without a value last in both directions, ties by id; amounts of one currency together. */
export const inOrder = <C extends Figures>(
  clients: C[],
  {
    key,
    descending,
    thresholds,
    nameKey,
  }: {
    key: string
    descending: boolean
    thresholds: Thresholds
    nameKey: (client: Figures) => string
  },
): C[] => {
  const figure = figureOfKey(key)
  const sortValue = (client: C): Key => {
    if (key === 'name') return nameKey(client)
    return key === 'health' ? healthRank(healthOf(client, thresholds)) : client[figure]
  }
  const currencyOf = (client: C) => (figure === 'budgetPerHead' ? (client.budgetCurrency ?? '') : '')
  const without: C[] = []
  const keyed: { client: C; id: string; value: string | number; currency: string }[] = []
  for (const client of clients) {
    const value = sortValue(client)
    if (value === null || value === undefined) without.push(client)
    else keyed.push({ client, id: client.id, value, currency: currencyOf(client) })
  }
  const sign = descending ? -1 : 1
  keyed.sort(
    (a, b) => compareKeys(a.currency, b.currency) || sign * compareKeys(a.value, b.value) || compareKeys(a.id, b.id),
  )
  return [...keyed.map(({ client }) => client), ...without.sort((a, b) => compareKeys(a.id, b.id))]
}

/** Two figures of each client that has both. Amounts are those of the currency that most of them have. */
export const pointsOf = (
  clients: Figures[],
  { x, y, most }: { x: Figure; y: Figure; most: number },
): z.output<typeof ClientPoints> => {
  const drawn = clients.filter((client) => typeof client[x] === 'number' && typeof client[y] === 'number')
  const isAmount = x === 'budgetPerHead' || y === 'budgetPerHead'
  const byCurrency = [...groupBy(drawn, ({ budgetCurrency }) => budgetCurrency ?? '')]
  const [currency, own] =
    byCurrency.sort(([a, some], [b, others]) => others.length - some.length || compareKeys(a, b))[0] ?? []
  const shown = isAmount ? (own ?? []) : drawn
  return {
    // The largest clients first, if there are too many.
    points: shown
      .toSorted((a, b) => (b.employeeCount ?? 0) - (a.employeeCount ?? 0) || compareKeys(a.id, b.id))
      .slice(0, most)
      .map((client) => ({
        ...{ id: client.id, name: client.name, x: client[x] as number, y: client[y] as number },
        ...([x, y].includes('score') && { answers: client.answers }),
      })),
    totalCount: clients.length,
    withoutFigures: clients.length - drawn.length,
    currency: (isAmount && currency) || null,
    otherCurrencies: drawn.length - shown.length,
  }
}
