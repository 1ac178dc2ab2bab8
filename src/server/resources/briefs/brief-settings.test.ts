import { randomUUID } from 'node:crypto'
import { decode as decodePng, encode as encodePng } from 'fast-png'
import jpeg from 'jpeg-js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { defaultBrand, defaultChoice } from '../../../contract/core/brief-document'
import type { Database } from '../../db/database'
import { createTestApi, engines, sampleCompany, type TestApi } from '../../testing/server'
import { saveRecords } from '../save-records'

describe.each(engines)('What a brief is made of on $engine', ({ open }) => {
  let database: Database
  let testApi: TestApi
  let id: string
  beforeAll(async () => {
    database = await open()
    testApi = await createTestApi(database)
  })
  beforeEach(async () => {
    id = randomUUID()
    await saveRecords(database, 'companies', [sampleCompany({ id, name: 'Oakfield' })])
  })
  afterAll(() => database.close())

  const read = (o: object = {}) => testApi.ask(`/briefs/${id}`, o)
  const keep = (body: object, headers: Record<string, string> = {}) =>
    testApi.ask(`/briefs/${id}`, { method: 'PATCH', body, headers })

  it('has the defaults until something is saved, which is listed and logged', async () => {
    const before = await read()
    expect(before.json.data).toEqual({ id, company: { id, name: 'Oakfield' }, ...defaultChoice, updatedAt: null })
    const listed = async () =>
      (await testApi.ask('/briefs?language=de&limit=100')).json.data.filter((brief: { id: string }) => brief.id === id)
    expect(await listed()).toEqual([])

    const choice = { language: 'de', sections: ['summary', 'proposal'], proposal: 'Zwölf Laptops.' }
    const kept = await keep(choice, { 'if-match': before.headers.get('etag') ?? '' })
    expect([kept.status, kept.json.data]).toMatchObject([200, { ...choice, updatedAt: expect.any(String) }])
    expect(await listed()).toEqual([kept.json.data])
    expect((await read()).json).toEqual(kept.json)
    const events = await testApi.ask(`/audit-events?resource=briefs&recordId=${id}`)
    expect(events.json.data).toMatchObject([
      {
        operation: 'PATCH /briefs/:id',
        before: { language: 'en' },
        after: { language: 'de', proposal: 'Zwölf Laptops.' },
      },
    ])
  })

  it('stores nothing while nothing differs from the defaults', async () => {
    const before = await read()
    for (const body of [{}, before.json.data]) {
      const kept = await keep(body, { 'if-match': before.headers.get('etag') ?? '' })
      expect([kept.status, kept.json, kept.headers.get('etag')]).toEqual([200, before.json, before.headers.get('etag')])
    }
    expect((await testApi.ask('/briefs?limit=100')).text).not.toContain(id)
    expect((await keep({}, { 'if-match': '"other"' })).status).toBe(412)
  })

  it('is as it was after it is sent back as it was read', async () => {
    await keep({ sections: ['summary', 'proposal'] })
    const { headers, json } = await read()
    expect((await keep(json.data)).headers.get('etag')).toBe(headers.get('etag'))
    const events = await testApi.ask(`/audit-events?resource=briefs&recordId=${id}`)
    expect(events.json.data).toHaveLength(1)
  })

  it('is not overwritten by someone who has not seen it, not even the first time', async () => {
    const etag = (await read()).headers.get('etag') ?? ''
    const both = await Promise.all(['fr', 'es'].map((language) => keep({ language }, { 'if-match': etag })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412])
    const refused = both.find(({ status }) => status === 412)
    expect(refused?.json.current).toEqual((await read()).json.data)
  })

  it('needs a company that exists, and the scopes', async () => {
    const gone = randomUUID()
    for (const o of [{}, { method: 'PATCH', body: { language: 'de' } }]) {
      const { status, json } = await testApi.ask(`/briefs/${gone}`, o)
      expect([status, json.detail]).toEqual([
        404,
        `There is no company with the ID ${gone}. It may have been deleted, or the ID may be mistyped.`,
      ])
    }
    const key = await testApi.makeKey(['briefs:read'])
    expect((await read({ key })).status).toBe(200)
    const refused = await read({ key, method: 'PATCH', body: { language: 'de' } })
    expect([refused.status, refused.json.detail]).toEqual([403, expect.stringContaining('briefs:write')])
    const blind = await read({ key: await testApi.makeKey(['briefs:write']), method: 'PATCH', body: {} })
    expect([blind.status, blind.json.detail]).toEqual([403, expect.stringContaining('briefs:read')])
  })
})

