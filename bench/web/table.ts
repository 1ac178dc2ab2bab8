import type { BrowserContext } from '@playwright/test'
import { median } from '../client'
import type { Front } from './fronts'

export type Apps = Record<'ours' | 'bare' | 'reactAdmin' | 'least', Front>
export type State = Awaited<ReturnType<BrowserContext['storageState']>>

/** Runs each once a round, so that a noisy minute affects all alike; the first round warms up and is ignored. */
export const inTurns = async <K extends string, T>(rounds: number, names: K[], measure: (name: K) => Promise<T>) => {
  const found = Object.fromEntries(names.map((name) => [name, [] as T[]])) as Record<K, T[]>
  for (let round = 0; round <= rounds; round++)
    for (const name of names) {
      const value = await measure(name)
      if (round > 0) found[name].push(value)
      process.stderr.write(`\r${name}, round ${round} of ${rounds}   `)
    }
  process.stderr.write('\r')
  const of = (name: K) => ({ all: found[name], median: (read: (value: T) => number) => median(found[name].map(read)) })
  return Object.fromEntries(names.map((name) => [name, of(name)])) as Record<K, ReturnType<typeof of>>
}

const text = (value: number) =>
  Number.isInteger(value) || value >= 100 ? value.toFixed(0) : value.toFixed(value < 10 ? 2 : 1)

/** Prints a Markdown table's head and returns a function for its rows; last columns `to …` are computed: the first value to that of the second, third … column. */
export const table = (...titles: string[]) => {
  const line = (cells: string[]) => console.log(`| ${cells.join(' | ')} |`)
  console.log()
  line(titles)
  line(titles.map((_, index) => (index === 0 ? '---' : '---:')))
  return (name: string, ...values: number[]) => {
    const [first = Number.NaN, ...others] = values
    const ratios = titles.filter((title) => title.startsWith('to ')).map((_, index) => first / (others[index] ?? 0))
    line([
      name,
      ...values.map((value) => (Number.isNaN(value) ? '' : text(value))),
      ...ratios.map((ratio) => (Number.isFinite(ratio) ? ratio.toFixed(2) : '')),
    ])
  }
}
