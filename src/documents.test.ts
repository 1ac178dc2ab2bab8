import { existsSync, readdirSync } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import type { Endpoint } from './contract/core/endpoint'
import { isCancelledGoal, isOpenGoal } from './contract/figures/goal-status'
import { contract } from './contract/index'
import { sample } from './server/demo/sample'
import type { Records } from './server/resources/registry'
import { version } from './server/version'

const documents = [
  ...readdirSync('.'),
  ...['docs', 'src', 'bench'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
  ),
].filter((file) => file.endsWith('.md'))

it('relative links in documents lead to files', async () => {
  const broken: string[] = []
  for (const document of documents) {
    const text = await fs.readFile(document, 'utf8')
    for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      const file = target.replace(/#.*/, '')
      if (!file || /^[a-z]+:/.test(file)) continue
      if (!existsSync(path.join(path.dirname(document), file))) broken.push(`${document}: ${target}`)
    }
  }
  expect(broken).toEqual([])
})

it.each([
  ['docs/operate.md', (version: string) => `quarterdeck-${version}.tgz`],
  ['deploy/Containerfile', (version: string) => `quarterdeck:${version}`],
  ['deploy/compose.yaml', (version: string) => `quarterdeck:${version}`],
  ['docs/accessibility.openacr.yaml', (version: string) => `version: "${version}"`],
])('%s names the version of this release', async (file, naming) => {
  expect(await fs.readFile(file, 'utf8')).toContain(naming(version))
})

it('docs/api.md names the lists that are sorted by their last change, and no others', async () => {
  const text = await fs.readFile('docs/api.md', 'utf8')
  const row = /^\| (`\/.*) \| sort by `updated_at`/m.exec(text)?.[1] ?? ''
  const endpoints = Object.values(contract).flatMap((operations) => Object.values<Endpoint>(operations))
  const sorted = endpoints.filter(({ sort }) => sort?.keys.includes('updated_at')).map((endpoint) => endpoint.path)
  expect([...row.matchAll(/`([^`]+)`/g)].map(([, path]) => path).sort()).toEqual(sorted.sort())
})

/** "http/gateway" is src/server/http/gateway.test.ts, and "e2e/secrecy" is e2e/secrecy.spec.ts. */
const testFile = (name: string) =>
  [`src/server/${name}.test.ts`, `${name}.test.ts`, `${name}.spec.ts`, `${name}.fault.ts`].find((file) =>
    existsSync(file),
  )