const width = 24
const picture = (channels: 3 | 4) => ({
  ...{ width, height: 8, channels },
  data: new Uint8Array(width * 8 * channels).map((_, at) => (at % channels === 3 ? 0 : (7 * at) % 256)),
})
const address = (bytes: Uint8Array, type = 'image/png') =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`

describe.each(engines)('The brand on $engine', ({ open }) => {
  let database: Database
  let testApi: TestApi
  beforeAll(async () => {
    database = await open()
    testApi = await createTestApi(database)
  })
  afterAll(() => database.close())

  const change = (body: object, o: object = {}) => testApi.ask('/brand', { method: 'PATCH', body, ...o })

  it('is plain until it is changed, by those who may', async () => {
    expect((await testApi.ask('/brand')).json.data).toMatchObject(defaultBrand)
    const key = await testApi.makeKey(['companies:read'])
    expect((await testApi.ask('/brand', { key })).status).toBe(200)
    const refused = await change({ name: 'Northgate IT' }, { key })
    expect([refused.status, refused.json.detail]).toEqual([403, expect.stringContaining('brand:manage')])
    const brand = { name: 'Northgate IT', colour: '#0B6B53', footer: '1 Quay Street' }
    const { json, headers } = await change(brand)
    expect(json.data).toMatchObject(brand)
    expect((await change({ name: 'Other' }, { headers: { 'if-match': '"old"' } })).status).toBe(412)
    expect((await testApi.ask('/brand')).headers.get('etag')).toBe(headers.get('etag'))
    expect((await testApi.ask('/audit-events?resource=brand')).json.data).toMatchObject([{ after: brand }])
  })

  it('refuses a colour that cannot be read on white, and names the nearest that can', async () => {
    const { status, json } = await change({ colour: '#ffcc00' })
    expect([status, json.detail]).toEqual([
      422,
      'colour must be darker: its contrast against white is 1.5, and text needs 4.5. #8f7200 is the nearest shade that has it; it was "#ffcc00". Nothing was changed.',
    ])
    expect((await change({ colour: '#8f7200' })).status).toBe(200)
  })

  it('keeps nothing of a logo but its pixels, on white', async () => {
    const comment = 'Made on the account of somebody'
    const clear = encodePng({ ...picture(4), text: { Comment: comment } })
    expect(Buffer.from(clear).includes(comment)).toBe(true)
    const kept = async (logo: string) => {
      const { status, json } = await change({ logo })
      expect(status).toBe(200)
      const bytes = Buffer.from(json.data.logo.replace('data:image/png;base64,', ''), 'base64')
      expect(bytes.includes(comment)).toBe(false)
      return decodePng(bytes)
    }
    // It is wholly transparent.
    expect(await kept(address(clear))).toMatchObject({ width, channels: 3, text: {} })
    expect((await kept(address(clear))).data.every((part) => part === 255)).toBe(true)
    const opaque = await kept(address(encodePng(picture(3))))
    expect(opaque.data).toEqual(picture(3).data)
    const photo = jpeg.encode({ width, height: 8, data: Buffer.alloc(width * 8 * 4, 99) }, 100).data
    expect([...(await kept(address(photo, 'image/jpeg'))).data.slice(0, 3)]).toEqual([99, 99, 99])
    expect((await change({ logo: null })).json.data.logo).toBeNull()
  })

  it('says why a file is no logo', async () => {
    const png = encodePng(picture(3))
    const cut = png.slice(0, png.length / 2)
    const [tall, wide] = [
      Buffer.from(png),
      encodePng({ width: 1700, height: 1, channels: 3, data: new Uint8Array(5100) }),
    ]
    tall.writeUInt32BE(4_000_000_000, 20)
    for (const [file, why] of [
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'is not a PNG or JPEG that can be read'],
      [cut, 'is not a PNG or JPEG that can be read'],
      [Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]), 'is not a PNG or JPEG that can be read'],
      [Buffer.alloc(0), 'is not a PNG or JPEG that can be read'],
      [tall, 'is larger than 1600 × 800 pixels'],
      [wide, 'is larger than 1600 × 800 pixels'],
      [Buffer.alloc(512 * 1024 + 1), 'is larger than 512 KB'],
    ] as const) {
      const { status, json } = await change({ logo: address(file) })
      expect([status, json.detail]).toEqual([422, expect.stringContaining(why)])
      expect(json.errors[0].path).toBe('logo')
    }
  })
})
