import { type Connection, connect } from '../../bench/client'
import { basePath } from '../../src/contract/core/base-path'

/** Results since the last report. */
export type Met = {
  answered: number
  /** Requests answered by another instance, because the first was gone or returned 503. */
  elsewhere: number
  /** Times that every instance was gone or returned 503, so the request was repeated. */
  refused: number
  /** 503 without Retry-After, and every other unexpected response. */
  failures: string[]
  /** Responses that miss a write committed before the request. */
  wrong: string[]
  /** Duration of each request with its repetitions, in milliseconds. */
  waits: number[]
}

type Asked = { path: string; method?: string; body?: object }
type Company = { id: string; name: string; employeeCount: number }

const year = 365 * 24 * 60 * 60 * 1000

const nothing = (): Met => ({ answered: 0, elsewhere: 0, refused: 0, failures: [], wrong: [], waits: [] })

/**
 * Simulated users on several instances: each changes their own company and immediately reads it through another instance, alone and
 * in a list, then reads someone else’s company and an uncached list of responses. A request refused everywhere is repeated.
 */
export const startCrowd = async (o: { origins: string[]; key: string; people: number }) => {
  const ports = o.origins.map((origin) => Number(new URL(origin).port))
  const headers = { authorization: `Bearer ${o.key}` }
  const written = new Map<string, number>()
  let met = nothing()
  let answered = 0
  let isOver = false

  const from = (port: number) => {
    let connection: Connection | undefined
    return async ({ path, method, body }: Asked) => {
      connection ??= await connect(port)
      return connection.ask({
        path: `${basePath}${path}`,
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
        ...(method && { method }),
        ...(body && { body: JSON.stringify(body) }),
      })
    }
  }

  /** Tries the instances in turn, from a random one, until one responds. */
  const insisting = () => {
    const instances = ports.map(from)
    return async <T>(asked: Asked): Promise<T> => {
      const start = performance.now()
      for (let first = Math.floor(Math.random() * instances.length); ; first++) {
        for (const [index] of instances.entries()) {
          const reply = await instances[(first + index) % instances.length]?.(asked).catch(() => null)
          if (reply?.status === 200) {
            answered++
            met.answered++
            met.waits.push(performance.now() - start)
            if (index > 0) met.elsewhere++
            return JSON.parse(reply.body.toString()).data
          }
          if (reply && (reply.status !== 503 || !/^retry-after:/im.test(reply.head)))
            met.failures.push(`${asked.method ?? 'GET'} ${asked.path}: ${reply.status} ${reply.body}`)
        }
        met.refused++
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
  }

  const work = async (mine: Company, all: Company[]) => {
    const insist = insisting()
    const check = (what: string, found: number | undefined, least: number) => {
      if (found === undefined || found < least) met.wrong.push(`${what}: ${found} instead of ${least}`)
    }
    for (let value = mine.employeeCount + 1; !isOver; value++) {
      await insist<Company>({ path: `/companies/${mine.id}`, method: 'PUT', body: { employeeCount: value } })
      written.set(mine.id, value)
      const own = await insist<Company>({ path: `/companies/${mine.id}` })
      check('her own write', own.employeeCount, value)
      const list = await insist<Company[]>({ path: `/companies?search=${encodeURIComponent(mine.name)}&limit=100` })
      check('her own write in a list', list.find(({ id }) => id === mine.id)?.employeeCount, value)
      const { id } = all[Math.floor(Math.random() * all.length)] ?? mine
      const least = written.get(id) ?? 0
      check("another's write", (await insist<Company>({ path: `/companies/${id}` })).employeeCount, least)
      const since = new Date(Date.now() - Math.random() * year).toISOString()
      await insist({ path: `/surveys/nps/responses?limit=10&dateFrom=${since}` })
    }
  }

  const companies = await insisting()<Company[]>({ path: `/companies?limit=${o.people}` })
  const working = Promise.all(companies.map((company) => work(company, companies)))
  return {
    /** Total number of answered requests. */
    answered: () => answered,
    /** Results since the last call. */
    met: () => {
      const since = met
      met = nothing()
      return since
    },
    stop: async () => {
      isOver = true
      await working
    },
  }
}
