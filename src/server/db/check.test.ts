import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { companies } from '../../contract/companies'
import { sortQuery } from '../../contract/core/endpoint'
import { tables, trackedLists } from '../resources/registry'
import { saveRecords } from '../resources/save-records'
import { createTestApi, engines, sampleCompany, smallLimits, type TestApi, unnoticed } from '../testing/server'
import { checkTables, startTableChecker } from './check'
import type { Database } from './database'
import { createListCache } from './list-engine/list-cache'
import { refreshOnce } from './list-engine/stats-refresher'
import { writeRecords } from './write'

/* Rows that were changed by somebody else than the program, under an instance that remembers what was there before. */

const sizes = { ...smallLimits, rowsPerStatement: 10 }
const all = Object.values(tables)

const company = (index: number) =>
  sampleCompany({
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    name: `Company ${String(index).padStart(2, '0')}`,
    status: index % 2 ? 'active' : 'inactive',
    createdAt: new Date(Date.UTC(2026, 0, 1, index)).toISOString(),
  })
const numbers = Array.from({ length: 40 }, (_, index) => index)
const questions = [
  ...['', 'page=4', 'page=2', 'status=active', 'status=active&page=2', 'search=company+1'],
  ...['search=renamed', new URLSearchParams({ ...sortQuery(companies.list, 'name', false), page: '3' }).toString()],
].map((query) => `/companies?limit=10&${query}`)

/** Inserted, deleted, and so changed that the number of rows stays. */
const changes = {
  insert: `
    insert into companies select (substr(id::text, 1, 35) || 'f')::uuid, name, domain, status, employee_count, industry, website,
      created_at, updated_at, name_sort, search_text, name_search from companies where id::text like '%9'`,
  delete: `delete from companies where name like '%3'`,
  update: `update companies set name = 'Renamed', status = 'active' where name like '%2'`,
}

const createGate = () => {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}

/** How many sessions wait for a lock. */
const waitingIn = async (database: Database) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(database.sql)
  return rows[0]?.count
}

