import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod/mini'
import { automation } from '../../../contract/automation'
import { brand } from '../../../contract/brand'
import { briefDeliveries } from '../../../contract/brief-deliveries'
import { briefSchedules } from '../../../contract/brief-schedules'
import { briefs } from '../../../contract/briefs'
import { budgets } from '../../../contract/budgets'
import { companies } from '../../../contract/companies'
import { briefLanguages, papers, sectionNames } from '../../../contract/core/brief-document'
import type { Endpoint, WriteEndpoint } from '../../../contract/core/endpoint'
import { scopes } from '../../../contract/core/scopes'
import { contract } from '../../../contract/index'
import { apiKeys } from '../../../contract/keys'
import { npsResponses } from '../../../contract/nps'
import { viewedLists, views } from '../../../contract/views'
import type { Database } from '../../db/database'
import {
  createTestApi,
  engines,
  isMain,
  sampleBudget,
  sampleCompany,
  sampleResponse,
  sampleRule,
  type TestApi,
} from '../../testing/server'
import { saveRecords } from '../save-records'

type Edges = { inside: unknown[]; outside: unknown[] }
type Operation<E extends WriteEndpoint> = {
  endpoint: E
  /** What the body needs beside the field that is tried. */
  needs: Partial<z.input<E['body']>>
  /** A field that the body has and this table forgot does not compile. */
  fields: { [K in keyof E['body']['shape']]: Edges }
}
const operation = <E extends WriteEndpoint>(tried: Operation<E>) => tried

const dayOf = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

const words = (min: number, max: number): Edges => ({
  inside: ['x'.repeat(min), 'x'.repeat(max), '😀'.repeat(max), ' '.repeat(max)],
  outside: [
    ...(min > 0 ? ['x'.repeat(min - 1)] : []),
    'x'.repeat(max + 1),
    '😀'.repeat(max + 1),
    'NUL \0',
    'half \ud83d',
  ],
})
/** Of what people choose by its name. */
const shownName: Edges = {
  inside: ['x', '😀'.repeat(60), ' Churn risk '],
  outside: [...words(1, 60).outside, ' '.repeat(60), '\t\n'],
}
const nullable = ({ inside, outside }: Edges): Edges => ({ inside: [...inside, null], outside })
const oneOf = (...inside: string[]): Edges => ({
  inside,
  outside: [...inside.map((word) => (word === word.toUpperCase() ? word.toLowerCase() : word.toUpperCase())), '', ' '],
})
const never = [true, {}, []]
const flags = ['isActive', 'isPaused', 'needsApproval']
const lists = ['scopes', 'userIds', 'addresses']
/** Whether a field takes values of this kind, which its own cases try. */
const isKindOf = (field: string, value: unknown) =>
  (value === true && flags.includes(field)) || (Array.isArray(value) && lists.includes(field))

const ends: Edges = {
  inside: [null, undefined, '2999-01-01T00:00:00Z', '2999-01-01T00:00:00.000+02:00'],
  outside: [
    '2020-01-01T00:00:00Z',
    '9999-12-31T23:59:59-14:00',
    'tomorrow',
    '2999-02-30T00:00:00Z',
    '2999-01-01',
    7,
    '',
  ],
}

const anyOf = (edges: Edges): Edges => ({ ...edges, inside: [...edges.inside, null] })

const address = 'anna@client.example'
const badAddresses = [
  'anna',
  'a b@client.example',
  'ü@client.example',
  '@client.example',
  'anna@',
  `${address}\nBcc: x@y.z`,
  '',
]
const manyOf = <T>(count: number, one: (at: number) => T) => Array.from({ length: count }, (_, at) => one(at))
const client = sampleCompany()

const chosen = {
  rhythm: oneOf('monthly', 'quarterly'),
  daysFromEnd: { inside: [-28, 0, 28], outside: [-29, 29, 1.5, '1', null] },
  time: { inside: ['00:00', '23:59'], outside: ['24:00', '8:00', '08:60', '08:00:00', '', null] },
  zone: {
    inside: ['UTC', 'Europe/London', 'America/Argentina/Buenos_Aires'],
    outside: ['Europe/Atlantis', '', 7, null],
  },
  userIds: {
    inside: [[], manyOf(49, () => randomUUID())],
    outside: [['x'], [null], manyOf(51, () => randomUUID()), 'x', null],
  },
  addresses: {
    inside: [[address], manyOf(50, (at) => `a${at}@b-c.example`)],
    outside: [...badAddresses.map((one) => [one]), manyOf(51, (at) => `a${at}@b.example`), address, null],
  },
  replyTo: { inside: [address, "o'neill+it@b-c.example"], outside: [...badAddresses, null] },
  subject: { ...anyOf(words(1, 200)), outside: [...words(1, 200).outside, 'two\nlines', 'a\r\nBcc: x@y.z'] },
  message: words(0, 5000),
  language: anyOf(oneOf('en', 'de', 'fr', 'es', 'nl')),
  paper: anyOf(oneOf('A4', 'Letter')),
  needsApproval: { inside: [true, false], outside: ['true', 1, null] },
}
const schedule = {
  ...{ companyId: client.id, rhythm: 'monthly' as const, daysFromEnd: 1, time: '08:00', zone: 'UTC', userIds: [] },
  ...{ addresses: [address], replyTo: address, subject: null, message: '', language: null, paper: null },
  needsApproval: true,
} as const

