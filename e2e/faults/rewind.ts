import fs from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { adminKey, type Server } from '../instance'
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

export const readAll = async (server: Server, etags = new Map<string, string>()) => {
  const answers = new Map<string, string>()
  for (const path of lists) {
    const etag = etags.get(path)
    const { status, json, headers } = await asking(server)<List>(path, {
      headers: { authorization: `Bearer ${adminKey}`, ...(etag && { 'if-none-match': etag }) },
    })
    etags.set(path, headers.get('etag') ?? '')
    answers.set(path, status === 200 ? JSON.stringify([json.data.map(({ id }) => id), json.pagination]) : `${status}`)
  }
  return answers
}

export const wrongIn = (found: Map<string, string>, right: Map<string, string>) =>
  [...right].filter(([path, answer]) => found.get(path) !== answer).map(([path]) => path)

/** Asks one instance for pages of a list without a pause, and counts what it answers. */
const startReader = (server: Server) => {
  const stop = new AbortController()
  const refused: number[] = []
  const others: string[] = []
  let answered = 0
  const read = async () => {
    for (let turn = 0; !stop.signal.aborted; turn++) {
      const { status, headers } = await asking(server)(`/companies?limit=5&search=${turn % 100}`)
      if (status === 200) answered++
      else if (status === 503 && headers.has('retry-after')) refused.push(performance.now())
      else others.push(String(status))
      if (status !== 200) await wait(20)
    }
  }
  const reading = Promise.all([read(), read()])
  return {
    refused,
    others,
    answered: () => answered,
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
  const ask = asking(first)

  const ids = async (path: string) => (await ask<List>(path)).json.data.map(({ id }) => id)
  const companies = await ids('/companies?limit=40')
  const rules = await ids('/automation?limit=20')
  const budgets = await ids('/budgets?limit=20')
  /** Edits and switches, every other one of other records. */
  const write = async (word: string, odd: number) => {
    const mine = (all: string[], count: number) => all.filter((_, index) => index % 2 === odd).slice(0, count)
    const statuses: number[] = []
    for (const id of mine(companies, 10))
      statuses.push(
        (await ask(`/companies/${id}`, { method: 'PUT', body: { name: `${word} ${id}`, industry: word } })).status,
      )
    for (const id of mine(rules, 6)) {
      const { json } = await ask<{ data: { isActive: boolean } }>(`/automation/${id}`)
      const body = { isActive: !json.data.isActive }
      statuses.push((await ask(`/automation/${id}/toggle`, { method: 'POST', body })).status)
    }
    for (const id of mine(budgets, 6))
      statuses.push(
        (await ask(`/budgets/${id}`, { method: 'PATCH', body: { status: odd ? 'Draft' : 'Approved' } })).status,
      )
    expect(new Set(statuses)).toEqual(new Set([200]))
    return statuses.length
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

  const readers = instances.map(startReader)
  await wait(500)
  await goBack()
  const returned = performance.now()
  await areBack()
  const away = Math.round(performance.now() - returned)
  const others = await write('Other', 1)
  await Promise.all(readers.map((reader) => reader.stop()))
  expect(readers.flatMap((reader) => reader.others)).toEqual([])
  const refused = readers.map((reader) => reader.refused)
  const longest = Math.max(...refused.map((times) => (times.at(-1) ?? 0) - (times[0] ?? 0)))

  const found = await Promise.all(instances.map((server, index) => readAll(server, etags[index])))
  const again = await Promise.all(instances.map((server) => readAll(server)))
  const fresh = await startServer((await createTempFolder()).folder, { ...environment, DATABASE_URL: freshUrl })
  const right = await readAll(fresh)
  const wrong = [...found, ...again].map((answers) => wrongIn(answers, right))
  expect(wrong).toEqual([[], [], [], []])
  await expect
    .poll(() => fs.readFile(log, 'utf8'), { timeout: 10_000 })
    .toContain('The database lacks changes of the table companies that were seen before')
  return { instances, lost, others, away, longest, company: `Other ${companies[1]}` }
}
