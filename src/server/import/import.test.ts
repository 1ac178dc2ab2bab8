import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../db/database'
import type { Batch } from '../demo/sample'
import { sample } from '../demo/sample'
import type { Records } from '../resources/registry'
import {
  createTestApi,
  engines,
  sampleBudget,
  sampleCompany,
  sampleResponse,
  sampleRule,
  type TestApi,
} from '../testing/server'
import { Interrupted, importFiles } from './import'

describe.each(engines)('The import on $engine', ({ open }) => {
  let database: Database
  let testApi: TestApi
  let folder: string
  beforeAll(async () => {
    database = await open()
    testApi = await createTestApi(database)
    folder = await fs.mkdtemp(path.join(os.tmpdir(), 'quarterdeck-import-'))
  })
  afterAll(async () => {
    await database.close()
    await fs.rm(folder, { recursive: true })
  })

  const write = async (name: string, text: string) => {
    const file = path.join(folder, name)
    await fs.writeFile(file, text)
    return file
  }
  const run = async (...files: string[]) => {
    const lines: string[] = []
    const summaries = await importFiles(database, files, (line) => lines.push(line.replaceAll(`${folder}/`, '')))
    return { summaries, lines }
  }
  const read = async (id: string) => (await testApi.ask(`/companies/${id}`)).json.data

  it('imports valid lines and reports each invalid one with number and reason', async () => {
    const [one, two, three] = [
      sampleCompany({ name: 'One' }),
      sampleCompany({ name: 'Two' }),
      sampleCompany({ name: 'Three' }),
    ]
    const { domain, website, ...sparse } = three
    const file = await write(
      'companies.ndjson',
      [
        `\uFEFF${JSON.stringify(one)}`,
        '{"id": "broken',
        '',
        JSON.stringify({ ...two, colour: 'blue', constructor: 'unknown' }),
        JSON.stringify({ ...two, id: 'seven' }),
        JSON.stringify({ ...two, id: randomUUID(), name: null }),
        '[]',
        JSON.stringify(sparse),
      ].join('\r\n'),
    )
    const { summaries, lines } = await run(file)
    expect(summaries).toEqual([
      { file, resource: 'companies', read: 7, saved: 3, skipped: 4, unknownFields: ['colour', 'constructor'] },
    ])
    expect(lines).toEqual([
      expect.stringMatching(/^companies\.ndjson, line 2: is not JSON/),
      expect.stringMatching(/^companies\.ndjson, line 5: id must be a UUID/),
      'companies.ndjson, line 6: name must be text; it is missing.',
      'companies.ndjson, line 7: is not a record.',
    ])
    expect(await read(one.id)).toEqual(one)
    expect(await read(two.id)).toEqual(two)
    expect(await read(three.id)).toEqual({ ...three, domain: null, website: null })
  })

  it('takes the last of several records with one id', async () => {
    const company = sampleCompany({ name: 'First' })
    const file = await write(
      'companies.ndjson',
      ['First', 'Last'].map((name) => JSON.stringify({ ...company, name })).join('\n'),
    )
    const { summaries, lines } = await run(file)
    expect([summaries[0]?.saved, lines]).toEqual([2, []])
    expect(await read(company.id)).toMatchObject({ name: 'Last' })
  })

  it('replaces an existing record, which is found under its new name', async () => {
    const company = sampleCompany({ name: 'Before' })
    await run(await write('companies.json', JSON.stringify([company])))
    await run(await write('companies.json', JSON.stringify({ data: [{ ...company, name: 'Afterwards' }] })))
    expect((await testApi.ask('/companies?search=afterwards')).json.pagination.totalCount).toBe(1)
    expect((await testApi.ask('/companies?search=before')).json.pagination.totalCount).toBe(0)
  })

  it('keeps the follow-up of responses of which another server knows nothing', async () => {
    const whole = sampleResponse({ id: 'a1' })
    const { followUpState: _1, followUpOwner: _2, followUpNote: _3, ...theirs } = whole
    const again = async (fields: object) => {
      await run(await write('nps-responses.json', JSON.stringify([{ ...theirs, ...fields }])))
      return (await testApi.ask('/surveys/nps/responses/a1')).json.data
    }
    const change = (body: object) => testApi.ask('/surveys/nps/responses/a1', { method: 'PATCH', body })
    expect(await again({})).toEqual(whole)
    const ours = { followUpState: 'in_progress', followUpOwner: 'Me', followUpNote: 'Call her' }
    await change(ours)
    expect(await again({ score: 4 })).toMatchObject({ ...ours, score: 4 })
    await change({ followUpState: 'handled' })
    expect(await again({})).toMatchObject({ ...ours, followUpState: 'handled', followUpCompleted: true })
    await change({ followUpState: 'waiting' })
    expect(await again({ followUpRequired: false })).toMatchObject({ ...ours, followUpState: null })
    await change({ followUpState: 'in_progress' })
    expect(await again({ followUpCompleted: true })).toMatchObject({ ...ours, followUpState: 'handled' })
    expect(await again({ followUpOwner: null })).toMatchObject({
      ...ours,
      followUpState: 'handled',
      followUpOwner: null,
    })
  })

  it('imports API responses of every resource, in any order of files', async () => {
    const batches = [...sample({ scale: 0.02 })]
    const nameOf = ({ resource }: Batch) => resource.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    const files = await Promise.all(
      batches.map((batch) =>
        write(
          `${nameOf(batch)}.ndjson`,
          (batch.records as object[]).map((record) => JSON.stringify(record)).join('\n'),
        ),
      ),
    )
    const { summaries, lines } = await run(...files.reverse())
    expect(lines).toEqual([])
    expect(summaries.reduce((sum, { saved }) => sum + saved, 0)).toBe(
      batches.reduce((sum, { records }) => sum + records.length, 0),
    )
    const budgets = batches.find(({ resource }) => resource === 'budgets')?.records as { id: string; totals: object }[]
    expect((await testApi.ask(`/budgets/${budgets[0]?.id}`)).json.data.totals).toEqual(budgets[0]?.totals)
  })

  it('imports records of the specification’s fields alone, and keeps the others that are stored', async () => {
    const line = {
      ...{ id: randomUUID(), description: 'Support', quantity: 2, unitPrice: 36, termMonths: 36, annualisedCost: 24 },
      ...{ currency: 'GBP', notes: null, category: { id: 'software', name: 'Software' }, linkedItem: null },
      ...{ createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
    }
    const [company, budget] = [sampleCompany(), sampleBudget()]
    const first = async (path: string) => ({ ...(await testApi.ask(`${path}?limit=1`)).json.data[0], id: randomUUID() })
    const theirs: [file: string, path: string, record: { id: string }][] = [
      ['companies', '/companies', company],
      ['company-users', '/companies/users', await first('/companies/users')],
      ['users', '/users', await first('/users')],
      ['reports', '/reports', await first('/reports')],
      ['report-schedules', '/report-schedules', await first('/report-schedules')],
      ['budgets', '/budgets', { ...budget, lineItems: [line] } as { id: string }],
    ]
    const withAll = async (change: (record: { id: string }) => object) => {
      const files = await Promise.all(
        theirs.map(([file, , record]) => write(`${file}.json`, JSON.stringify([change(record)]))),
      )
      expect((await run(...files)).lines).toEqual([])
      return Promise.all(theirs.map(async ([, path, { id }]) => (await testApi.ask(`${path}/${id}`)).json.data))
    }
    const plain = (record: object) => {
      const { status: _1, periodType: _2, ...fields } = record as Partial<Records['budgets']>
      return fields
    }
    expect(await withAll(plain)).toMatchObject([
      { id: company.id, status: 'active' },
      { status: 'active' },
      { status: 'active' },
      { status: 'draft' },
      { status: 'active' },
      { status: 'Draft', periodType: 'Annual', lineItems: [{ ...line, type: null, recurrence: null }] },
    ])
    const others = [
      ...[{ status: 'inactive' }, { status: 'pending' }, { status: 'disabled' }, { status: 'published' }],
      ...[
        { status: 'paused' },
        { status: 'Approved', periodType: 'Monthly', lineItems: [{ ...line, type: 'OneOff' }] },
      ],
    ]
    const stored = await withAll((record) => ({
      ...record,
      ...others[theirs.findIndex(([, , { id }]) => id === record.id)],
    }))
    expect(stored).toMatchObject(others)
    expect(await withAll(plain)).toEqual(stored)
    const cleared = { ...budget, lineItems: [{ ...line, type: null, recurrence: null }] }
    await run(await write('budgets.json', JSON.stringify([cleared])))
    expect((await testApi.ask(`/budgets/${budget.id}`)).json.data.lineItems).toMatchObject([{ type: null }])
  })

  it('keeps whether all or any conditions hold where the file does not say, and names unknown fields within records', async () => {
    const group = (id: string, groups: object[] = []) => ({ id, conditions: [], groups })
    const rule = sampleRule()
    const save = async (conditions: object[]) =>
      run(await write('automation.json', JSON.stringify([{ ...rule, conditions }])))
    await save([{ ...group('a', [{ ...group('b'), logic: 'OR' }]), logic: 'AND' }])
    const { summaries } = await save([{ ...group('a', [group('b'), group('new')]), extra: 1 }])
    expect(summaries[0]?.unknownFields).toEqual(['conditions.extra'])
    const { conditions } = (await testApi.ask(`/automation/${rule.id}`)).json.data
    expect(conditions).toEqual([{ ...group('a', [{ ...group('b'), logic: 'OR' }, group('new')]), logic: 'AND' }])
  })

  it('skips a record of a missing company, and saves its neighbours', async () => {
    const company = sampleCompany()
    await run(await write('companies.json', JSON.stringify([company])))
    const device = (await testApi.ask('/devices?limit=1')).json.data[0]
    const stranger = randomUUID()
    const { summaries, lines } = await run(
      await write(
        'devices.json',
        JSON.stringify([
          { ...device, id: 'kept', companyId: company.id },
          { ...device, id: 'lost', companyId: stranger },
        ]),
      ),
    )
    expect(summaries[0]).toMatchObject({ read: 2, saved: 1, skipped: 1 })
    expect(lines).toEqual([
      `devices.json, record 2: company_id ${stranger} does not match any of the existing companies.`,
    ])
    expect((await testApi.ask('/devices/kept')).status).toBe(200)
  })

  it('finds records imported with upper-case ids, and their references', async () => {
    const { ask } = testApi
    const [device, enrollment] = await Promise.all(
      ['/devices', '/training/enrollments'].map(async (path) => (await ask(`${path}?limit=1`)).json.data[0]),
    )
    const [id, type, user, other] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
    const whole = (await ask(`/devices/${device.id}`)).json.data
    const capitals = {
      ...whole,
      id: id.toUpperCase(),
      externalDeviceId: id.toUpperCase(),
      deviceTypeId: type.toUpperCase(),
    }
    await run(await write('devices.json', JSON.stringify([capitals])))
    const enrolled = { ...enrollment, id: other.toUpperCase(), user: { ...enrollment.user, id: user.toUpperCase() } }
    await run(await write('enrollments.json', JSON.stringify([enrolled])))
    expect((await ask(`/devices/${id}`)).json.data).toMatchObject({
      id,
      deviceTypeId: type,
      externalDeviceId: id.toUpperCase(),
    })
    for (const given of [type, type.toUpperCase()])
      expect((await ask(`/devices?deviceTypeId=${given}`)).json.pagination.totalCount).toBe(1)
    expect((await ask(`/training/enrollments?userId=${user}`)).json.data).toMatchObject([{ id: other }])
  })

  it('writes instants within a record in UTC, as figures read them', async () => {
    const company = sampleCompany()
    const goal = {
      ...{ id: randomUUID(), title: 'Replace the firewall', description: null, dueDate: null, progressPercentage: 40 },
      ...{ quarter: 'Q1', year: 2026, company: { id: company.id, name: company.name }, status: null, priority: null },
      ...{ category: null, createdAt: company.createdAt, updatedAt: company.updatedAt, tasks: [] },
      updates: [
        { id: randomUUID(), updateText: 'Begun', progressPercentage: 40, createdAt: '2026-03-02t09:15:00+23:59' },
      ],
    }
    await run(`companies=${await write('client.json', JSON.stringify([company]))}`)
    await run(`goals=${await write('noted.json', JSON.stringify([goal]))}`)
    const imported = (await testApi.ask(`/goals/${goal.id}`)).json.data
    expect(imported.updates[0].createdAt).toBe('2026-03-01T09:16:00.000Z')
    expect((await testApi.ask('/client-overview')).status).toBe(200)
  })

  it('leaves ids in what another system may have configured', async () => {
    const capitals = randomUUID().toUpperCase()
    const rule = sampleRule({
      triggerConfig: { boardId: capitals },
      actions: [{ id: 'a', actionType: 'ticket', config: { ids: [capitals] }, order: 1, requiresApproval: false }],
    })
    await run(await write('automation.json', JSON.stringify([rule])))
    const { triggerConfig, actions } = (await testApi.ask(`/automation/${rule.id}`)).json.data
    expect([triggerConfig, actions[0].config]).toEqual([{ boardId: capitals }, { ids: [capitals] }])
  })

  it('skips a rule for a missing company', async () => {
    const { id } = (await testApi.ask('/automation?limit=1')).json.data[0]
    const rule = (await testApi.ask(`/automation/${id}`)).json.data
    const [stranger, ours] = [randomUUID(), sampleCompany()]
    await run(await write('companies.json', JSON.stringify([ours])))
    const records = [
      { ...rule, id: randomUUID(), companyIds: [ours.id, stranger] },
      { ...rule, id: randomUUID(), companyIds: [ours.id] },
    ]
    const { summaries, lines } = await run(await write('automation.json', JSON.stringify(records)))
    expect(summaries[0]).toMatchObject({ read: 2, saved: 1, skipped: 1 })
    expect(lines).toEqual([
      `automation.json, record 1: companyIds ${stranger} does not match any of the existing companies.`,
    ])
  })

  it('skips text that cannot be stored, invalid UTF-8 and invalid scores', async () => {
    const good = sampleCompany({ name: 'A line separator \u2028 and a backslash \\u0000' })
    const lines = [
      JSON.stringify(good),
      JSON.stringify({ ...good, id: randomUUID(), name: 'NUL \u0000' }),
      JSON.stringify({ ...good, id: randomUUID(), name: 'half \ud83d' }),
    ].map((line) => Buffer.from(`${line}\n`))
    const file = path.join(folder, 'companies.ndjson')
    await fs.writeFile(file, Buffer.concat([...lines, Buffer.from([0x22, 0xff, 0x22])]))
    const broken = 'contains NUL or invalid characters, which cannot be stored.'
    expect((await run(file)).lines).toEqual([
      `companies.ndjson, line 2: ${broken}`,
      `companies.ndjson, line 3: ${broken}`,
      'companies.ndjson, line 4: is not UTF-8 text.',
    ])
    expect((await read(good.id)).name).toBe(good.name)

    const answer = (await testApi.ask('/surveys/nps/responses?limit=1')).json.data[0]
    const answers = JSON.stringify([{ ...answer, score: 11 }])
    expect((await run(await write('nps-responses.json', answers))).lines).toEqual([
      'nps-responses.json, record 1: score must be a whole number from 0 to 10; it is 11.',
    ])
  })

  it('skips what the API would refuse, and keeps what it may answer with', async () => {
    const refused = async (file: string, record: object, fields: object[]) => {
      const records = fields.map((field) => JSON.stringify({ ...record, id: randomUUID(), ...field }))
      const { summaries, lines } = await run(await write(`${file}.ndjson`, records.join('\n')))
      expect(summaries[0]).toMatchObject({ saved: 0, skipped: fields.length })
      return lines.map((line) => line.replace(/^.*?, line \d+: /, ''))
    }
    const [tooLong, address] = ['x'.repeat(300), 'must be an email address, such as anna@client.example.']
    expect(
      await refused('companies', sampleCompany(), [
        ...[{ name: '' }, { name: tooLong }, { employeeCount: -1 }, { employeeCount: 1e300 }],
        ...[{ website: 'javascript:alert(1)' }, { domain: tooLong, industry: tooLong }],
      ]),
    ).toEqual([
      'name must be 1 to 255 characters.',
      'name must be 1 to 255 characters.',
      'employeeCount must be 0 or more.',
      'employeeCount must be at most 1,000,000,000,000,000.',
      'website must be a URL that starts with http:// or https://.',
      'domain must be at most 255 characters; industry must be at most 100 characters.',
    ])
    expect(
      await refused('budgets', sampleBudget(), [
        { fiscalYear: 99999 },
        { currency: 'zz' },
        { notes: 'x'.repeat(10_001) },
      ]),
    ).toEqual([
      'fiscalYear must be a whole number from 1900 to 2100.',
      'currency must be an ISO 4217 currency code in capitals, such as GBP.',
      'notes must be at most 10000 characters.',
    ])
    expect(await refused('nps-responses', sampleResponse(), [{ followUpNote: 'x'.repeat(4001) }])).toHaveLength(1)
    expect(await refused('nps-responses', sampleResponse(), [{ respondentEmail: 'nobody' }])).toEqual([
      `respondentEmail ${address}`,
    ])
    const [user] = (await testApi.ask('/users?limit=1')).json.data
    expect(await refused('users', user, [{ email: '' }])).toEqual([`email ${address}`])

    const sparse = { domain: null, employeeCount: null, industry: null, website: null }
    const [first, second] = [sampleCompany(sparse), sampleCompany({ domain: '', industry: '' })]
    await run(await write('companies.json', JSON.stringify([first, second])))
    expect([await read(first.id), await read(second.id)]).toEqual([first, second])
    expect((await testApi.ask(`/companies/${second.id}`, { body: second })).status).toBe(200)
  })

  it('stops at the first failure that is not about a record', async () => {
    await sql`
      create function full_disk() returns trigger language plpgsql as $$ begin
        if new.name = 'Too much' then raise 'could not extend file' using errcode = 'disk_full'; end if;
        return new;
      end $$`.execute(database.sql)
    await sql`create trigger full_disk before insert on companies for each row execute function full_disk()`.execute(
      database.sql,
    )
    const companies = Array.from({ length: 1200 }, (_, at) => sampleCompany(at === 700 ? { name: 'Too much' } : {}))
    const file = await write('companies.json', JSON.stringify(companies))
    const lines: string[] = []
    const outcome = await importFiles(database, [file], (line) => lines.push(line)).catch((error) => error)
    expect(outcome).toBeInstanceOf(Interrupted)
    expect(outcome).toMatchObject({ saved: 500, message: expect.stringMatching(/is full|could not extend/) })
    expect(lines).toEqual([])
    await sql`drop function full_disk cascade`.execute(database.sql)
    expect((await run(file)).summaries).toMatchObject([{ read: 1200, saved: 1200 }])
  })

  it('leaves one audit event for each file', async () => {
    const company = sampleCompany()
    await run(await write('companies.json', JSON.stringify([company, { ...company, id: 'seven' }])))
    const [event, earlier] = (await testApi.ask('/audit-events?resource=companies&limit=2')).json.data
    const after = { resource: 'companies', read: 2, saved: 1, skipped: 1 }
    expect(event).toMatchObject({ operation: 'import', key: { name: 'The import command' }, before: {}, after })
    expect(earlier.after).not.toEqual(after)
    const schedule = (await testApi.ask('/brief-schedules?limit=1')).json.data[0]
    await run(await write('brief-schedules.json', JSON.stringify([schedule])))
    expect((await testApi.ask('/audit-events?resource=briefs')).json.data[0].after).toMatchObject({ saved: 1 })
  })

  it('leaves an audit event of what it has saved when it is cut off', async () => {
    let left = 1
    const transaction: Database['transaction'] = async (work) => {
      if (left-- <= 0) throw new Error('Connection terminated unexpectedly')
      return database.transaction(work)
    }
    const companies = Array.from({ length: 700 }, () => sampleCompany())
    const file = await write('companies.json', JSON.stringify(companies))
    const outcome = importFiles({ ...database, transaction }, [file], () => {})
    await expect(outcome).rejects.toMatchObject({ saved: 500 })
    const after = { resource: 'companies', read: 500, saved: 500, skipped: 0 }
    expect((await testApi.ask('/audit-events?limit=1')).json.data[0]).toMatchObject({ operation: 'import', after })
  })

  it('skips a brief schedule that no server could run', async () => {
    const made = (await testApi.ask('/brief-schedules?limit=1')).json.data[0]
    const broken = [{ zone: 'Mars/Phobos' }, { time: '25:00' }, { daysFromEnd: -200_000 }, { replyTo: null }]
    const records = broken.map((fields) => ({ ...made, ...fields, id: randomUUID() }))
    const { summaries, lines } = await run(await write('brief-schedules.json', JSON.stringify(records)))
    expect(summaries[0]).toMatchObject({ saved: 0, skipped: 4 })
    expect(lines).toEqual([
      'brief-schedules.json, record 1: zone must be a time zone, such as Europe/London.',
      'brief-schedules.json, record 2: time must be a time of day, such as 08:30.',
      'brief-schedules.json, record 3: daysFromEnd must be a whole number from -28 to 28.',
      'brief-schedules.json, record 4: replyTo must be text; it is missing.',
    ])
  })

  it('imports nothing if a file is missing or is a folder', async () => {
    const company = sampleCompany()
    const file = await write('companies.json', JSON.stringify([company]))
    await expect(run(file, path.join(folder, 'goals.json'))).rejects.toThrow('goals.json cannot be read.')
    await expect(run(file, `users=${folder}`)).rejects.toThrow(`${folder} is a folder. Name the files in it`)
    await expect(run(file, 'users=')).rejects.toThrow('“users=” names no file. Write users=FILE; nothing was imported.')
    expect((await testApi.ask(`/companies/${company.id}`)).status).toBe(404)
  })

  it('says of a table that records have to be JSON, once and not for each line', async () => {
    const file = await write('companies.csv', 'id,name\n1,Harbour Dental\n')
    await expect(run(file)).rejects.toThrow(`${file} is a table, and an import reads JSON. Write one record a line`)
  })

  it('suggests the right resource name', async () => {
    await expect(run('compnies.json')).rejects.toThrow('“compnies” is not a resource; companies is.')
    await expect(run('stuff=x.json')).rejects.toThrow('“stuff” is not a resource.')
    await expect(run('companys=x.json')).rejects.toThrow(/put the resource in front: companies=x\.json\.$/)
    const { lines } = await run(`companies=${await write('other.json', '7')}`)
    expect(lines).toEqual(['other.json contains neither a list of records nor an API response with data.'])
  })

  it('imports the answer to one record', async () => {
    const company = sampleCompany()
    await run(await write('companies.json', JSON.stringify({ data: company })))
    expect(await read(company.id)).toEqual(company)
  })

  it('says that a file is empty, too large, or cannot be read', async () => {
    for (const name of ['companies.json', 'companies.ndjson']) {
      const { summaries, lines } = await run(await write(name, ' \n'))
      expect([lines, summaries]).toMatchObject([[`${name} is empty.`], [{ read: 0, skipped: 1 }]])
    }
    const huge = await write('huge.json', '')
    for (const size of [600e6, 3e9]) {
      await fs.truncate(huge, size)
      expect((await run(`companies=${huge}`)).lines).toEqual([
        'huge.json is too large to be read at once. Write one record per line (.ndjson).',
      ])
    }
  })

  it.runIf(process.platform === 'linux')('names a file that breaks off', async () => {
    await expect(run('companies=/proc/self/mem')).rejects.toThrow(
      '/proc/self/mem cannot be read: EIO: i/o error, read. Check its disk.',
    )
  })
})
