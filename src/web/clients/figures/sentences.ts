import { type Figure, figureDays } from '../../../contract/figures/client-figures'
import { isInactive } from '../../../contract/figures/client-health'
import type { clientOverview } from '../../../contract/figures/client-overview'
import { fewestPeers } from '../../../contract/figures/client-percentile'
import { fewest } from '../../../contract/nps'
import { figureLabels } from '../../domain/client-health/labels'
import { npsText } from '../../domain/nps-text'
import { ordinal } from '../../lib/text/ordinal'
import type { RowOf } from '../../list/list-page'
import { formatNumber, plural } from '../../ui/format/format'
import { formatMoney } from '../../ui/format/money'
import { formatPercent } from '../../ui/format/percent'

export type Client = RowOf<typeof clientOverview.list>

const of = (part: number | null | undefined, whole: number | null | undefined, noun = '') =>
  typeof part === 'number' && typeof whole === 'number'
    ? ` (${formatNumber(part)} of ${formatNumber(whole)}${noun && ` ${noun}`})`
    : ''

/** A value of a figure with its unit. */
export const valueText = (
  figure: Figure,
  value: number,
  currency: string | null | undefined = null,
  money = formatMoney,
) => {
  if (figure === 'score') return npsText(value)
  if (figure === 'budgetPerHead') return money(value, currency)
  return figureLabels[figure].unit === '%' ? formatPercent(value) : formatNumber(value)
}

/** A client's figure as text; null if there is none. */
export const figureText = (client: Client, figure: Figure): string | null => {
  const value = client[figure]
  return typeof value === 'number' ? valueText(figure, value, client.budgetCurrency) : null
}

/** A score of few responses is shown pale. */
export const isFew = (figure: Figure, { answers }: Pick<Client, 'answers'>) =>
  figure === 'score' && (answers ?? 0) < fewest

/** Whether a brief was emailed after the newest published report was created. */
export const isBriefLast = ({ lastReportAt, lastBriefAt }: Client) =>
  typeof lastBriefAt === 'string' && lastBriefAt > (lastReportAt ?? '')

/** What a figure was worked out from, or why there is none. */
export const basisText = (client: Client, figure: Figure): string => {
  const has = typeof client[figure] === 'number'
  switch (figure) {
    case 'score':
      return has
        ? `${plural(client.answers ?? 0, 'response', 'responses')} in ${figureDays} days${(client.answers ?? 0) < fewest ? ', too few to judge by' : ''}`
        : `No responses in ${figureDays} days`
    case 'waiting':
      return 'Responses without a reply'
    case 'budgetPerHead':
      if (has)
        return `${formatMoney(client.budgetTotal ?? 0, client.budgetCurrency)} in FY ${client.budgetYear} for ${plural(client.employeeCount ?? 0, 'employee', 'employees')}`
      return typeof client.budgetTotal === 'number' ? 'Number of employees unknown' : 'No current budget'
    case 'outOfWarranty': {
      const unknown = (client.devices ?? 0) - (client.warrantiesKnown ?? 0)
      const rest = unknown > 0 ? `; no end date for ${formatNumber(unknown)}` : ''
      if (has)
        return `${formatNumber(client.warrantiesEnded ?? 0)} of ${plural(client.warrantiesKnown ?? 0, 'device', 'devices')} in use${rest}`
      return client.devices
        ? `No end date for ${plural(client.devices, 'device', 'devices')} in use`
        : 'No devices in use'
    }
    case 'goalsOverdue':
      return client.goals ? `of ${plural(client.goals, 'goal', 'goals')}` : 'No goals'
    case 'trainingDone':
      return has
        ? `${formatNumber(client.enrollmentsDone ?? 0)} of ${plural(client.enrollments ?? 0, 'enrollment', 'enrollments')}`
        : 'No enrollments'
    case 'peopleActive':
      return has
        ? `${formatNumber(client.peopleSignedIn ?? 0)} of ${plural(client.people ?? 0, 'active person', 'active people')} signed in within ${figureDays} days`
        : 'No active people'
    case 'daysSinceReport':
      if (has)
        return isBriefLast(client)
          ? 'Days since the last brief was emailed'
          : 'Days since the last published report was created'
      return client.lastBriefAt === undefined ? 'No published report' : 'No published report or emailed brief'
  }
}

