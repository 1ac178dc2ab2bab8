import fs from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { adminKey, type Server } from '../../support/instance'
import { asking } from './instances'
import { createTempFolder, startServer } from './owned'

export type List = { data: { id: string }[]; pagination: { totalCount: number } }

/** Lists with and without filters, whose totals and places an instance remembers. */
export const lists = [
  ...['/companies?', '/companies?industry=Lost&', '/companies?industry=Other&', '/companies?search=lost&'],
  ...[
    '/companies?status=active&page=3&',
    '/companies?orderBy=updated_at&',
    '/companies?orderBy=name&order=asc&page=2&',
  ],
  ...[
    '/automation?',
    '/automation?isActive=true&',
    '/automation?isActive=false&',
    '/automation?sortColumn=updated_at&',
  ],
  ...['/budgets?', '/budgets?status=Draft&', '/budgets?status=Approved&', '/budgets?search=a&'],
  ...['/audit-events?', '/audit-events?resource=companies&', '/audit-events?resource=automation&page=2&'],
  '/surveys/nps/responses?followUpRequired=true&page=40&',
].map((list) => `${list}limit=20`)

export const environment = {
  QUARTERDECK_DEMO: '0.3',
  QUARTERDECK_RATE_LIMIT: '0',
  QUARTERDECK_SECRET: 'a secret that all instances of an experiment share',
  LOG_LEVEL: 'fatal',
}

type Ask = ReturnType<typeof asking>
type Answer = Awaited<ReturnType<Ask>>

/** An answer that says that the server cannot answer now, and when to ask again: honest, so no wrong one. */
const isRefusal = ({ status, headers }: Answer) =>
  status === 503 && headers.has('retry-after') && headers.get('content-type') === 'application/problem+json'

/** Asks until it is not refused any more, and notes when it was. */
const insisting = (server: Server, refused: number[]): Ask => {
  const ask = asking(server)
  return async <T>(...question: Parameters<Ask>) => {
    const until = performance.now() + 20_000
    let answer = await ask<T>(...question)
    while (isRefusal(answer) && performance.now() < until) {
      refused.push(performance.now())
      await wait(50)
      answer = await ask<T>(...question)
    }
    return answer
  }
}

export const readAll = async (server: Server, etags = new Map<string, string>(), ask = asking(server)) => {
  const answers = new Map<string, string>()
  for (const path of lists) {
    const etag = etags.get(path)
    const { status, json, headers } = await ask<List>(path, {
      headers: { authorization: `Bearer ${adminKey}`, ...(etag && { 'if-none-match': etag }) },
    })
    etags.set(path, headers.get('etag') ?? '')
    answers.set(path, status === 200 ? JSON.stringify([json.data.map(({ id }) => id), json.pagination]) : `${status}`)
  }
  return answers
}

export const wrongIn = (found: Map<string, string>, right: Map<string, string>) =>
  [...right].filter(([path, answer]) => found.get(path) !== answer).map(([path]) => path)

/** Asks one instance for pages of a list without a pause, and notes when it refuses and whatever else it answers than 200. */
const startReader = (server: Server, refused: number[]) => {
  const stop = new AbortController()
  const others: number[] = []
  const read = async () => {
    for (let turn = 0; !stop.signal.aborted; turn++) {
      const answer = await asking(server)(`/companies?limit=5&search=${turn % 100}`)
      if (answer.status === 200) continue
      if (isRefusal(answer)) refused.push(performance.now())
      else others.push(answer.status)
      await wait(20)
    }
  }
  const reading = Promise.all([read(), read()])
  return {
    others,
    stop: async () => {
      stop.abort()
      await reading
    },
  }
}

/**
 * Takes a database back to an earlier moment under two running instances, writes as much as was lost, and compares every list
 * with one of a fresh instance.
 */
