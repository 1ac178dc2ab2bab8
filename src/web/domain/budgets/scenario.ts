import { budgetCategories } from '../../../contract/budgets'
import { readTyped } from '../../lib/text/typed-number'
import { type Change, type Line, monthsSpread, nothing, type Scenario } from './what-if'
import { readAddedLine, writeAddedLine } from './what-if-lines'

/** Scenario in the URL: `up=4&up-labour=3&line=1a2b3c4d_q380_t48&add=12_950_GBP_2027_Laptop`. Only differences from the saved budget. */

const most = 1e12
const limits = { q: [0, most], p: [-most, most], t: [1, 600], up: [-100, 1000] } as const

const keys = { q: 'quantity', p: 'price', t: 'term' } as const
type Key = keyof typeof keys

/** Parses a number in the user’s locale. */
export const readLever = (text: string, of: Key | 'up'): number | null => inRange(readTyped(text), of)

const readNumber = (text: string, of: Key | 'up') => inRange(text.trim() === '' ? null : Number(text), of)

/** Range check; terms are whole months. */
const inRange = (value: number | null, of: Key | 'up'): number | null => {
  const [low, high] = limits[of]
  if (value === null || !(value >= low && value <= high)) return null
  return of === 't' && !Number.isInteger(value) ? null : value
}

/** Shortest unique prefix of a line’s ID, at least eight characters. */
const shortId = (lines: Line[], id: string): string => {
  for (let length = 8; length < id.length; length++) {
    const start = id.slice(0, length)
    if (lines.filter((line) => line.id.startsWith(start)).length === 1) return start
  }
  return id
}

const savedOf = (line: Line): Record<Key, number | null> => ({
  q: line.quantity ?? null,
  p: line.unitPrice ?? null,
  t: line.termMonths ?? 12,
})

/** Fields of a change that differ from the saved line. */
const changeOf = (line: Line, values: Partial<Record<Key, number>>): Change => {
  const saved = savedOf(line)
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => (saved[key as Key] === value ? [] : [[keys[key as Key], value]])),
  )
}

/** Purchases in another currency than the budget’s can’t be counted, since currencies are never added. */
export const readScenario = (
  search: URLSearchParams,
  lines: Line[],
  budgetCurrency: string | null | undefined,
): { scenario: Scenario; ignored: string[]; uncountable: string[] } => {
  const scenario: Scenario = { lines: {}, all: nothing.all, increases: {}, added: [] }
  const ignored: string[] = []
  const uncountable: string[] = []
  for (const [key, text] of search) {
    const category = budgetCategories.find((one) => key === `up-${one}`)
    if (key === 'up' || category) {
      const percent = readNumber(text, 'up')
      if (percent === null) ignored.push(`${key}=${text}`)
      else if (category) scenario.increases[category] = percent
      else scenario.all = percent
    } else if (key === 'add') {
      const added = readAddedLine(text)
      if (added && added.currency === budgetCurrency) scenario.added.push(added)
      else uncountable.push(text)
    } else if (key === 'line') {
      const [start = '', ...parts] = text.split('_')
      const found = lines.filter(({ id }) => start.length >= 8 && id.startsWith(start))
      const values = parts.map(
        (part) =>
          [part[0] as Key, part[0] && part[0] in keys ? readNumber(part.slice(1), part[0] as Key) : null] as const,
      )
      const [line] = found
      if (!line || found.length > 1 || parts.length === 0 || values.some(([, value]) => value === null))
        ignored.push(`line=${text}`)
      else {
        const { term, ...others } = changeOf(line, Object.fromEntries(values) as Partial<Record<Key, number>>)
        const hasTerm = term !== undefined && monthsSpread(line) !== null
        if (term !== undefined && !hasTerm) ignored.push(`line=${start}_t${term}`)
        const change = { ...others, ...(hasTerm && { term }) }
        if (Object.keys(change).length > 0) scenario.lines[line.id] = change
      }
    }
  }
  return { scenario, ignored, uncountable }
}

/** URL of a scenario, keeping other parameters. */
export const writeScenario = (scenario: Scenario, lines: Line[], search: URLSearchParams): URLSearchParams => {
  const rest = [...search].filter(([key]) => !['line', 'up', 'add'].includes(key) && !key.startsWith('up-'))
  const next = new URLSearchParams(rest)
  if (scenario.all !== 0) next.set('up', String(scenario.all))
  for (const category of budgetCategories) {
    const percent = scenario.increases[category]
    // Also where it equals that of all, which may be on its way from 4 to 12.
    if (percent !== undefined) next.set(`up-${category}`, String(percent))
  }
  for (const line of lines) {
    const change = scenario.lines[line.id]
    if (!change) continue
    const given = Object.entries(keys).flatMap(([key, name]) =>
      change[name] === undefined ? [] : [`${key}${change[name]}`],
    )
    if (given.length > 0) next.append('line', [shortId(lines, line.id), ...given].join('_'))
  }
  for (const added of scenario.added) next.append('add', writeAddedLine(added))
  return next
}
