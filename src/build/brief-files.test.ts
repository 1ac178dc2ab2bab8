import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { briefTypes } from '../contract/briefs'
import { basePath } from '../contract/core/base-path'
import {
  type BriefDocument,
  type BriefLanguage,
  defaultBrand,
  defaultChoice,
  papers,
  type ReadBrief,
} from '../contract/core/brief-document'
import { scopes } from '../contract/core/scopes'
import { build } from '../scripts/steps.js'
import { openFonts } from '../server/briefs/fonts'
import { createBriefs } from '../server/briefs/make'
import { writePdf } from '../server/briefs/pdf'
import { styles } from '../server/briefs/print-styles'
import { writeWord } from '../server/briefs/word'
import type { Database } from '../server/db/database'
import { makeSample } from '../server/demo/make'
import { withBriefs } from '../server/http/upstream-briefs'
import { createApi } from '../server/public-api'
import { createTestApi, isAll, openAny } from '../server/testing/server'
import { thorough } from '../server/testing/thorough'
import type { BriefData } from '../web/domain/brief/data'
import { fillBrief } from '../web/domain/brief/fill'
import { formatsOf } from '../web/domain/brief/formats'
import { clients, empty, named, whole } from '../web/domain/brief/sample-clients'
import { readBrief } from '../web/entry-server'

// The fonts, and the thread that writes.
beforeAll(async () => {
  expect(await build()).toBe(true)
}, 180_000)

// It reads language and zone from requests, which other files of this worker have none of.
afterAll(() => {
  vi.resetModules()
})

const filled = (data: BriefData, language: BriefLanguage) =>
  fillBrief(data, { ...defaultChoice, language }, defaultBrand)

/** Lines break where they must, and Intl writes spaces of several kinds. */
const bare = (text: string) => text.replaceAll(/\s/g, '')

const textsOf = ({ client, title, date, sections }: BriefDocument) => [
  ...[client, title, date],
  ...sections.flatMap((section) => [
    section.title,
    ...section.blocks.flatMap((block) => {
      if (block.kind === 'paragraph') return [block.text]
      if (block.kind === 'figure') return [block.value, block.label, ...block.notes]
      if (block.kind === 'quotation') return [block.text, block.source]
      if (block.kind === 'chart') return [block.title, ...block.points.map(({ label }) => label)]
      return block.rows.flat()
    }),
  ]),
]

const openPdf = (file: Uint8Array) => pdfjs.getDocument({ data: new Uint8Array(file), verbosity: 0 }).promise
type Pdf = Awaited<ReturnType<typeof openPdf>>
const pdfOf = async (response: Response) => openPdf(new Uint8Array(await response.arrayBuffer()))

const pagesOf = (pdf: Pdf) => Promise.all(Array.from({ length: pdf.numPages }, (_, at) => pdf.getPage(at + 1)))

/** What a screen reader reads: no heads and feet, which stand within a text that goes over pages. */
const readPdf = async (pdf: Pdf) => {
  const pages = await pagesOf(pdf)
  const contents = await Promise.all(pages.map((page) => page.getTextContent({ includeMarkedContent: true })))
  const open: string[] = []
  return contents
    .flatMap(({ items }) => items)
    .flatMap((item) => {
      if ('str' in item) return open.includes('Artifact') ? [] : [item.str]
      if (item.type.startsWith('begin')) open.push('tag' in item ? String(item.tag) : '')
      else open.pop()
      return []
    })
}

/** The letters of a PDF that are drawn as the box which stands for a missing one. */
const boxesIn = async (pdf: Pdf) => {
  const lists = await Promise.all((await pagesOf(pdf)).map((page) => page.getOperatorList()))
  return lists.flatMap(({ fnArray, argsArray }) =>
    argsArray.flatMap((given, at) => {
      if (fnArray[at] !== pdfjs.OPS.showText) return []
      const glyphs = given[0] as (number | { originalCharCode: number; unicode: string })[]
      return glyphs.flatMap((glyph) =>
        typeof glyph === 'object' && glyph.originalCharCode === 0 ? [glyph.unicode] : [],
      )
    }),
  )
}

