import { groupBy } from '../../../contract/core/group-by'
import { isWithin } from '../../ui/format/days-from-today'

export const kinds = ['warranties', 'certificates', 'enrollments', 'goals', 'schedules'] as const
export type Kind = (typeof kinds)[number]

/** Kinds that expire. Report runs do not. */
export const endings: readonly Kind[] = kinds.filter((kind) => kind !== 'schedules')

/** Horizons in days, including today. */
export const horizons = [7, 30, 90, 180] as const
export type Horizon = (typeof horizons)[number]

/** Something that expires, is due or runs on a day. */
export type Due = {
  kind: Kind
  id: string
  name: string
  /** Days from today: 0 is today, negative is past. */
  day: number
  date: string
  /** Undefined where it couldn’t be looked up. */
  companyId: string | null | undefined
  /** Company from the record, else looked up by ID. */
  companyName: string | null
}

/** Days per mark, for about thirteen marks a lane. */
export const stepOf: Record<Horizon, number> = { 7: 1, 30: 3, 90: 7, 180: 14 }

/** Items that share a mark; `next` is where the following mark begins and limits the label. */
export type Marker = { from: number; to: number; count: number; label: string | null; next: number }

/** A mark is labelled by its only item, or by the company all its items share. */
export const markersOf = (dues: Due[], horizon: Horizon): Marker[] => {
  const step = stepOf[horizon]
  const shown = dues.filter(({ day }) => isWithin(day, horizon))
  const steps = [...groupBy(shown, ({ day }) => Math.floor(day / step))].sort(([a], [b]) => a - b)
  return steps.map(([at, own], index) => ({
    from: at * step,
    to: Math.min(horizon, (at + 1) * step) - 1,
    count: own.length,
    label: labelOf(own),
    next: (steps[index + 1]?.[0] ?? Math.ceil(horizon / step)) * step,
  }))
}

/** Timeline data of one kind, small however many items there are. */
type KindSummary = {
  ahead: number
  /** Items due within seven days, including today. */
  soon: number
  past: number
  marks: Marker[]
  /** The first few that are ahead. */
  next: Due[]
  whole: Whole & {
    /** False if some items due within seven days weren’t loaded. */
    soon: boolean
  }
}

/** False where some items weren’t loaded. Those nearest to today are loaded first. */
export type Whole = { ahead: boolean; past: boolean }

const few = 6

export const byDay = (a: Due, b: Due) => a.day - b.day || a.name.localeCompare(b.name)

export const firstOf = (dues: Due[], count: number) => dues.toSorted(byDay).slice(0, count)

/** The first few items from today on, of one kind or of several. */
export const nextOf = (dues: Due[]) =>
  firstOf(
    dues.filter(({ day }) => day >= 0),
    few,
  )

/** `past` is how many are past, if those are not among the items. */
export const summarize = (
  dues: Due[],
  horizon: Horizon,
  { whole, past }: { whole: Whole; past?: number | undefined },
): KindSummary => {
  const count = (is: (day: number) => boolean) => dues.filter(({ day }) => is(day)).length
  return {
    ahead: count((day) => day >= 0),
    soon: count((day) => isWithin(day, 7)),
    past: past ?? count((day) => day < 0),
    marks: markersOf(dues, horizon),
    next: nextOf(dues),
    whole: { ...whole, soon: whole.ahead || dues.some(({ day }) => day >= 7) },
  }
}

const labelOf = (dues: Due[]) => {
  const [first] = dues
  if (dues.length === 1) return first?.name ?? null
  const isShared = first?.companyName && dues.every(({ companyName }) => companyName === first.companyName)
  return isShared ? first.companyName : null
}

/** How many items a company has ahead, and the day of the first. */
export type Client = { companyId: Due['companyId']; companyName: string | null; count: number; day: number }

/** Items ahead by company, most first. Items without a company are grouped, and so are those of an unknown one. */
export const clientsOf = (dues: Due[]): Client[] =>
  mergeClients(
    dues
      .filter(({ day }) => day >= 0)
      .map(({ companyId, companyName, day }) => ({ companyId, companyName, count: 1, day })),
  )

/** Counts of several kinds together. */
export const mergeClients = (clients: Client[]): Client[] =>
  [...groupBy(clients, ({ companyId }) => companyId)]
    .map(([companyId, own]) => ({
      companyId,
      companyName: own.find((client) => client.companyName)?.companyName ?? null,
      count: own.reduce((sum, { count }) => sum + count, 0),
      day: Math.min(...own.map(({ day }) => day)),
    }))
    .sort((a, b) => b.count - a.count || a.day - b.day)
