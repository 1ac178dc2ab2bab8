import fs from 'node:fs/promises'
import { expect, it } from 'vitest'

const read = (name: string) => fs.readFile(new URL(name, import.meta.url), 'utf8')

it('has a sign for every name, and no other', async () => {
  const names = [...(await read('icon.tsx')).matchAll(/^ {2}\| '([\w-]+)'$/gm)].map(([, name]) => name)
  const signs = [...(await read('icons.svg')).matchAll(/<symbol id="([\w-]+)"/g)].map(([, id]) => id)
  expect(names.length).toBeGreaterThan(50)
  expect(signs).toEqual(names)
})
