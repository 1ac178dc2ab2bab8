import { existsSync, readdirSync } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'

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

/** "http/gateway" is src/server/http/gateway.test.ts, and "e2e/secrecy" is e2e/secrecy.spec.ts. */
const testFile = (name: string) =>
  [`src/server/${name}.test.ts`, `${name}.test.ts`, `${name}.spec.ts`, `${name}.fault.ts`].find((file) =>
    existsSync(file),
  )

it.each(['security', 'accessibility'])('docs/%s.md names existing tests', async (document) => {
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
    if (!source.includes(title)) missing.push(`${name} › ${title}`)
  }
  expect(missing).toEqual([])
})

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