const operations = [
  operation({
    endpoint: companies.update,
    needs: {},
    fields: {
      name: words(1, 255),
      domain: words(0, 255),
      status: oneOf('active', 'inactive', 'pending'),
      employeeCount: { inside: [0, 0.5, 5e-324, 1e15], outside: [-5e-324, -1, 1e15 + 1, '5', null] },
      industry: words(0, 100),
      website: {
        inside: ['http://a', 'https://a.example/ü?x=1#y', 'HTTPS://A.EXAMPLE'],
        outside: [
          '',
          'a.example',
          'ftp://a.example',
          'javascript:alert(1)',
          'data:text/html,x',
          'https://',
          'http://a b',
          null,
        ],
      },
    },
  }),
  operation({
    endpoint: budgets.update,
    needs: {},
    fields: {
      title: words(1, 255),
      fiscalYear: { inside: [1900, 2100], outside: [1899, 2101, 2026.5, '2026', null] },
      periodType: oneOf('Annual', 'Quarterly', 'Monthly'),
      status: oneOf('Draft', 'PendingApproval', 'Approved', 'Obsolete'),
      currency: { inside: ['GBP', 'JPY', 'CHF', 'CLF', 'VED', 'XXX'], outside: ['gbp', 'GB', 'GBPP', 'AAA', '', null] },
      notes: { ...words(0, 10_000), inside: [...words(0, 10_000).inside, null] },
    },
  }),
  operation({
    endpoint: automation.toggle,
    needs: {},
    fields: { isActive: { inside: [true, false], outside: ['true', 1, 0, null, undefined] } },
  }),
  operation({
    endpoint: npsResponses.update,
    needs: {},
    fields: {
      followUpState: oneOf('waiting', 'in_progress', 'handled'),
      followUpOwner: nullable(words(1, 255)),
      followUpNote: nullable(words(0, 4000)),
    },
  }),
  operation({
    endpoint: apiKeys.create,
    needs: { name: 'Wall screen', scopes: ['reports:read'] },
    fields: {
      name: words(1, 100),
      scopes: {
        inside: [['reports:read'], [...scopes]],
        outside: [[], ['everything'], ['Reports:read'], 'reports:read', [null], null, undefined],
      },
      expiresAt: ends,
    },
  }),
  operation({
    endpoint: apiKeys.rotate,
    needs: {},
    fields: { overlapHours: { inside: [undefined, 0, 720], outside: [-1, 721, 1.5, '24', null] }, expiresAt: ends },
  }),
  operation({ endpoint: apiKeys.revoke, needs: {}, fields: {} }),
  operation({
    endpoint: views.create,
    needs: { list: '/companies', name: 'Churn risk', query: 'status=inactive' },
    fields: { list: oneOf(...viewedLists), name: shownName, query: words(0, 4000) },
  }),
  operation({ endpoint: views.update, needs: {}, fields: { name: shownName, query: words(0, 4000) } }),
  operation({ endpoint: views.remove, needs: {}, fields: {} }),
  operation({
    endpoint: briefSchedules.create,
    needs: { ...schedule, userIds: [], addresses: [address] },
    fields: { ...chosen, companyId: { inside: [client.id], outside: ['x', '', 7, null] } },
  }),
  operation({
    endpoint: briefSchedules.update,
    needs: {},
    fields: { ...chosen, isPaused: { inside: [true, false], outside: ['true', 1, null] } },
  }),
  ...[briefSchedules.remove, briefSchedules.approve, briefSchedules.discard, briefSchedules.send].map((endpoint) =>
    operation({ endpoint, needs: {}, fields: {} }),
  ),
  operation({
    endpoint: briefs.update,
    needs: {},
    fields: {
      language: oneOf(...briefLanguages),
      paper: oneOf(...papers),
      sections: {
        inside: [['budget'], [...sectionNames]],
        outside: [['moon'], ['budget', 'budget'], 'budget', [null], null],
      },
      firstSentence: nullable(words(0, 500)),
      secondSentence: nullable(words(0, 500)),
      thirdSentence: nullable(words(0, 500)),
      firstQuotation: nullable(words(0, 255)),
      secondQuotation: nullable(words(0, 255)),
      scenario: {
        inside: [null, `https://quarterdeck.example/budgets/${randomUUID()}?up=4`],
        outside: ['up=4', `/goals/${randomUUID()}`, 4],
      },
      proposal: nullable(words(0, 4000)),
      changesSince: {
        inside: [null, '2000-01-01', dayOf(-1)],
        outside: ['1999-12-31', dayOf(1), '9999-12-31', '30.09.2026', '2026-13-01', '', 3],
      },
    },
  }),
  operation({
    endpoint: brand.update,
    needs: {},
    fields: {
      name: words(0, 100),
      colour: { inside: ['#162137', '#0B6B53'], outside: ['#ffcc00', 'teal', '#fff', null, 4] },
      footer: words(0, 200),
      logo: { inside: [null], outside: ['data:image/png;base64,iVBORw0KGgo=', 'x', 4] },
    },
  }),
]