/** The lines in letters of this size, and where each begins, as on paper: from left to right. */
const linesIn = async (pdf: Pdf, size: number) => {
  const { fnArray, argsArray } = await (await pdf.getPage(1)).getOperatorList()
  const now = { x: 0, y: 0, size: 0 }
  const texts = argsArray.flatMap((given, at) => {
    if (fnArray[at] === pdfjs.OPS.setTextMatrix) [now.x, now.y] = given[0].slice(4)
    if (fnArray[at] === pdfjs.OPS.setFont) now.size = given[1]
    if (fnArray[at] !== pdfjs.OPS.showText || now.size !== size) return []
    const text = (given[0] as (number | { unicode: string })[])
      .map((glyph) => (typeof glyph === 'object' ? glyph.unicode : ''))
      .join('')
    // The dots of Arabic letters are apart, above or below the line.
    return /\p{Cc}/u.test(text) ? [] : [{ ...now, text }]
  })
  const heights = [...new Set(texts.map(({ y }) => y))].toSorted((a, b) => b - a)
  return heights.map((height) => {
    const parts = texts.filter(({ y }) => y === height).toSorted((a, b) => a.x - b.x)
    return { x: parts[0]?.x, text: parts.map(({ text }) => text).join('') }
  })
}

describe('A client brief as PDF', () => {
  /** Each client on one of both papers; `TEST_CASES=all` tries both. */
  const onPaper = clients.flatMap((client, at) =>
    papers.filter((_, index) => isAll || index === at % papers.length).map((paper) => ({ ...client, paper })),
  )

  it.each(onPaper)('says all of it for a client with $name, on $paper', async ({ data, choice, brand, paper }) => {
    const brief = fillBrief(data, { ...choice, paper }, brand)
    const pdf = await openPdf(await writePdf(brief, openFonts('dist/server/fonts')))
    const said = bare((await readPdf(pdf)).join(''))
    expect(textsOf(brief).filter((text) => !said.includes(bare(text)))).toEqual([])
    expect(await boxesIn(pdf)).toEqual([])
    const [width, height] = (await pdf.getPage(1)).view.slice(2).map(Math.round)
    expect([width, height]).toEqual(paper === 'A4' ? [595, 842] : [612, 792])
  })

  it('prints a box for a letter that is in no font, and names it', async () => {
    const missingGlyphs = new Set<string>()
    const file = await writePdf(
      filled(named('한국 Seoul a\u200db'), 'en'),
      openFonts('dist/server/fonts'),
      missingGlyphs,
    )
    expect(await boxesIn(await openPdf(file))).not.toEqual([])
    expect([...missingGlyphs]).toEqual(['한', '국'])
  })

  it('prints emoji, of several letters too, and nothing for letters that are invisible', async () => {
    const name =
      'Great \u{1f44d}\u{1f3fd} \u2764\ufe0f \u{1f468}\u200d\u{1f4bb} 1\ufe0f\u20e3 \u{1f1ec}\u{1f1e7} a\u200db\ufe0f می\u200cخواهم'
    const pdf = await openPdf(await writePdf(filled(named(name), 'en'), openFonts('dist/server/fonts')))
    expect(await boxesIn(pdf)).toEqual([])
    expect((await readPdf(pdf)).join(' ')).toContain('\u{1f468}\u200d\u{1f4bb}')
  })

  // As a browser shows them in a paragraph from left to right.
  it.each([
    ['شركة الأفق للتجارة (2) Ltd', ['(2) ةراجتلل قفألا ةكرش Ltd']],
    ['حساب ۲۰۲۶ نو', ['ون ۲۰۲۶ باسح']],
    ['חברת הים 2026 – North', ['2026 םיה תרבח – North']],
    ['(שלום) Ltd', ['(םולש) Ltd']],
    ['ABC חברה 12 Ltd', ['ABC 12 הרבח Ltd']],
    ['חברה [ים], צפון - דרום', ['םורד - ןופצ ,[םי] הרבח']],
    ['שלום \u{1f44d} עולם', ['םלוע \u{1f44d} םולש']],
    ['North חברת הים הגדול של הצפון 2026 דרום', ['North ןופצה לש לודגה םיה תרבח', 'םורד 2026']],
  ])('sets “%s” as a browser does', async (name, shown) => {
    const pdf = await openPdf(await writePdf(filled(named(name), 'en'), openFonts('dist/server/fonts')))
    expect(await boxesIn(pdf)).toEqual([])
    const lines = await linesIn(pdf, styles.title.size)
    expect(lines).toEqual(shown.map((text) => ({ x: 56, text })))
  })

  it('has a title, a language, bookmarks, headings, tables and alternative texts for a screen reader', async () => {
    const brief = filled(whole, 'de')
    const pdf = await openPdf(await writePdf(brief, openFonts('dist/server/fonts')))
    const { info, metadata } = await pdf.getMetadata()
    expect(info).toMatchObject({ Title: 'Kundenbericht: Oakfield', Language: 'de-DE' })
    expect(metadata?.getRaw()).toContain('<pdfuaid:part>1</pdfuaid:part>')
    expect((await pdf.getMarkInfo())?.Marked).toBe(true)
    expect((await pdf.getOutline()).map(({ title }) => title)).toEqual([
      'Oakfield',
      ...brief.sections.map(({ title }) => title),
    ])
    const trees = await Promise.all((await pagesOf(pdf)).map((page) => page.getStructTree()))
    const tree = JSON.stringify(trees)
    for (const role of ['H1', 'H2', 'P', 'Table', 'TR', 'TH', 'TD', 'Figure'])
      expect(tree).toContain(`"role":"${role}"`)
    const charts = brief.sections.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.kind === 'chart' ? [block] : [])),
    )
    expect(charts).toHaveLength(3)
    for (const { alternative } of charts) expect(tree).toContain(JSON.stringify(alternative).slice(1, -1))
  })
})