/** A figure within a sentence that gives reasons. */
const reasonText = (client: Client, figure: string): string => {
  const text = figureText(client, figure as Figure) ?? ''
  switch (figure) {
    case 'score':
      return `the score is ${text} from ${plural(client.answers ?? 0, 'response', 'responses')}`
    case 'waiting':
      return client.waiting === 1 ? '1 response is waiting for a reply' : `${text} responses are waiting for a reply`
    case 'outOfWarranty':
      return `${text} of devices are out of warranty${of(client.warrantiesEnded, client.warrantiesKnown, 'in use with an end date')}`
    case 'goalsOverdue':
      return client.goalsOverdue === 1 ? '1 goal is overdue' : `${text} goals are overdue`
    case 'trainingDone':
      return `${text} of training is done${of(client.enrollmentsDone, client.enrollments, 'enrollments')}`
    case 'peopleActive':
      return `${text} of active people signed in within ${figureDays} days${of(client.peopleSignedIn, client.people)}`
    case 'daysSinceReport':
      return `the last ${isBriefLast(client) ? 'brief' : 'report'} is ${plural(client.daysSinceReport ?? 0, 'day', 'days')} old`
    default:
      return figure
  }
}

export const listed = (parts: string[]) =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`

/** Why a client's health is what it is, in one sentence. */
export const whyText = (client: Client): string => {
  if (isInactive(client)) return 'Unknown: inactive clients aren’t judged.'
  const judged = client.figuresJudged ?? 0
  if (!client.health || judged === 0) return 'Unknown: there is nothing to judge this client by yet.'
  const of = (level: string) =>
    (client.reasons ?? []).flatMap((reason) =>
      reason.level === level && reason.figure ? [reasonText(client, reason.figure)] : [],
    )
  const [act, watch] = [of('act'), of('watch')]
  if (act.length > 0)
    return `Needs action because ${listed(act)}${watch.length > 0 ? `; also watch: ${listed(watch)}` : ''}.`
  if (watch.length > 0) return `Watch because ${listed(watch)}.`
  return `Good: ${judged === 1 ? 'the one figure' : `none of the ${formatNumber(judged)} figures`} that can be judged reaches ${judged === 1 ? 'no' : 'a'} limit.`
}

const reasonWords: Partial<Record<Figure, string>> = {
  score: 'Low score',
  waiting: 'Replies waiting',
  trainingDone: 'Training',
  peopleActive: 'Few active people',
  daysSinceReport: 'Old report',
}

/** What gives a client its health, the worst first: "Out of warranty, goals overdue". */
export const reasonLabels = ({ reasons }: Pick<Client, 'reasons'>): string => {
  const of = (level: string) => (reasons ?? []).filter((reason) => reason.level === level)
  const labels = [...of('act'), ...of('watch')].flatMap(({ figure }) =>
    figure ? [reasonWords[figure as Figure] ?? figureLabels[figure as Figure].label] : [],
  )
  return labels.map((label, at) => (at === 0 ? label : label.toLowerCase())).join(', ')
}

/** "32nd percentile among comparable clients". */
export const percentileName = (percentile: number) => `${ordinal(percentile)} percentile`

export const percentileText = (percentile: number) => `${percentileName(percentile)} among comparable clients`

const sizeText = (size: string) => `${size.replace('-', '–')} employees`

/** "Among 41 clients with 10–49 employees", or why there is no one to compare with. */
export const peersText = ({ peers, status, employeeCount }: Client, by: string): string => {
  if (isInactive({ status })) return 'Inactive clients aren’t compared'
  if (!peers) return by === 'industry' ? 'Industry unknown' : employeeCount === 0 ? 'No employees' : 'Size unknown'
  const count = peers.clients ?? 0
  const clients = plural(count, 'client', 'clients')
  const group =
    by === 'industry'
      ? `${clients} in ${peers.group}`
      : by === 'all'
        ? `all ${clients}`
        : `${clients} with ${sizeText(peers.group ?? '')}`
  return count < fewestPeers ? `Only ${group}, too few to compare` : `Among ${group}`
}
