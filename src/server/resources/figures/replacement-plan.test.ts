import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../db/database'
import { casesOf, clear, createTestApi, engines, sampleCompany, type TestApi } from '../../testing/server'
import type { Records } from '../registry'
import { saveRecords } from '../save-records'

type Device = Records['devices']
type Group = { type: string | null; startYear: number | null; endYear: number | null; devices: number }

const companies = [1, 2, 3].map((at) => sampleCompany({ name: `Client ${at}` }))
const types = ['Laptop', 'Server', null]
const edges = ['2025-12-31T23:59:59.999Z', '2026-01-01T00:00:00.000Z', '2027-06-30T12:00:00.000Z', null]

const someDevice = fc.record({
  companyId: fc.constantFrom(...companies.map(({ id }) => id), null),
  deviceTypeName: fc.constantFrom(...types),
  deviceTypeId: fc.constantFrom('T-1', null),
  status: fc.constantFrom('Online', ' retired ', null),
  warrantyStart: fc.constantFrom(...edges),
  warrantyEnd: fc.constantFrom(...edges),
  warrantyExpires: fc.constantFrom(...edges),
})

const whole = (fields: Partial<Device>, at: number): Device =>
  ({
    id: `D-${at}`,
    name: `PC-${at}`,
    companyName: null,
    locationId: null,
    locationName: null,
    manufacturer: null,
    model: null,
    serialNumber: null,
    macAddress: null,
    ipAddress: null,
    os: null,
    firmwareVersion: null,
    lastSeen: null,
    integrationSource: null,
    externalDeviceId: null,
    createdAt: '2024-01-01T00:00:00.000Z',
    updatedAt: '2024-01-01T00:00:00.000Z',
    ...fields,
  }) as Device

/* What the plan means, without SQL. */

const typeOf = ({ deviceTypeName, deviceTypeId }: Device) => deviceTypeName ?? deviceTypeId
const yearOf = (value: string | null) => (value ? new Date(value).getUTCFullYear() : null)
const startOf = ({ warrantyStart }: Device) => yearOf(warrantyStart)
const endOf = ({ warrantyEnd, warrantyExpires }: Device) =>
  yearOf([warrantyEnd, warrantyExpires].filter((end) => end !== null).sort()[0] ?? null)
const isRetired = ({ status }: Device) => status?.trim().toLowerCase() === 'retired'

const count = <T extends object>(keys: T[]) => {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(JSON.stringify(key), (counts.get(JSON.stringify(key)) ?? 0) + 1)
  return [...counts].map(([key, devices]) => ({ ...(JSON.parse(key) as T), devices }))
}

const sorted = <T>(rows: T[]) => rows.map((row) => JSON.stringify(row)).sort()

describe.each(engines)('The replacement plan on $engine', ({ open }) => {
  let database: Database
  let testApi: TestApi
  beforeAll(async () => {
    database = await open()
    testApi = await createTestApi(database)
  })
  afterAll(() => database.close())

  it('counts what a plain model counts, for all clients and for one', async () => {
    let isSeen = false
    await fc.assert(
      fc.asyncProperty(
        fc.array(someDevice, { maxLength: 30 }),
        fc.array(someDevice, { maxLength: 20 }),
        fc.dictionary(fc.constantFrom('Laptop', 'Server', 'T-1', ''), fc.integer({ min: 1, max: 3 })),
        fc.constantFrom(2025, 2026, 2027, 2028),
        fc.constantFrom(undefined, companies[0]?.id),
        fc.integer({ min: 1, max: 4 }),
        async (before, fields, lives, fromYear, companyId, limit) => {
          await clear(database)
          await saveRecords(database, 'companies', companies)
          await saveRecords(database, 'devices', before.map(whole))
          // Worked out already when some of the devices are replaced, and others come.
          await testApi.ask('/replacement-plan')
          await saveRecords(database, 'devices', fields.map(whole))
          const devices = [...fields, ...before.slice(fields.length)].map(whole)
          const own = devices.filter((device) => !companyId || device.companyId === companyId)
          const inUse = own.filter((device) => !isRetired(device))

          const narrowed = new URLSearchParams(companyId && { companyId })
          const plan = await testApi.ask(`/replacement-plan?${narrowed}`)
          expect(sorted(plan.json.data.groups as Group[])).toEqual(
            sorted(
              count(
                inUse.map((device) => ({ type: typeOf(device), startYear: startOf(device), endYear: endOf(device) })),
              ),
            ),
          )
          expect(plan.json.data.retired).toBe(own.length - inUse.length)

          const toYear = fromYear + 1
          const due = inUse.filter((device) => {
            const life = (lives as Record<string, number>)[typeOf(device) ?? '']
            const start = startOf(device)
            const year = life !== undefined && start !== null ? start + life : endOf(device)
            return year !== null && fromYear <= year && year <= toYear
          })
          const clients = count(due.map(({ companyId }) => ({ companyId })))
          const query = new URLSearchParams([
            ...narrowed,
            ...Object.entries({ fromYear, toYear, limit, lives: JSON.stringify(lives) }).map(([key, value]) => [
              key,
              String(value),
            ]),
          ] as [string, string][])
          const { json } = await testApi.ask(`/replacement-plan/clients?${query}`)
          expect(json.data.totalCount).toBe(clients.length)
          expect(json.data.clients.map((client: { devices: number }) => client.devices)).toEqual(
            clients
              .map((client) => client.devices)
              .sort((a, b) => b - a)
              .slice(0, limit),
          )
          for (const client of json.data.clients) {
            const its = due.filter((device) => device.companyId === client.companyId)
            expect(client.companyName).toBe(companies.find(({ id }) => id === client.companyId)?.name ?? null)
            expect(sorted(client.types)).toEqual(sorted(count(its.map((device) => ({ type: typeOf(device) })))))
          }
          isSeen ||= clients.length > 1
        },
      ),
      { numRuns: casesOf(60), seed: 37 },
    )
    expect(isSeen).toBe(true)
  })

  it('is not sent again until a device has changed, and refuses lives that are none', async () => {
    await clear(database)
    await saveRecords(database, 'devices', [whole({ companyId: null, status: null, warrantyEnd: edges[1] ?? null }, 1)])
    const first = await testApi.ask('/replacement-plan')
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' }
    expect((await testApi.ask('/replacement-plan', { headers })).status).toBe(304)
    await saveRecords(database, 'devices', [whole({ companyId: null, status: null, warrantyEnd: edges[2] ?? null }, 1)])
    const changed = await testApi.ask('/replacement-plan', { headers })
    expect(changed.status).toBe(200)
    expect(changed.json.data.groups[0].endYear).toBe(2027)

    const years = (lives: string) => new URLSearchParams({ fromYear: '2026', toYear: '2026', lives })
    for (const lives of ['{"Laptop":4.0}', '{"Laptop":4e0}', '{"\\u0000":4}'])
      expect((await testApi.ask(`/replacement-plan/clients?${years(lives)}`)).status, lives).toBe(200)
    const refused = [
      '{"Laptop":0}',
      '{"Laptop":4.5}',
      '{"Laptop":"4"}',
      '{"Laptop":1e99}',
      '{"Laptop":31}',
      '["Laptop"]',
    ]
    for (const lives of [...refused, 'Laptop']) {
      const { status, json } = await testApi.ask(`/replacement-plan/clients?${years(lives)}`)
      expect(status, lives).toBe(400)
      expect(json.errors[0].message).toContain('{"Laptop":4}')
    }
  })
})
