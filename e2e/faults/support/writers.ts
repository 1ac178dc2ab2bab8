import { expect } from 'vitest'
import { basePath } from '../../../src/contract/core/base-path'
import { adminKey } from '../../support/instance'

type Fields = Record<string, unknown>
type Answer = { data: Fields; pagination?: { totalCount: number } }
type Listed = { data: Fields[]; pagination: { totalCount: number } }
type Event = { id: string; before: Fields; after: Fields }

/** Asks a server with the key of every scope; rejects when the connection breaks. */
export const ask = (
  origin: string,
  path: string,
  method = 'GET',
  body?: object,
  headers: Record<string, string> = {},
) =>
  fetch(`${origin}${basePath}${path}`, {
    method,
    headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })

const read = async <T>(origin: string, path: string): Promise<T> => {
  const response = await ask(origin, path)
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text}`)
  return JSON.parse(text) as T
}

/** A record that one writer changes, and what is known of it. */
type Kept = {
  path: string
  field: string
  next: (value: unknown) => unknown
  send: (value: unknown) => [path: string, method: string, body: object]
  /** As it was found, and as each answer said it was from then on. */
  value: unknown
  version: unknown
  /** Answered with 200, and not looked for yet. */
  answered: unknown[]
  /** Sent, and broken off or refused, so that it may be there or not. */
  open: unknown[]
  seen: Set<string>
}

/** Refusals that a fault may cause; any other answer is wrong. */
type Refusals = { status: number; retryAfter: string | null; title: string; ms: number }[]

/**
 * Writes companies and switches rules, one writer a record, and afterwards finds every answered write with its trace: nothing
 * lost, nothing halved, nothing twice, and every version counted.
 */
export const startWriters = async (origin: string, writers = 8) => {
  const companies = await read<Listed>(origin, `/companies?limit=${writers}`)
  const rules = await read<Listed>(origin, `/automation?limit=${Math.ceil(writers / 4)}`)
  const totals = { companies: companies.pagination.totalCount, automation: rules.pagination.totalCount }
  const records: Kept[] = [
    ...companies.data.map(({ id, employeeCount }) => ({
      path: `/companies/${id}`,
      field: 'employeeCount',
      next: (value: unknown) => Number(value ?? 0) + 1,
      send: (value: unknown): [string, string, object] => [`/companies/${id}`, 'PUT', { employeeCount: value }],
      value: employeeCount,
      version: undefined,
      ...blank(),
    })),
    ...rules.data.map(({ id, isActive }) => ({
      path: `/automation/${id}`,
      field: 'isActive',
      next: (value: unknown) => !value,
      send: (value: unknown): [string, string, object] => [`/automation/${id}/toggle`, 'POST', { isActive: value }],
      value: isActive,
      version: undefined,
      ...blank(),
    })),
  ]
  for (const record of records) {
    record.version = (await read<Answer>(origin, record.path)).data.version
    for (const { id } of (await eventsOf(origin, record, 1)).data) record.seen.add(id)
  }
  let answered = 0
  let refused: Refusals = []

  /** Writes until told to stop, or until nothing answers any more. */
  const write = (at: string, signal: AbortSignal) =>
    Promise.all(
      records.map(async (record) => {
        // A switch after a refused one may find nothing to do, and then leaves no trace.
        let isUnsure = false
        while (!signal.aborted) {
          const value = record.next(record.value)
          const start = performance.now()
          try {
            const response = await ask(at, ...record.send(value))
            const text = await response.text()
            if (response.status === 200) {
              answered++
              record.value = value
              ;(isUnsure && record.field === 'isActive' ? record.open : record.answered).push(value)
              isUnsure = false
              continue
            }
            const { title } = JSON.parse(text) as { title: string }
            const retryAfter = response.headers.get('retry-after')
            refused.push({ status: response.status, retryAfter, title, ms: performance.now() - start })
            record.open.push(value)
            isUnsure = true
            await new Promise((resolve) => setTimeout(resolve, 50))
          } catch {
            record.open.push(value)
            return
          }
          // What was refused may be there all the same: go on from a value that is certainly another one.
          record.value = value
        }
      }),
    )

  const verify = async (at: string) => {
    for (const record of records) {
      const now = (await read<Answer>(at, record.path)).data
      const fresh: Event[] = []
      for (let page = 1; ; page++) {
        const { data } = await eventsOf(at, record, page)
        const unseen = data.filter(({ id }) => !record.seen.has(id))
        fresh.push(...unseen)
        if (unseen.length < 100) break
      }
      const events = fresh.reverse()
      for (const { id } of events) record.seen.add(id)
      const values = events.map(({ after }) => after[record.field])
      const certain = record.answered.length
      expect(values.length, `${record.path}: as many traces as writes`).toBeGreaterThanOrEqual(certain)
      expect(values.length, `${record.path}: no more traces than writes`).toBeLessThanOrEqual(
        certain + record.open.length,
      )
      // Values of a company are all different, so each one is looked for by itself.
      if (record.field === 'employeeCount') {
        expect(new Set(values).size, `${record.path}: each write once`).toBe(values.length)
        for (const value of record.answered) expect(values, `${record.path}: ${value} was answered`).toContain(value)
        const known = new Set([...record.answered, ...record.open])
        for (const value of values) expect(known, `${record.path}: ${value} was never sent`).toContain(value)
      }
      for (const [index, event] of events.entries())
        if (index > 0) expect(event.before[record.field], `${record.path}: history`).toBe(values[index - 1])
      if (events.length > 0) expect(now[record.field], `${record.path}: record and trace agree`).toBe(values.at(-1))
      if (typeof record.version === 'number')
        expect(now.version, `${record.path}: the version counts every change`).toBe(record.version + events.length)
      record.version = now.version
      record.value = now[record.field]
      record.answered = []
      record.open = []
    }
    for (const [name, total] of Object.entries(totals))
      expect((await read<Listed>(at, `/${name}?limit=1`)).pagination.totalCount).toBe(total)
  }

  return {
    write,
    verify,
    /** How many writes were answered with 200 so far. */
    answered: () => answered,
    /** What was refused since this was asked last. */
    refusals: () => {
      const all = refused
      refused = []
      return all
    },
  }
}

export type Writers = Awaited<ReturnType<typeof startWriters>>

const blank = () => ({ answered: [], open: [], seen: new Set<string>() })

const eventsOf = (origin: string, { path }: Pick<Kept, 'path'>, page: number) =>
  read<{ data: Event[] }>(origin, `/audit-events?recordId=${path.split('/')[2]}&limit=100&page=${page}`)
