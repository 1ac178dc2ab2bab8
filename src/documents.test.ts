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

it('docs/security.md names existing tests', async () => {
  const text = await fs.readFile('docs/security.md', 'utf8')
  const cells = [...text.matchAll(/`([\w/-]+)` › ([^;|\n]+)/g)]
  const named = cells.flatMap(([, name = '', titles = '']) =>
    titles.split(' › ').map((title) => ({ name, title: title.trim() })),
  )
  expect(named.length).toBeGreaterThan(60)
  const missing: string[] = []
  for (const { name, title } of named) {
    const file = testFile(name)
    const source = file ? await fs.readFile(file, 'utf8') : ''
    if (!source.includes(title)) missing.push(`${name} › ${title}`)
  }
  expect(missing).toEqual([])
})
