import { getOwn } from '../../lib/text/get-own'
import type { RuleLike } from '../rule-like'
import { asked, dayCount, lowered, numberIn, oneValue, quoted, thing, valueText, weekdays } from './labels'
import { article, type Config, entriesOf, fieldOf, taking } from './parameters'
import { type Prose, say, strong } from './prose'

export const whenOf = ({ triggerType, entityType, triggerConfig }: RuleLike): Prose => {
  const config = taking(entriesOf(triggerConfig))
  const main = (getOwn(triggers, triggerType) ?? unknownTrigger(triggerType))(config, entityType)
  return [...main, ...config.rest()]
}

type Trigger = (config: Config, entity: string | null | undefined) => Prose

const triggers: Record<string, Trigger> = {
  date_threshold: (config, entity) => {
    const field = config.has('dateField')
      ? fieldOf(config.take('dateField'), entity)
      : say`a date of ${article(thing(entity))}`
    const days = numberIn(config.take('daysBefore'))
    const away =
      days === undefined || days === null
        ? say`approaches`
        : days === 0
          ? say`is ${strong('today')}`
          : typeof days !== 'number'
            ? say`is ${strong(oneValue(days))} days away`
            : say`${days < 0 ? 'was' : 'is'} ${strong(dayCount(Math.abs(days)))} ${days < 0 ? 'ago' : 'away'}`
    const at = config.has('runAt') ? say`, checked ${strong(`every day at ${oneValue(config.take('runAt'))}`)}` : []
    return say`${field} ${away}${at}`
  },
  scheduled: (config, entity) => {
    const frequency = config.take('frequency')
    const day =
      frequency === 'weekly' && config.has('dayOfWeek')
        ? say`every ${strong(weekday(config.take('dayOfWeek')))}`
        : frequency === 'monthly' && config.has('dayOfMonth')
          ? say`on day ${strong(oneValue(numberIn(config.take('dayOfMonth'))))} of every month`
          : getOwn(frequencies, valueText(frequency))
            ? say`${strong(getOwn(frequencies, valueText(frequency)) ?? '')}`
            : frequency === undefined || frequency === null
              ? say`on a schedule`
              : say`on the schedule ${strong(oneValue(frequency))}`
    const at = config.has('runAt') ? say` at ${strong(oneValue(config.take('runAt')))}` : []
    const zone = config.has('timeZone') ? say` (${oneValue(config.take('timeZone'))})` : []
    return say`${day}${at}${zone}, for every ${strong(thing(entity))}`
  },
  field_change: (config, entity) => {
    const field = config.has('field')
      ? fieldOf(config.take('field'), entity)
      : say`a field of ${article(thing(entity))}`
    const [from, to] = [config.take('from') ?? null, config.take('to') ?? null].map((value) =>
      value === null ? null : strong(asked('in', value).value ?? ''),
    )
    return say`${field} changes${from ? say` from ${from}` : []}${to ? say` to ${to}` : []}`
  },
  absence: (config, entity) => {
    const field = config.has('field')
      ? fieldOf(config.take('field'), entity)
      : say`something of ${article(thing(entity))}`
    const days = numberIn(config.take('days'))
    const since =
      days === undefined || days === null
        ? say`is missing`
        : say`has been missing or unchanged for ${strong(typeof days === 'number' ? dayCount(days) : `${oneValue(days)} days`)}`
    return say`${field} ${since}`
  },
}

const unknownTrigger =
  (type: string | null | undefined): Trigger =>
  (_, entity) =>
    type
      ? say`its trigger ${strong(lowered(type) || quoted(type))} fires for ${article(thing(entity))}`
      : say`its trigger fires for ${article(thing(entity))}; the server doesn’t say when`

const frequencies: Record<string, string> = {
  daily: 'every day',
  weekly: 'every week',
  monthly: 'every month',
  hourly: 'every hour',
  yearly: 'every year',
}

const weekday = (given: unknown) => {
  const day = numberIn(given)
  if (typeof day === 'number') return weekdays[day] ?? `weekday ${day}`
  return getOwn(weekdayNames, String(day)) ?? oneValue(day)
}
const weekdayNames = Object.fromEntries(weekdays.map((name) => [name.toLowerCase(), name]))