/** One that answers with a file writes nothing; what a send accepts is tried with a mail server, in build/brief-mail.test. */
const isWrite = (endpoint: Endpoint) =>
  endpoint.body !== undefined && !endpoint.files && endpoint !== briefDeliveries.send
const title = ({ endpoint: { method, path } }: { endpoint: Endpoint }) => `${method} ${path}`

it('cover every write of the contract', () => {
  const all = Object.values(contract).flatMap((resource) => Object.values<Endpoint>(resource).filter(isWrite))
  expect(operations.map(title).sort()).toEqual(all.map((endpoint) => title({ endpoint })).sort())
})

describe.each(engines)('The boundaries of every write on $engine', ({ engine, open }) => {
  let database: Database
  let testApi: TestApi
  beforeAll(async () => {
    database = await open()
    testApi = await createTestApi(database)
    await saveRecords(database, 'companies', [client])
  })
  afterAll(() => database.close())

  /** A record to write to, and its address. */
  const target = async ({ path }: Endpoint) => {
    const id = randomUUID()
    if (path.startsWith('/companies') || path.startsWith('/briefs'))
      await saveRecords(database, 'companies', [sampleCompany({ id })])
    if (path.startsWith('/budgets')) await saveRecords(database, 'budgets', [sampleBudget({ id })])
    if (path.startsWith('/surveys')) await saveRecords(database, 'npsResponses', [sampleResponse({ id })])
    if (path.startsWith('/automation')) await saveRecords(database, 'automation', [sampleRule({ id })])
    if (path.startsWith('/views')) {
      await sql`delete from shared_views`.execute(database.sql)
      const body = { list: '/budgets', name: 'To be replaced', query: '' }
      const made = await testApi.ask('/views', { method: 'POST', body })
      return path.replace(':id', made.json.data.id)
    }
    if (path.startsWith('/brief-schedules/')) {
      const made = await testApi.ask('/brief-schedules', { method: 'POST', body: schedule })
      return path.replace(':id', made.json.data.id)
    }
    if (!path.startsWith('/api-keys/')) return path.replace(':id', id)
    const body = { name: 'To be replaced', scopes: ['reports:read'] }
    const made = await testApi.ask('/api-keys', { method: 'POST', body })
    return path.replace(':id', made.json.data.id)
  }
  const read = async (address: string) => {
    const keys = await testApi.ask('/api-keys?limit=1')
    const record = address.startsWith('/api-keys')
      ? null
      : await testApi.ask(address.replace(/\/(toggle|remove|approve|discard|send)$/, ''))
    return [keys.json.pagination.totalCount, record?.text]
  }

  const ofEngine = operations.filter(({ fields }) => isMain(engine) || Object.keys(fields).length > 0)

  describe.each(ofEngine.map((tried) => ({ ...tried, title: title(tried) })))(
    '$title',
    ({ endpoint, needs, fields }) => {
      const send = (address: string, body: unknown) => testApi.ask(address, { method: endpoint.method, body })
      const cases = Object.entries<Edges>(fields).map(([field, edges]) => ({ field, ...edges }))

      it.each(cases)('accepts every $field within its limits', async ({ field, inside }) => {
        for (const value of inside) {
          const address = await target(endpoint)
          const { status, json } = await send(address, { ...needs, [field]: value })
          expect([value, status]).toEqual([value, 200])
          if (value !== undefined && field in json.data && field !== 'expiresAt')
            expect(json.data[field]).toEqual(value)
        }
      })

      // What is refused reaches no table.
      if (!isMain(engine)) return

      it.each(cases)(
        'refuses every $field outside its limits, names it and changes nothing',
        async ({ field, outside }) => {
          const address = await target(endpoint)
          const before = await read(address)
          for (const value of [...outside, ...never.filter((one) => !isKindOf(field, one))]) {
            const { status, json } = await send(address, { ...needs, [field]: value })
            expect([value, status]).toEqual([value, 422])
            expect(json.errors[0]).toMatchObject({ in: 'body', message: expect.not.stringContaining('Invalid input') })
            expect(json.errors[0].path.split(/[.[]/)[0]).toBe(field)
          }
          expect(await read(address)).toEqual(before)
        },
      )

      it('refuses non-objects, invalid JSON and unknown fields', async () => {
        const address = await target(endpoint)
        const before = await read(address)
        for (const body of ['[]', '7', 'null', '"text"', 'true'])
          expect([body, (await send(address, body)).status]).toEqual([body, 422])
        for (const body of ['', '{', "{'a':1}", '{"a":1}}', 'NaN'])
          expect([body, (await send(address, body)).status]).toEqual([body, 400])
        const stranger = await send(address, { ...needs, colour: 'blue' })
        expect([stranger.status, stranger.json.errors[0].path]).toEqual([422, 'colour'])
        expect(await read(address)).toEqual(before)
      })
    },
  )
})
