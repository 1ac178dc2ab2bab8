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

it('docs/security.md names existing tests', async () => {
  const text = await fs.readFile('docs/security.md', 'utf8')
  const named = [...text.matchAll(/`([\w/.-]+\.ts)` › ([^;|\n]+)/g)]
  expect(named.length).toBeGreaterThan(60)
  const missing: string[] = []
  for (const [, file = '', rest = ''] of named) {
    const title = rest.trim().replace(/[.:]$/, '')
    const source = await fs.readFile(file, 'utf8').catch(() => '')
    if (!source.includes(title)) missing.push(`${file} › ${title}`)
  }
  expect(missing).toEqual([])
})