export const rewind = async ({
  url,
  keep,
  goBack,
  freshUrl = url,
}: {
  url: string
  /** Keeps the moment to which `goBack` returns. */
  keep: () => Promise<unknown>
  goBack: () => Promise<unknown>
  freshUrl?: string
}) => {
  const { folder } = await createTempFolder()
  const log = `${folder}/log`
  const start = () => startServer(folder, { ...environment, DATABASE_URL: url, LOG_LEVEL: 'warn' }, log)
  const first = await start()
  const instances = [first, await start()]

  const ids = async (path: string) => (await asking(first)<List>(path)).json.data.map(({ id }) => id)
  const companies = await ids('/companies?limit=40')
  const rules = await ids('/automation?limit=20')
  const budgets = await ids('/budgets?limit=20')
  /** Edits and switches, every other one of other records. Each must be answered with 200; returns what was written. */
  const write = async (word: string, odd: number, ask = asking(first)) => {
    const mine = (all: string[], count: number) => all.filter((_, index) => index % 2 === odd).slice(0, count)
    const written = new Map<string, object>()
    const send = async (record: string, body: object, method: string, path = record) => {
      expect((await ask(path, { method, body })).status).toBe(200)
      written.set(record, body)
    }
    for (const id of mine(companies, 10))
      await send(`/companies/${id}`, { name: `${word} ${id}`, industry: word }, 'PUT')
    for (const id of mine(rules, 6)) {
      const { json } = await ask<{ data: { isActive: boolean } }>(`/automation/${id}`)
      await send(`/automation/${id}`, { isActive: !json.data.isActive }, 'POST', `/automation/${id}/toggle`)
    }
    for (const id of mine(budgets, 6)) await send(`/budgets/${id}`, { status: odd ? 'Draft' : 'Approved' }, 'PATCH')
    return written
  }

  const areBack = async () => {
    for (const server of instances)
      await expect.poll(async () => (await asking(server)('/me')).status, { timeout: 20_000, interval: 50 }).toBe(200)
  }
  await keep()
  await areBack()
  for (const server of instances) await readAll(server)
  const lost = await write('Lost', 0)
  const etags = instances.map(() => new Map<string, string>())
  for (const [index, server] of instances.entries()) await readAll(server, etags[index])
  // Long enough for what is worked out in the background to be of the lost writes too.
  await wait(5000)

  const refused = instances.map((): number[] => [])
  const asks = instances.map((server, index) => insisting(server, refused[index] ?? []))
  const readers = instances.map((server, index) => startReader(server, refused[index] ?? []))
  await wait(500)
  expect(refused.flat()).toEqual([])
  await goBack()
  const returned = performance.now()
  await areBack()
  const away = Math.round(performance.now() - returned)
  const others = await write('Other', 1, asks[0])

  const found = await Promise.all(instances.map((server, index) => readAll(server, etags[index], asks[index])))
  const again = await Promise.all(instances.map((server, index) => readAll(server, undefined, asks[index])))
  const fresh = await startServer((await createTempFolder()).folder, { ...environment, DATABASE_URL: freshUrl })
  const right = await readAll(fresh)
  const wrong = [...found, ...again].map((answers) => wrongIn(answers, right))
  expect(wrong).toEqual([[], [], [], []])
  for (const [path, body] of others)
    for (const ask of [...asks, asking(fresh)])
      expect((await ask<{ data: object }>(path)).json.data, path).toMatchObject(body)
  await wait(5000)
  await Promise.all(readers.map((reader) => reader.stop()))
  expect(readers.flatMap((reader) => reader.others)).toEqual([])
  const late = refused.flat().filter((time) => time > returned + 5000)
  expect(late, 'refused more than 5 s after the return').toEqual([])
  await expect
    .poll(() => fs.readFile(log, 'utf8'), { timeout: 10_000 })
    .toContain('The database lacks changes of the table companies that were seen before')
  return {
    instances,
    lost: lost.size,
    others: others.size,
    away,
    refused: refused.flat().length,
    /** From the first refusal of an instance to its last one. */
    longest: Math.max(...refused.map((times) => (times.length > 0 ? Math.max(...times) - Math.min(...times) : 0))),
    company: `Other ${companies[1]}`,
  }
}
