import { fewest } from '../nps'
import { type Figure, figures } from './client-figures'

export const healthLevels = ['good', 'watch', 'act'] as const
export type HealthLevel = (typeof healthLevels)[number]

/** From which value on a figure is to be watched, and from which someone has to act. `null` leaves the figure out. */
type Limits = { watch: number; act: number } | null

/** The figures that health is judged by. A budget per head is neither good nor bad. */
export type JudgedFigure = Exclude<Figure, 'budgetPerHead'>
export const judgedFigures = figures.filter((figure): figure is JudgedFigure => figure !== 'budgetPerHead')

export type Thresholds = Record<JudgedFigure, Limits>

/** Lower values of these are worse; of all others, higher ones. */
const lowIsBad: readonly JudgedFigure[] = ['score', 'trainingDone', 'peopleActive']
export const isLowBad = (figure: JudgedFigure) => lowIsBad.includes(figure)

export const defaultThresholds: Thresholds = {
  score: { watch: 20, act: 0 },
  waiting: { watch: 1, act: 3 },
  outOfWarranty: { watch: 25, act: 50 },
  goalsOverdue: { watch: 1, act: 3 },
  trainingDone: { watch: 60, act: 30 },
  peopleActive: { watch: 50, act: 25 },
  daysSinceReport: { watch: 100, act: 190 },
}

const part = /^(\w+):(?:off|(-?\d{1,6}(?:\.\d)?):(-?\d{1,6}(?:\.\d)?))$/

/**
 * Reads `score:20:0,waiting:off`: watch and act by figure, the default for those that are not named. Null if a part is not
 * understood, or if a figure would have to be acted on before it is watched.
 */
export const parseThresholds = (text: string): Thresholds | null => {
  const thresholds = { ...defaultThresholds }
  for (const one of text === '' ? [] : text.split(',')) {
    const [, name, watch, act] = part.exec(one) ?? []
    const figure = judgedFigures.find((known) => known === name)
    if (!figure) return null
    if (watch === undefined || act === undefined) thresholds[figure] = null
    else if (isLowBad(figure) ? Number(act) > Number(watch) : Number(act) < Number(watch)) return null
    else thresholds[figure] = { watch: Number(watch), act: Number(act) }
  }
  return thresholds
}

/** Only what differs from the default, so that the default is the empty text. */
export const thresholdsText = (thresholds: Thresholds) =>
  judgedFigures
    .flatMap((figure) => {
      const [now, usual] = [thresholds[figure], defaultThresholds[figure]]
      if (now?.watch === usual?.watch && now?.act === usual?.act) return []
      return [now ? `${figure}:${now.watch}:${now.act}` : `${figure}:off`]
    })
    .join(',')

export type Judged = { [K in JudgedFigure]?: number | null | undefined } & {
  status?: string | null | undefined
  answers?: number | null | undefined
  goals?: number | null | undefined
}

/** A client that has left is neither judged nor compared. */
export const isInactive = ({ status }: { status?: string | null | undefined }) => status === 'inactive'

type Reason = { figure: JudgedFigure; level: 'watch' | 'act' }
/** `judged` is how many figures had something to be judged by; without any there is no level. */
export type Health = { level: HealthLevel | null; reasons: Reason[]; judged: number }

/** Not judged: a score of fewer than ten responses, zero waiting without any responses, and goals where there are none. */
const inputOf = (client: Judged, figure: JudgedFigure) => {
  const value = client[figure]
  if (value === null || value === undefined) return null
  if (figure === 'score' && (client.answers ?? 0) < fewest) return null
  if (figure === 'waiting' && value === 0 && !client.answers) return null
  if (figure === 'goalsOverdue' && !client.goals) return null
  return value
}

/** The level of one figure; null if it cannot be judged. */
export const levelOf = (client: Judged, figure: JudgedFigure, thresholds: Thresholds): HealthLevel | null => {
  const limits = thresholds[figure]
  const value = limits && inputOf(client, figure)
  if (!limits || value === null) return null
  const reaches = (limit: number) => (isLowBad(figure) ? value < limit : value >= limit)
  return reaches(limits.act) ? 'act' : reaches(limits.watch) ? 'watch' : 'good'
}

/** The worst level of any figure, with each figure that is not good as a reason, the worst first. Inactive clients have none. */
export const healthOf = (client: Judged, thresholds: Thresholds): Health => {
  if (isInactive(client)) return { level: null, reasons: [], judged: 0 }
  const reasons: Reason[] = []
  let judged = 0
  for (const figure of judgedFigures) {
    const level = levelOf(client, figure, thresholds)
    if (level === null) continue
    judged++
    if (level !== 'good') reasons.push({ figure, level })
  }
  reasons.sort((a, b) => healthLevels.indexOf(b.level) - healthLevels.indexOf(a.level))
  return { level: judged === 0 ? null : (reasons[0]?.level ?? 'good'), reasons, judged }
}

/** For sorting: clients to act on by how many reasons there are, then those to watch, then the good ones. Null without a level. */
export const healthRank = ({ level, reasons }: Health): number | null => {
  if (level === null) return null
  return reasons.reduce((sum, reason) => sum + (reason.level === 'act' ? 100 : 1), 0)
}