describe.each(engines)('Lists after changes by another program on $engine', ({ engine, open }) => {
  let database: Database
  let memory: ReturnType<typeof createListCache>
  let instance: TestApi
  const etags = new Map<string, string>()

  const readAll = async ({ ask }: TestApi) => {
    const answers: Record<string, unknown> = {}
    for (const path of questions) {
      const etag = etags.get(path)
      const { status, json, headers } = await ask(path, { ...(etag && { headers: { 'if-none-match': etag } }) })
      if (status === 304) {
        answers[path] = (await ask(path)).json
        continue
      }
      expect(status).toBe(200)
      etags.set(path, headers.get('etag') ?? '')
      answers[path] = json
    }
    return answers
  }
  const fresh = () => createTestApi(database, createListCache(sizes))
  /** Results from the rows alone, without caches. */
  const totals = async () => {
    const { rows } = await sql<{ all: number; active: number }>`
      select count(*)::int as all, count(*) filter (where status = 'active')::int as active from companies`.execute(
      database.sql,
    )
    return rows[0]
  }
  const totalsIn = async ({ ask }: TestApi) => {
    const total = async (query: string) => (await ask(`/companies?${query}`)).json.pagination.totalCount
    return { all: await total('limit=10'), active: await total('limit=10&status=active') }
  }

  beforeEach(async () => {
    database = await open()
    etags.clear()
    await saveRecords(database, 'companies', numbers.map(company))
    memory = createListCache(sizes)
    instance = await createTestApi(database, memory)
    await refreshOnce(database, memory, trackedLists)
    await readAll(instance)
  })
  afterEach(() => database.close())

  it('are correct at once, and sorted and searched by the new values after a check', async () => {
    for (const change of Object.values(changes)) {
      await sql.raw(change).execute(database.sql)
      expect(await totalsIn(instance)).toEqual(await totals())
      const before = new Map(etags)
      expect(await readAll(instance)).toEqual(await readAll(await fresh()))
      for (const [path, etag] of etags) expect(etag).not.toBe(before.get(path))
    }
    expect((await instance.ask('/companies?search=renamed')).json.pagination.totalCount).toBe(0)
    const repairs = await checkTables(database, { tables: all })
    expect(repairs).toMatchObject([
      { table: 'companies', sentence: expect.stringContaining('3 times') },
      { table: 'companies', sentence: expect.stringContaining('4 records were') },
    ])
    expect((await instance.ask('/companies?search=renamed')).json.pagination.totalCount).toBe(4)
    expect(await readAll(instance)).toEqual(await readAll(await fresh()))
    expect(await checkTables(database, { tables: all })).toEqual([])
  })

  it.runIf(engine === 'PostgreSQL')(
    'are correct where a save has waited for the other to insert the same record',
    async () => {
      const saved = { ...company(50), status: 'inactive' as const }
      const [written, ended] = [createGate(), createGate()]
      const { saving } = await database.transaction(async (outside) => {
        await sql`
        insert into companies (id, name, status, created_at, updated_at, name_sort, search_text, name_search)
        select ${saved.id}, name, 'active', created_at, updated_at, name_sort, search_text, name_search
        from companies where id = ${company(1).id}`.execute(outside)
        const saving = database.transaction(async (executor) => {
          await writeRecords(executor, tables.companies, [saved])
          written.open()
          await ended.opened
        })
        await expect.poll(() => waitingIn(database)).toBe(1)
        return { saving }
      })
      await written.opened
      await refreshOnce(database, memory, trackedLists)
      expect(await totalsIn(instance)).toEqual({ all: 41, active: 21 })
      ended.open()
      await saving
      expect(await totals()).toEqual({ all: 41, active: 20 })
      expect(await totalsIn(instance)).toEqual(await totals())
      expect(await readAll(instance)).toEqual(await readAll(await fresh()))
    },
  )

  it('never show a total that disagrees with the rows, even past the triggers, and are repaired', async () => {
    for (const change of [changes.insert, changes.delete]) {
      await unnoticed(database, (executor) => sql.raw(change).execute(executor))
      for (const query of ['limit=50', 'limit=50&status=active']) {
        const { data, pagination } = (await (await fresh()).ask(`/companies?${query}`)).json
        expect(data).toHaveLength(pagination.totalCount)
      }
      expect(await checkTables(database, { tables: all })).toMatchObject([{ table: 'companies' }])
      expect(await totalsIn(instance)).toEqual(await totals())
      expect(await readAll(instance)).toEqual(await readAll(await fresh()))
    }
    // A change that keeps the row count goes unnoticed, so a thorough check tracks all tables anew.
    await unnoticed(database, (executor) => sql.raw(changes.update).execute(executor))
    await checkTables(database, { tables: all, isThorough: true })
    expect(await totalsIn(instance)).toEqual(await totals())
    expect(await readAll(instance)).toEqual(await readAll(await fresh()))
  })

  describe('in the background', () => {
    /** Starts checking without waiting, and tells what it wrote to the log and how long it would have waited. */
    const keepingChecked = () => {
      const [lines, waits]: [string[], number[]] = [[], []]
      const wait = async (ms: number) => {
        waits.push(ms)
        await new Promise((resolve) => setImmediate(resolve))
      }
      const log = { warn: (_: unknown, line = '') => void lines.push(line) }
      return { lines, waits, ...startTableChecker(database, memory, all, log, wait) }
    }

    it('are repaired, with a line in the log', async () => {
      await unnoticed(database, (executor) => sql.raw(changes.delete).execute(executor))
      const { lines, stop } = keepingChecked()
      await expect.poll(() => lines).toHaveLength(1)
      await stop()
      expect(lines[0]).toBe('The table companies was repaired. Its stored total was 40; the correct total is 36.')
      expect(await totalsIn(instance)).toEqual(await totals())
    })

    it('are not checked again at once after a failure, which is in the log once', async () => {
      await sql`alter table companies rename to companies_elsewhere`.execute(database.sql)
      const { lines, waits, stop } = keepingChecked()
      await expect.poll(() => waits.length).toBeGreaterThan(3)
      expect(waits.slice(0, 4)).toEqual([2000, 60_000, 60_000, 60_000])
      await sql`alter table budgets rename to budgets_elsewhere`.execute(database.sql)
      await expect.poll(() => lines).toHaveLength(2)
      await stop()
      expect(lines).toEqual(
        ['companies', 'budgets'].map((table) => expect.stringMatching(`could not be checked: .*"${table}"`)),
      )
    })

    it.runIf(engine === 'PGlite')('are not checked where nothing may be written', async () => {
      await unnoticed(database, (executor) => sql.raw(changes.delete).execute(executor))
      await sql`set default_transaction_read_only = on`.execute(database.sql)
      const { lines, waits, stop } = keepingChecked()
      await expect.poll(() => waits.length).toBeGreaterThan(3)
      expect(waits.slice(0, 3)).toEqual([2000, 60_000, 60_000])
      expect(lines).toEqual([])
      await sql`set default_transaction_read_only = off`.execute(database.sql)
      await expect.poll(() => lines).toHaveLength(1)
      await stop()
    })
  })

  it('are repaired if triggers were disabled or dropped, which are then restored', async () => {
    await sql`alter table companies disable trigger user`.execute(database.sql)
    await sql.raw(changes.update).execute(database.sql)
    await sql`drop trigger note_list_update on companies`.execute(database.sql)
    expect(await checkTables(database, { tables: all })).toMatchObject([
      { sentence: expect.stringContaining('triggers') },
      { sentence: expect.stringContaining('records were') },
    ])
    expect(await readAll(instance)).toEqual(await readAll(await fresh()))
    await sql.raw(changes.delete).execute(database.sql)
    expect(await totalsIn(instance)).toEqual(await totals())
  })

  it('are not reset by our own writes, nor by a statement that changes nothing', async () => {
    const floor = async () => {
      const { rows } = await sql<{ floor: string; outside_changes: string }>`
        select floor, outside_changes from list_versions where name = 'companies'`.execute(database.sql)
      return rows[0]
    }
    const before = await floor()
    for (const index of [1, 2, 3]) await saveRecords(database, 'companies', [{ ...company(index), name: 'Other' }])
    await saveRecords(database, 'companies', [company(50)])
    await sql`update companies set name = 'Nobody' where false`.execute(database.sql)
    expect(await floor()).toEqual(before)
    await sql`truncate companies cascade`.execute(database.sql)
    expect(await totalsIn(instance)).toEqual({ all: 0, active: 0 })
  })
})
