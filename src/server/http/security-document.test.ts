import fs from 'node:fs/promises'
import { expect, it } from 'vitest'

it('docs/security.md names existing tests', async () => {
  const text = await fs.readFile('docs/security.md', 'utf8')
  const named = [...text.matchAll(/`([\w/.-]+\.ts)` › ([^;|\n]+)/g)]
  expect(named.length).toBeGreaterThan(60)
  for (const [, file = '', rest = ''] of named) {
    const title = rest.trim().replace(/[.:]$/, '')
    const source = await fs.readFile(file, 'utf8')
    expect(source.includes(title), `${file} › ${title}`).toBe(true)
  }
})