const partsOf = (file: Uint8Array) => {
  const parts = unzipSync(new Uint8Array(file))
  const part = (name: string) => strFromU8(parts[name] ?? new Uint8Array())
  const footers = Object.keys(parts).filter((name) => /footer\d+\.xml$/.test(name))
  return { body: part('word/document.xml'), core: part('docProps/core.xml'), footer: footers.map(part).join('') }
}

const textIn = (xml: string) =>
  [...xml.matchAll(/<w:t(?: [^>]*)?>([^<]*)</g)]
    .map(([, text = '']) => text.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name) => entities[name] ?? ''))
    .join('')
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

describe('A client brief as a Word file', () => {
  it.each(clients)('says all of it in headings and tables for a client with $name', async ({ data, choice, brand }) => {
    const brief = fillBrief(data, choice, brand)
    const { body, core, footer } = partsOf(await writeWord(brief))
    const said = bare(textIn(body))
    expect(textsOf(brief).filter((text) => !said.includes(bare(text)))).toEqual([])
    const paragraphs = [...body.matchAll(/<w:p>.*?<\/w:p>/g)].map(([paragraph]) => paragraph)
    const styled = (style: string) =>
      paragraphs.filter((paragraph) => paragraph.includes(`<w:pStyle w:val="${style}"/>`)).map(textIn)
    expect(styled('Title')).toEqual([brief.client])
    expect(styled('Heading1')).toEqual(brief.sections.map(({ title }) => title))
    const tables = brief.sections.flatMap(({ blocks }) => blocks.filter(({ kind }) => kind === 'table'))
    expect(body.split('<w:tblHeader/>').length - 1).toBe(tables.length)
    expect(footer).toContain('PAGE')
    expect(footer).toContain('NUMPAGES')
    expect(core).toContain(`<dc:title>${brief.title}`)
  })

  it('holds what XML cannot', async () => {
    const { body } = partsOf(await writeWord(filled(named('A\u0001B\ud800 & <C>'), 'en')))
    expect(textIn(body)).toContain('A B� & <C>')
  })
})

/** `apt-get install libreoffice-writer-nogui`; without it this is not checked. */
const hasLibreOffice = spawnSync('soffice', ['--version']).status === 0

it.runIf(hasLibreOffice)(
  'A Word file keeps its texts, headings and tables when LibreOffice saves it again',
  thorough,
  async () => {
    const [folder, remove] = [
      fs.mkdtempSync(path.join(os.tmpdir(), 'brief-')),
      () => fs.rmSync(folder, { recursive: true }),
    ]
    const partsIn = (file: Uint8Array) => {
      const { body } = partsOf(file)
      const count = (tag: string) => body.split(new RegExp(`<w:${tag}[ >/]`)).length - 1
      return {
        text: bare(textIn(body)),
        tables: count('tbl'),
        rows: count('tr'),
        headings: body.match(/"Heading1"/g)?.length,
      }
    }
    const files = await Promise.all(clients.map(({ data, choice, brand }) => writeWord(fillBrief(data, choice, brand))))
    const names = files.map((file, at) => {
      fs.writeFileSync(path.join(folder, `${at}.docx`), file)
      return path.join(folder, `${at}.docx`)
    })
    const profile = `-env:UserInstallation=file://${folder}/profile`
    const saved = path.join(folder, 'saved')
    spawnSync('soffice', [profile, '--headless', '--convert-to', 'docx', '--outdir', saved, ...names])
    for (const [at, file] of files.entries())
      expect(partsIn(fs.readFileSync(path.join(saved, `${at}.docx`)))).toEqual(partsIn(file))
    remove()
  },
)

