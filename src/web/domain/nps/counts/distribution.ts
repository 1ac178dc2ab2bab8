type ScorePage = { scores: (number | null | undefined)[]; total: number }

/**
 * Counts responses per score by binary search in a list sorted by score: about 11 × log₂ n page requests. `readPage`
 * counts from 1; every page but the last has `size` rows.
 */
export const countScores = async (readPage: (page: number) => Promise<ScorePage>, size: number) => {
  const counts: Record<number, number> = {}
  const add = (score: number | null | undefined, times: number) => {
    if (typeof score === 'number') counts[score] = (counts[score] ?? 0) + times
  }
  const read = async (page: number) => {
    const answer = await readPage(page)
    for (const score of answer.scores) add(score, 1)
    return answer
  }
  const between = async (low: number, from: ScorePage, high: number, to: ScorePage): Promise<void> => {
    const unread = high - low - 1
    if (unread === 0) return
    const [first, last] = [from.scores.at(-1), to.scores[0]]
    if (first === last) return add(first, unread * size)
    const middle = Math.floor((low + high) / 2)
    const found = await read(middle)
    await Promise.all([between(low, from, middle, found), between(middle, found, high, to)])
  }
  const first = await read(1)
  const pages = Math.ceil(first.total / size)
  if (pages > 1) await between(1, first, pages, await read(pages))
  return counts
}
