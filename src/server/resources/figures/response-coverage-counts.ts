import { comparedAddress } from '../../../contract/figures/response-coverage'
import { categoryOfScore, npsCategories } from '../../../contract/nps'
import { createColumn, createDictionary, createHashedDictionary, increase } from '../../db/list-engine/columns'
import { createCompanyNames } from './company-name-copy'
import { byText } from './order'

/** In milliseconds: from the first, and before the second. No one is there for a reversed one. */
export type Period = { from: number; before: number }

/** The counts of a client, one after the other. */
const [people, answered, promoters, unmatched, each] = [0, 1, 2, 5, 6]

const milliseconds = (column: string) => `round(date_part('epoch', ${column}) * 1000)`

/**
 * Every response and every active person as numbers: whose it is, as a pair of client and address, when, and the sign of a change.
 * A row that is changed stays and is taken out by a second one, so rows need no ids and counting is one pass. Those without a
 * company are matched among themselves.
 */
export const createCoverageCounts = () => {
  const companies = createDictionary()
  const pairs = createHashedDictionary()
  const companyOfPair = createColumn(Int32Array)
  /** How many active people have the pair. */
  const knownOfPair = createColumn(Int32Array)
  const answers = {
    pair: createColumn(Int32Array),
    at: createColumn(Float64Array),
    sign: createColumn(Int8Array),
    category: createColumn(Int8Array),
    live: 0,
  }
  const persons = {
    pair: createColumn(Int32Array),
    at: createColumn(Float64Array),
    sign: createColumn(Int8Array),
    live: 0,
  }
  const names = createCompanyNames()

  const pairOf = (companyId: string | null, address: string | null) => {
    const company = companies.numberOf(companyId ?? '')
    const pair = pairs.numberOf(company, address ?? '')
    if (pair === companyOfPair.length) {
      companyOfPair.add(company)
      knownOfPair.add(0)
    }
    return pair
  }

  const takeAnswers = (columns: unknown[][], signs: number[] | null) => {
    const [companyIds, emails, scores, times] = columns as [(string | null)[], (string | null)[], number[], number[]]
    for (const [row, companyId] of companyIds.entries()) {
      const sign = signs?.[row] ?? 1
      answers.pair.add(pairOf(companyId, comparedAddress(emails[row])))
      answers.at.add(times[row] as number)
      answers.category.add(npsCategories.indexOf(categoryOfScore(scores[row] as number)))
      answers.sign.add(sign)
      answers.live += sign
    }
  }
  const takePeople = (columns: unknown[][], signs: number[] | null) => {
    const [companyIds, emails, areActive, times] = columns as [(string | null)[], string[], boolean[], number[]]
    for (const [row, companyId] of companyIds.entries()) {
      if (!areActive[row]) continue
      const sign = signs?.[row] ?? 1
      const address = comparedAddress(emails[row])
      const pair = pairOf(companyId, address)
      if (address !== null) increase(knownOfPair.values, pair, sign)
      persons.pair.add(pair)
      persons.at.add(times[row] as number)
      persons.sign.add(sign)
      persons.live += sign
    }
  }

  /** Adds up the responses of a period by client; the result is how many each pair has. */
  const answersOf = ({ from, before }: Period, counts: Int32Array) => {
    const byPair = new Int32Array(pairs.size())
    const [pair, at, category, sign] = [
      answers.pair.values,
      answers.at.values,
      answers.category.values,
      answers.sign.values,
    ]
    const companyOf = companyOfPair.values
    for (let row = 0; row < answers.pair.length; row++) {
      const time = at[row] as number
      if (time < from || time >= before) continue
      const [whose, added] = [pair[row] as number, sign[row] as number]
      increase(byPair, whose, added)
      increase(counts, each * (companyOf[whose] as number) + promoters + (category[row] as number), added)
    }
    return byPair
  }
  const isKnown = (pair: number) => (knownOfPair.values[pair] as number) > 0

  return {
    tables: [
      {
        name: 'nps_responses',
        columns: ['t.company_id', 't.respondent_email', 't.score', milliseconds('t.response_date')],
        take: takeAnswers,
      },
      {
        name: 'company_users',
        columns: ['t.company_id', 't.email', "t.status = 'active'", milliseconds('t.created_at')],
        take: takePeople,
      },
      names.table,
    ],
    needsRebuild: () => answers.pair.length + persons.pair.length > 2 * (answers.live + persons.live) + 20_000,
    /** The clients, or one, with most people who were there for the whole period and did not answer, and the sums of all. */
    clients: (period: Period, { companyId, limit }: { companyId: string | undefined; limit: number }) => {
      const counts = new Int32Array(each * companies.texts.length)
      const byPair = answersOf(period, counts)
      for (let pair = 0; pair < byPair.length; pair++)
        if (!isKnown(pair))
          increase(counts, each * (companyOfPair.values[pair] as number) + unmatched, byPair[pair] as number)
      const isReversed = period.before <= period.from
      for (let row = 0; row < persons.pair.length; row++) {
        if ((persons.at.values[row] as number) >= period.from || isReversed) continue
        const [pair, added] = [persons.pair.values[row] as number, persons.sign.values[row] as number]
        const company = each * (companyOfPair.values[pair] as number)
        increase(counts, company + people, added)
        if ((byPair[pair] as number) > 0 && isKnown(pair)) increase(counts, company + answered, added)
      }

      const of = (company: number, figure: number) => counts[each * company + figure] as number
      const silentOf = (company: number) => of(company, people) - of(company, answered)
      const responsesOf = (company: number) =>
        of(company, promoters) + of(company, promoters + 1) + of(company, promoters + 2)
      const one = companyId === undefined ? undefined : companies.find(companyId)
      const all = companyId === undefined ? [...companies.texts.keys()] : one === undefined ? [] : [one]
      const peopled = all.filter((company) => of(company, people) > 0)
      const leastSilent = Int32Array.from(peopled, silentOf).sort().at(-limit) ?? 0
      const sumOf = (value: (company: number) => number) => all.reduce((sum, company) => sum + value(company), 0)
      return {
        people: sumOf((company) => of(company, people)),
        answered: sumOf((company) => of(company, answered)),
        clients: peopled
          .filter((company) => silentOf(company) >= leastSilent)
          .map((company) => ({ company, companyId: companies.texts[company] || null }))
          .sort((a, b) => silentOf(b.company) - silentOf(a.company) || byText(a.companyId, b.companyId))
          .slice(0, limit)
          .map(({ company, companyId }) => ({
            companyId,
            companyName: names.nameOf(companyId),
            people: of(company, people),
            answered: of(company, answered),
            promotersCount: of(company, promoters),
            passivesCount: of(company, promoters + 1),
            detractorsCount: of(company, promoters + 2),
            unmatched: of(company, unmatched),
          })),
        totalCount: peopled.length,
        responses: sumOf(responsesOf),
        withoutAddress: sumOf((company) => byPair[pairs.find(company, '')] ?? 0),
      }
    },
    /** Whether a person of the client with this address answered it in the period. */
    respondents: (companyId: string, period: Period) => {
      const byPair = answersOf(period, new Int32Array(each * companies.texts.length))
      const company = companies.find(companyId) ?? -1
      return (email: string) => {
        const pair = pairs.find(company, comparedAddress(email) ?? '')
        return pair >= 0 && isKnown(pair) && (byPair[pair] as number) > 0
      }
    },
  }
}