describe('A brief from the API', () => {
  let database: Database
  let briefs: ReturnType<typeof createBriefs>
  let testApi: Awaited<ReturnType<typeof createTestApi>>
  let api: ReturnType<typeof createApi>
  let companyIds: string[]
  const thread = new URL('../../dist/server/brief-worker.js', import.meta.url)
  const log = pino({ level: 'silent' })

  beforeAll(async () => {
    database = await openAny()
    testApi = await createTestApi(database)
    await makeSample(database, { scale: 0.12, now: new Date() })
    companyIds = (await testApi.ask('/companies?limit=100')).json.data.map(({ id }: { id: string }) => id)
    briefs = createBriefs(thread, readBrief)
    api = createApi({ database, log, makeBrief: briefs.make })
  })
  afterAll(async () => {
    await briefs.close()
    await database.close()
  })

  const request = (path: string, o: { key?: string; accept?: string; signal?: AbortSignal } = {}) =>
    new Request(`http://quarterdeck.example${basePath}${path}`, {
      headers: { authorization: `Bearer ${o.key ?? testApi.everything}`, ...(o.accept && { accept: o.accept }) },
      ...(o.signal && { signal: o.signal }),
    })
  const noBudget = `https://quarterdeck.example/budgets/${crypto.randomUUID()}?up=4`
  const totalOf = async (path: string): Promise<number> => (await testApi.ask(path)).json.pagination.totalCount

  it('has the API’s numbers, whatever the client', async () => {
    const { number, money } = formatsOf('de-DE')
    for (const id of companyIds.slice(0, 3)) {
      const response = await api.fetch(request(`/companies/${id}/brief?language=de`))
      expect(response.headers.get('content-type')).toBe(briefTypes.pdf)
      expect(response.headers.get('content-language')).toBe('de-DE')
      expect(response.headers.get('x-request-id')).toBeTruthy()
      const texts = await readPdf(await pdfOf(response))
      const { json } = await testApi.ask(`/companies/${id}`)
      expect(bare(texts.join(''))).toContain(bare(json.data.name))
      const devices = await totalOf(`/devices?companyId=${id}&limit=1`)
      expect(texts).toContain(devices > 0 ? number(devices) : 'Es sind keine Geräte im Einsatz.')
      const { data } = (await testApi.ask(`/budgets?companyId=${id}&limit=50`)).json
      const approved = data.filter(({ status }: { status: string }) => status === 'Approved')
      for (const { totals, currency } of approved)
        expect(bare(texts.join(''))).toContain(bare(money(totals.grandTotal, currency)))
    }
  })

  it('is made as the type that is accepted, and of what the caller may read', async () => {
    const [id] = companyIds
    const key = await testApi.makeKey(['companies:read', 'goals:read', 'briefs:read'])
    const word = await api.fetch(request(`/companies/${id}/brief`, { key, accept: `${briefTypes.word}, */*;q=0.1` }))
    expect(word.headers.get('content-disposition')).toMatch(
      /^attachment; filename="brief\.docx"; filename\*=UTF-8''Client%20brief/,
    )
    const said = textIn(partsOf(new Uint8Array(await word.arrayBuffer())).body)
    expect(said).toContain('Goals')
    expect(said).not.toContain('Budget')
    for (const [path, o, status, detail] of [
      [`/companies/${id}/brief`, { accept: 'application/json' }, 406, /Send one of these types in the Accept header/],
      [`/companies/${id}/brief?language=xx`, {}, 400, /language must be one of en, de/],
      [`/companies/${id}/brief?paper=A3`, {}, 400, /paper must be one of A4, Letter/],
      [`/companies/${id}/brief?zone=Mars/Phobos`, {}, 400, /zone must be a time zone, such as Europe\/London/],
      [`/companies/${crypto.randomUUID()}/brief`, {}, 404, /There is no company with the ID/],
      [
        `/companies/${id}/brief`,
        { key: await testApi.makeKey(['companies:read']) },
        403,
        /lacks the scope briefs:read/,
      ],
      [
        `/companies/${id}/brief`,
        { key: await testApi.makeKey(['briefs:read']) },
        403,
        /lacks the scope companies:read/,
      ],
    ] as const) {
      const response = await api.fetch(request(path, o))
      expect([response.status, (await response.json()).detail]).toEqual([status, expect.stringMatching(detail)])
    }
  })

  it('is made as it is kept, unless the request chooses otherwise, and names what it leaves out', async () => {
    const [id] = companyIds
    const body = {
      language: 'nl',
      sections: ['budget', 'proposal'],
      proposal: 'Twaalf laptops. 한국',
      scenario: noBudget,
    }
    expect((await testApi.ask(`/briefs/${id}`, { method: 'PATCH', body })).status).toBe(200)
    const kept = await api.fetch(request(`/companies/${id}/brief`))
    const names = ['content-language', 'x-brief-left-out', 'x-brief-not-printed']
    expect(names.map((name) => kept.headers.get(name))).toEqual([
      'nl-NL',
      expect.stringMatching(/^(draft-budgets, )?scenario$/),
      encodeURIComponent('한국'),
    ])
    expect((await readPdf(await pdfOf(kept))).join(' ')).toContain('Twaalf laptops.')
    const chosen = await api.fetch(
      new Request(request(`/companies/${id}/brief`, { accept: briefTypes.word }), {
        method: 'POST',
        headers: {
          authorization: `Bearer ${testApi.everything}`,
          'content-type': 'application/json',
          accept: briefTypes.word,
        },
        body: JSON.stringify({ language: 'en', proposal: 'Thirteen laptops.', scenario: null, zone: 'Asia/Tokyo' }),
      }),
    )
    const said = textIn(partsOf(new Uint8Array(await chosen.arrayBuffer())).body)
    expect([said.includes('Thirteen laptops.'), said.includes('Satisfaction')]).toEqual([true, false])
    const brand = { name: 'Northgate IT', colour: '#0b6b53', footer: '1 Quay Street' }
    expect((await testApi.ask('/brand', { method: 'PATCH', body: brand })).status).toBe(200)
    const branded = await api.fetch(request(`/companies/${id}/brief?language=en`))
    expect((await readPdf(await pdfOf(branded))).join(' ')).toContain('Northgate IT')
  })

  it('is made in front of another server from what that server has', async () => {
    const other = createApi({ database, log })
    const inFront = withBriefs(
      async (request, passed) => other.fetch(request, passed),
      briefs.make,
      pino({ level: 'silent' }),
    )
    const key = await testApi.makeKey(scopes.filter((scope) => scope !== 'briefs:read'))
    const response = await inFront(request(`/companies/${companyIds[0]}/brief`, { key }))
    expect((await readPdf(await pdfOf(response))).join(' ')).toContain('Satisfaction')
    expect((await inFront(request('/companies?limit=1', { key }))).status).toBe(200)
    const wrong = await inFront(request(`/companies/${companyIds[0]}/brief`, { key: 'qd_wrong' }))
    expect([wrong.status, (await wrong.json()).detail]).toEqual([
      401,
      expect.stringContaining('unknown, expired or revoked'),
    ])
    expect((await inFront(request('/companies/x/brief', { key }))).status).toBe(400)
    const large = await inFront(
      new Request(request(`/companies/${companyIds[0]}/brief`, { key }), {
        method: 'POST',
        body: JSON.stringify({ proposal: 'a'.repeat(1024 * 1024) }),
      }),
    )
    expect([large.status, (await large.json()).detail]).toEqual([413, expect.stringContaining('larger than 1 MiB')])
  })

  it('waits its turn while other requests are answered, and is refused when too many wait', async () => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const slow: ReadBrief = async () => {
      await released
      return filled(empty, 'en')
    }
    const queue = createBriefs(thread, slow)
    const busy = createApi({ database, log, makeBrief: queue.make })
    const [id] = companyIds
    const leaving = new AbortController()
    const ask = (signal?: AbortSignal) =>
      Promise.resolve(busy.fetch(request(`/companies/${id}/brief`, signal && { signal })))
    const kept = Array.from({ length: 4 }, () => ask())
    const left = Array.from({ length: 58 }, () => ask(leaving.signal))
    const refused = await Promise.race([...kept, ask()])
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
    expect((await refused.json()).detail).toContain('The server is busy; nothing was started')
    expect((await busy.fetch(request('/companies?limit=1'))).status).toBe(200)
    leaving.abort()
    release()
    expect((await Promise.all(kept)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
    await Promise.all(left)
    await queue.close()
  })

  it('that cannot be written spoils no other', async () => {
    const broken = createBriefs(thread, async (companyId, chosen, zone, fetch) =>
      companyId === companyIds[0] ? ({} as BriefDocument) : readBrief(companyId, chosen, zone, fetch),
    )
    const trying = createApi({ database, log, makeBrief: broken.make })
    const [bad, good] = await Promise.all(
      companyIds.slice(0, 2).map((id) => trying.fetch(request(`/companies/${id}/brief`))),
    )
    expect([bad?.status, good?.status]).toEqual([500, 200])
    await broken.close()
  })
})
