import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compareUses, saysSomething, type TermKind, termKinds, termsOf } from '../../contract/words'
import type { Database } from '../db/database'
import { createListCache } from '../db/list-engine/list-cache'
import {
  type Asked,
  askable,
  casesOn,
  clear,
  engines,
  sampleCompany,
  sampleResponse,
  smallLimits,
} from '../testing/server'
import type { Records } from './registry'
import { saveRecords } from './save-records'

type Answer = Records['npsResponses']

const companies = [1, 2].map((at) => sampleCompany({ name: `Client ${at}` }))
const companyIds = companies.map(({ id }) => id)

/* Words */

const days = [1, 2, 3, 4].map((day) => `2026-07-0${day}T12:00:00.000Z`)
const edges = ['2026-07-02T00:00:00.000Z', '2026-07-03T23:59:59.999Z']
const comments = [
  'Quick engineer',
  'Slow, slow printer',
  'L’imprimante est lente',
  "L'imprimante",
  '遅いです',
  ' ',
  null,
]

const isPromoter = ({ score }: Answer) => score >= 9
const isDetractor = ({ score }: Answer) => score <= 6

const someAnswer = fc
  .record({
    id: fc.nat(299),
    score: fc.constantFrom(10, 9, 9, 8, 6, 3, 3),
    companyId: fc.constantFrom(...companyIds, null),
    responseDate: fc.constantFrom(...days, ...edges),
    feedbackText: fc.constantFrom(...comments),
    tags: fc.constantFrom([], [], ['Onsite '], ['onsite', 'hardware', 'hardware']),
  })
  .map(({ id, tags, ...fields }) => {
    const answer = sampleResponse({ ...fields, id: `R-${id}`, tags: [...tags] })
    // What groups say more than chance is rare where comments do not depend on scores.
    if (id % 3 === 0 || !answer.feedbackText) return answer
    return isPromoter(answer)
      ? { ...answer, feedbackText: 'Quick engineer', tags: ['onsite'] }
      : { ...answer, feedbackText: 'Slow printer', tags: [] }
  })

const someSample = fc.record(
  {
    companyId: fc.constantFrom(...companyIds),
    dateFrom: fc.constantFrom('2026-07-02', edges[0] as string, '2026-07-03'),
    dateTo: fc.constantFrom('2026-07-03', edges[1] as string, days[1] as string),
  },
  { requiredKeys: [] },
)

type Sample = { companyId?: string; dateFrom?: string; dateTo?: string }

const isIn = (sample: Sample) => (answer: Answer) => {
  const { companyId, dateFrom = '', dateTo = '9999' } = sample
  const end = dateTo.length === 10 ? `${dateTo}T23:59:59.999Z` : dateTo
  const time = answer.responseDate
  return (!companyId || answer.companyId === companyId) && time >= dateFrom && time <= end
}
const compared = (kind: TermKind, answers: Answer[]) => {
  const counts = (some: Answer[]) => ({
    promoters: some.filter(isPromoter).length,
    detractors: some.filter(isDetractor).length,
  })
  const uses = (word: string) => answers.filter((answer) => termsOf(kind, answer).includes(word))
  const words = [...new Set(answers.flatMap((answer) => termsOf(kind, answer)))]
  return compareUses(
    counts(answers.filter((answer) => saysSomething(kind, answer))),
    words.map((word) => ({ word, ...counts(uses(word)) })),
  )
}

const someTerm = fc.constantFrom(
  ...(['quick', 'slow', 'l’imprimante', 'nowhere'] as const).map((word) => ({ kind: 'word' as const, word })),
  ...(['onsite', 'hardware', 'quick'] as const).map((word) => ({ kind: 'tag' as const, word })),
)

describe.each(engines)('Figures on $engine', ({ engine, open }) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  const queryOf = (fields: Record<string, string | undefined>) =>
    new URLSearchParams(Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined))

  it('of words and tags are those of a plain model, whatever is written between', async () => {
    const asked = await askable(database, createListCache(smallLimits))
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            written: fc.oneof(
              fc.array(someAnswer, { maxLength: 6 }),
              fc.array(someAnswer, { minLength: 30, maxLength: 60 }),
              // More than the change log keeps row by row.
              fc.array(someAnswer, { minLength: 220, maxLength: 220 }),
            ),
            sample: someSample,
            term: someTerm,
            limit: fc.constantFrom(1, 5, 1000),
          }),
          { minLength: 1, maxLength: 5 },
        ),
        async (steps) => {
          await clear(database)
          await saveRecords(database, 'companies', companies)
          const stored = new Map<string, Answer>()
          for (const { written, sample, term, limit } of steps) {
            const records = [...new Map(written.map((answer) => [answer.id, answer])).values()]
            await saveRecords(database, 'npsResponses', records)
            for (const answer of records) stored.set(answer.id, answer)
            const own = [...stored.values()].filter(isIn(sample as Sample))
            const { data } = (await asked.ask(`/nps-words?${queryOf(sample)}`)).json
            expect(data).toEqual({
              words: compared('word', own),
              tags: compared('tag', own),
              ...{ countedFrom: null, isCounting: false },
            })
            const uses = own
              .filter((answer) => isPromoter(answer) || isDetractor(answer))
              .filter((answer) => termsOf(term.kind, answer).includes(term.word))
              .sort((a, b) =>
                a.responseDate === b.responseDate ? (a.id < b.id ? -1 : 1) : a.responseDate < b.responseDate ? 1 : -1,
              )
            const found = (
              await asked.ask(`/nps-words/responses?${queryOf({ ...sample, ...term, limit: String(limit) })}`)
            ).json.data
            expect(found.totalCount).toBe(uses.length)
            expect(found.responses.map(({ id }: Answer) => id)).toEqual(uses.slice(0, limit).map(({ id }) => id))
            for (const kind of termKinds) if (compared(kind, own).ofPromoters.length > 0) seen.add(kind)
          }
        },
      ),
      { numRuns: casesOn(engine, 30), seed: 37 },
    )
    expect([...seen].sort()).toEqual(['tag', 'word'])
  })

  it('of words say how far back they are counted where memory ends', async () => {
    await clear(database)
    const answers = Array.from({ length: 120 }, (_, at) =>
      sampleResponse({
        score: at % 2 ? 10 : 0,
        feedbackText: `Word${'abcdefghij'[at % 10]} ${at % 2 ? 'quick' : 'slow'}`,
        responseDate: new Date(Date.UTC(2026, 6, 1, 0, at)).toISOString(),
      }),
    )
    await saveRecords(database, 'npsResponses', answers)
    const { ask } = await askable(database, createListCache({ ...smallLimits, maxWordBytes: 2000 }))
    const { countedFrom, isCounting, words } = (await ask('/nps-words')).json.data
    const covered = answers.filter(({ responseDate }) => responseDate >= countedFrom)
    expect(isCounting).toBe(false)
    expect([covered.length < answers.length, covered.length >= smallLimits.rowsPerStatement]).toEqual([true, true])
    expect(words).toEqual(compared('word', covered))
    const whole = (await ask(`/nps-words?dateFrom=${countedFrom}`)).json.data
    expect(whole).toMatchObject({ countedFrom: null, words })
  })

  it('of words are not sent again until a response changes', async () => {
    await clear(database)
    const { ask }: Asked = await askable(database)
    const headers = { 'if-none-match': (await ask('/nps-words')).headers.get('etag') ?? '' }
    expect((await ask('/nps-words', { headers })).status).toBe(304)
    await saveRecords(database, 'npsResponses', [sampleResponse()])
    expect((await ask('/nps-words', { headers })).status).toBe(200)
  })
})
