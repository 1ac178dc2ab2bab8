import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createTextIndex } from './text-index'

/* Few letters, of one and of several bytes, so that most of what is looked for is there, also across two rows and twice in one. */
const text = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '株', '😀'), maxLength: 6 })
const rows = fc.array(text, { maxLength: 8 }).map((texts) => texts.map((one, index) => [`id-${index}`, one] as const))

it('finds the rows that contain a text, and no other', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(rows, { minLength: 1, maxLength: 3 }), text, fc.nat(4), async (pages, sought, few) => {
      fc.pre(sought !== '')
      const store = createTextIndex()
      for (const page of pages) store.add(page)
      const [gone = []] = pages
      store.remove(gone)
      const hits = (some: typeof gone) => some.filter(([, one]) => one.includes(sought)).map(([id]) => id)
      const found = hits(pages.flat())
      expect(await store.search(sought, few)).toEqual({
        count: found.length - hits(gone).length,
        ...(found.length <= few && { ids: found }),
      })
    }),
    { numRuns: 400 },
  )
})
