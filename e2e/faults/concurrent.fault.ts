import { describe, expect } from 'vitest'
import type { Company, Rule } from '../support/api'
import { experiment } from './support/experiment'
import { asking, setups } from './support/instances'

type Ask = ReturnType<typeof asking>
type Page<T> = { data: T[]; pagination: { totalCount: number; hasNextPage: boolean } }
type Event<T> = { before: Partial<T>; after: Partial<T> }

const writers = 50
const writesEach = 20

/** Every trace of one record. */
const historyOf = async <T>(ask: Ask, recordId: string) => {
  const events: Event<T>[] = []
  for (let page = 1; ; page++) {
    const { json } = await ask<Page<Event<T>>>(`/audit-events?recordId=${recordId}&limit=100&page=${page}`)
    events.push(...json.data)
    if (!json.pagination.hasNextPage) return events
  }
}

const first = async <T>(ask: Ask, path: string) => (await ask<Page<T>>(`${path}?limit=1`)).json.data[0] as T

/** Runs `work` for each of the writers at once, spread over the instances. */
const together = <T>(asks: Ask[], work: (ask: Ask, writer: number) => Promise<T>) =>
  Promise.all(Array.from({ length: writers }, (_, writer) => work(asks[writer % asks.length] as Ask, writer)))

const counted = <T extends { status: number }>(answers: T[], status: number) =>
  answers.filter((answer) => answer.status === status).length

for (const { engine, start } of setups) {
  const withInstances = async <T>(work: (asks: Ask[]) => Promise<T>) => {
    const { instances, stop } = await start()
    return work(instances.map((server) => asking(server))).finally(stop)
  }

  describe(engine, () => {
    experiment(`Every one of many writes to one record is in its history, in one line (${engine})`, () =>
      withInstances(async (asks) => {
        const [ask] = asks as [Ask]
        const { id, employeeCount } = await first<Company>(ask, '/companies')
        const answers = await together(asks, async (ask, writer) => {
          const mine = []
          for (let write = 1; write <= writesEach; write++)
            mine.push(await ask(`/companies/${id}`, { body: { employeeCount: 100_000 + writer * 100 + write } }))
          return mine
        })
        expect(counted(answers.flat(), 200)).toBe(writers * writesEach)

        const events = await historyOf<Company>(ask, id)
        expect(events).toHaveLength(writers * writesEach)
        // No value is written twice, so each change has one successor and none is skipped.
        const next = new Map(events.map(({ before, after }) => [before.employeeCount, after.employeeCount]))
        let value: number | null | undefined = employeeCount
        let steps = 0
        for (; next.has(value); steps++) value = next.get(value)
        expect(steps).toBe(events.length)
        expect((await ask<{ data: Company }>(`/companies/${id}`)).json.data.employeeCount).toBe(value)
        return {
          harm: `${writers} writers at once on one record`,
          count: `${events.length} writes`,
          result: 'all answered 200; the history is one unbroken line of them that ends at the record',
        }
      }),
    )

    experiment(`Of editors with the same If-Match exactly one wins (${engine})`, () =>
      withInstances(async (asks) => {
        const [ask] = asks as [Ask]
        const { id } = await first<Company>(ask, '/companies')
        const rounds = 100
        let refused = 0
        for (let round = 0; round < rounds; round++) {
          const etag = (await ask(`/companies/${id}`)).headers.get('etag') ?? ''
          const editors = round % 10 === 0 ? writers : 2
          const answers = await Promise.all(
            Array.from({ length: editors }, (_, editor) =>
              (asks[editor % asks.length] as Ask)<{ data: Company; current: Company }>(`/companies/${id}`, {
                body: { industry: `Round ${round}, editor ${editor}` },
                headers: { 'if-match': etag },
              }),
            ),
          )
          expect([counted(answers, 200), counted(answers, 412)]).toEqual([1, editors - 1])
          const won = answers.find(({ status }) => status === 200)?.json.data
          for (const { status, json } of answers) if (status === 412) expect(json.current).toEqual(won)
          expect((await ask<{ data: Company }>(`/companies/${id}`)).json.data).toEqual(won)
          refused += editors - 1
        }
        return {
          harm: `2 editors with one ETag at the same moment, and in every tenth round ${writers}`,
          count: `${rounds} rounds`,
          result: `one 200 in each; ${refused} refused with 412 and the record as the winner left it`,
        }
      }),
    )

    experiment(`A version counts every switch, from however many sides it comes (${engine})`, () =>
      withInstances(async (asks) => {
        const [ask] = asks as [Ask]
        const { id } = await first<Rule>(ask, '/automation')
        const read = async () => (await ask<{ data: Rule }>(`/automation/${id}`)).json.data
        const initial = await read()
        const answers = await together(asks, async (ask, writer) => {
          const mine = []
          for (let write = 0; write < writesEach; write++) {
            const isActive = (writer + write) % 2 === 0
            const answer = await ask<{ data: Rule }>(`/automation/${id}/toggle`, { method: 'POST', body: { isActive } })
            expect(answer.json.data.isActive).toBe(isActive)
            mine.push(answer)
          }
          return mine
        })
        expect(counted(answers.flat(), 200)).toBe(writers * writesEach)

        const events = await historyOf<Rule>(ask, id)
        const versions = events.map(({ after }) => after.version ?? 0).sort((a, b) => a - b)
        expect(versions).toEqual(events.map((_, index) => initial.version + 1 + index))
        const final = await read()
        expect(final.version).toBe(initial.version + events.length)
        for (const { before, after } of events) {
          expect(after.version).toBe((before.version ?? 0) + 1)
          expect(after.isActive).toBe(!before.isActive)
          if (after.version === final.version) expect(after.isActive).toBe(final.isActive)
        }
        const total = async (query: string) =>
          (await ask<Page<Rule>>(`/automation?limit=1${query}`)).json.pagination.totalCount
        expect((await total('&isActive=true')) + (await total('&isActive=false'))).toBe(await total(''))
        return {
          harm: `${writers} clients switch one rule on and off at once`,
          count: `${writers * writesEach} requests, ${events.length} switches`,
          result: `the version rose by ${events.length}, once in each trace; lists still add up`,
        }
      }),
    )
  })
}