it.each(['security', 'accessibility'])(
  'docs/%s.md names existing tests, none of which security has marked thorough',
  async (document) => {
    const text = await fs.readFile(`docs/${document}.md`, 'utf8')
    const cells = [...text.matchAll(/`([\w/-]+)` › ([^;|\n]+)/g)]
    const named = cells.flatMap(([, name = '', titles = '']) =>
      titles.split(' › ').map((title) => ({ name, title: title.trim() })),
    )
    expect(named.length).toBeGreaterThan(40)
    const missing: string[] = []
    for (const { name, title } of named) {
      const file = testFile(name)
      const source = file ? await fs.readFile(file, 'utf8') : ''
      const at = source.indexOf(title)
      if (at < 0) missing.push(`${name} › ${title}`)
      else if (document === 'security' && /^[^'`]*['`],\s*thorough/.test(source.slice(at)))
        missing.push(`${name} › ${title}, which npm test leaves out`)
    }
    expect(missing).toEqual([])
  },
)

it('the accessibility report says the same as a document and as data, and names a check for each level of support', async () => {
  const text = await fs.readFile('docs/accessibility.md', 'utf8')
  const data = await fs.readFile('docs/accessibility.openacr.yaml', 'utf8')
  const rows = [...text.matchAll(/^\| ([\d.]+) [^|]+\| ([^|]+) \|[^|]+\|([^|]*)\|$/gm)].map(
    ([, criterion, level = '', check = '']) => ({ criterion, level, check: check.trim() }),
  )
  const levels = [...data.matchAll(/num: "([\d.]+)"[\s\S]+?level: (\S+)/g)].map(([, criterion, level]) => [
    criterion,
    level,
  ])
  expect(levels).toEqual(rows.map(({ criterion, level }) => [criterion, level.toLowerCase().replace(' ', '-')]))
  const unchecked = rows.filter(({ level, check }) => level !== 'Not applicable' && !check)
  // 4.1.1 is no longer a criterion of WCAG 2.2; the format still asks for it.
  expect(unchecked.map(({ criterion }) => criterion)).toEqual(['4.1.1'])
})

it('docs/answers.md explains three clients by what the sample holds of them', async () => {
  const now = new Date('2026-11-25T12:00:00.000Z')
  const all = new Map<keyof Records, unknown[]>()
  for (const { resource, records } of sample({ now, scale: 1 }))
    all.set(resource, [...(all.get(resource) ?? []), ...records])
  const of = <R extends keyof Records>(resource: R) => all.get(resource) as Records[R][]
  const day = (instant: string | null | undefined) => (instant ?? '').slice(0, 10)
  const text = await fs.readFile('docs/answers.md', 'utf8')
  const rows = text
    .split('\n')
    .flatMap((line) => (line.startsWith('| ') ? [line.split('|').map((cell) => cell.trim())] : []))
  const column = (name: string) => {
    const head = rows.find((row) => row.includes('Kestrel Insurance Brokers')) ?? []
    return (title: string) => rows.find((row) => row[1] === title)?.[head.indexOf(name)]
  }
  const scoreOf = (answers: Records['npsResponses'][]) => {
    const [promoters, detractors] = [
      answers.filter(({ score }) => score >= 9),
      answers.filter(({ score }) => score <= 6),
    ]
    return `100 × (${promoters.length} − ${detractors.length}) ÷ ${answers.length}`
  }
  const named = (date: string) =>
    new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(new Date(date))
  for (const [name, employees] of [
    ['Kestrel Insurance Brokers', 165],
    ['Harbour & Reid Freight', 265],
    ['北斗精機株式会社', 54],
  ] as const) {
    const company = of('companies').find((one) => one.name === name && one.employeeCount === employees)
    const cell = column(name)
    const responses = of('npsResponses').filter(({ companyId }) => companyId === company?.id)
    const people = of('companyUsers').filter((person) => person.company?.id === company?.id)
    const answers = responses.filter(({ responseDate }) => day(responseDate) >= '2025-11-26')
    const from = new Set(answers.map(({ respondentEmail }) => respondentEmail?.toLowerCase()))
    const active = people.filter(({ status }) => status === 'active')
    const there = active.filter(({ createdAt }) => day(createdAt) < '2025-11-26')
    const known = new Set(active.map(({ email }) => email.toLowerCase()))
    expect(cell('Answered within 365 days')).toBe(
      `${there.filter(({ email }) => from.has(email.toLowerCase())).length} of ${there.length}`,
    )
    expect(cell('Score of these days')).toBe(scoreOf(answers))
    expect(cell('Responses that match no active person')).toBe(
      String(answers.filter(({ respondentEmail }) => !known.has(respondentEmail?.toLowerCase() ?? '')).length),
    )

    const published = of('reports').filter(
      ({ companyId, status }) => companyId === company?.id && status === 'published',
    )
    const last =
      published
        .map(({ createdAt }) => day(createdAt))
        .sort()
        .at(-1) ?? ''
    const since = responses.filter(({ responseDate }) => day(responseDate) >= last)
    expect(cell('Since the last report')).toBe(`${named(last)}, ${since.length} responses`)
    expect(cell('Score since then')).toBe(scoreOf(since))

    const devices = of('devices').filter(({ companyId }) => companyId === company?.id)
    const inUse = devices.filter(({ status }) => status !== 'Retired')
    const yearOf = ({ warrantyEnd, warrantyExpires }: Records['devices']) =>
      [warrantyEnd, warrantyExpires]
        .filter((end) => end !== null)
        .sort()[0]
        ?.slice(0, 4) ?? '9999'
    const next = inUse.filter((device) => yearOf(device) === '2027')
    const laptops = next.filter(({ deviceTypeName }) => deviceTypeName === 'Laptop')
    expect(cell('Replaced in 2027')).toBe(`${next.length}, with ${laptops.length} laptops`)
    expect(cell('Past their year')).toBe(String(inUse.filter((device) => yearOf(device) < '2026').length))
    expect(cell('Retired, so left out')).toBe(String(devices.length - inUse.length))

    const goals = of('goals').filter(
      (goal) =>
        goal.company?.id === company?.id && goal.quarter === 'Q4' && goal.year === 2026 && !isCancelledGoal(goal),
    )
    const open = goals.filter(isOpenGoal)
    const late = open.filter(({ dueDate }) => dueDate !== null && day(dueDate) < '2026-11-25')
    expect(cell('Goals of Q4 2026')).toBe(`${goals.length}, ${goals.length - open.length} done, ${late.length} late`)

    const said = (some: typeof responses) => {
      const comments = some.flatMap(({ feedbackText }) => feedbackText?.trim() || [])
      return `${comments.filter((comment) => /\bdays\b/i.test(comment)).length} of ${comments.length}`
    }
    expect(cell('“days” in comments')).toBe(
      `${said(responses.filter(({ score }) => score >= 9))}, ${said(responses.filter(({ score }) => score <= 6))}`,
    )
  }
})
