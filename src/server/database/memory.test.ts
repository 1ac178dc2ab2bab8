import { expect, it } from 'vitest'
import { listMemory } from './memory'

it('What is remembered of lists is counted with the questions, which may be longer than their answers', () => {
  const memory = listMemory()
  const questions = Array.from({ length: 10_000 }, (_, index) => `${index} ${'an id, '.repeat(570)}`)
  const body = new TextEncoder().encode('{"data":[]}')
  const place = { version: 1, rows: [{ place: 300, id: '1', key: null }] }
  for (const question of questions) {
    memory.answers.set(question, { state: '', etag: '', body })
    memory.counts.set(question, { version: 1, count: 0 })
    memory.anchors.set(question, place)
    memory.left.set(question, place)
  }
  const most = { answers: 7500, counts: 1000, anchors: 8300, left: 1200 }
  for (const [name, number] of Object.entries(most)) {
    const kept = questions.filter((question) => memory[name as keyof typeof most].get(question))
    expect(kept.at(-1)).toBe(questions.at(-1))
    expect(kept.length).toBeLessThan(number)
  }
})
