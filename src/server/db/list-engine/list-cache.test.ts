import { expect, it } from 'vitest'
import { createListCache } from './list-cache'

it('The list cache counts keys too, which may be longer than their values', () => {
  const cache = createListCache()
  const questions = Array.from({ length: 10_000 }, (_, index) => `${index} ${'an id, '.repeat(570)}`)
  const body = new TextEncoder().encode('{"data":[]}')
  const state = { version: 1, stateId: '', slots: [] }
  const position = { ...state, rows: [{ position: 300, id: '1', key: null }] }
  for (const question of questions) {
    cache.answers.set(question, { state: '', etag: '', body })
    cache.counts.set(question, { ...state, count: 0 })
    cache.checkpoints.set(question, position)
    cache.deepPages.set(question, position)
  }
  const most = { answers: 7500, counts: 1000, checkpoints: 8300, deepPages: 1200 }
  for (const [name, number] of Object.entries(most)) {
    const kept = questions.filter((question) => cache[name as keyof typeof most].get(question))
    expect(kept.at(-1)).toBe(questions.at(-1))
    expect(kept.length).toBeLessThan(number)
  }
})
