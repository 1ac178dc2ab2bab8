import { hasComment, saysSomething, type TermKind, termKinds, termsOf, type Use } from '../../../contract/figures/words'
import { categoryOfScore } from '../../../contract/nps'
import { createDictionary, increase } from '../../db/list-engine/columns'

/** A response of a promoter or detractor; `at` in milliseconds. */
export type FeedbackRow = [
  at: number,
  companyId: string | null,
  score: number,
  feedbackText: string | null,
  tags: string[],
]

/** What is counted; both ends are included. */
export type Sample = { companyId?: string | undefined; from: number; to: number }

/** Responses in contiguous memory, at some 50 bytes each; the terms of a row end where those of the next begin. */
type Block = { at: Float64Array; company: Int32Array; flags: Uint8Array; ends: Uint32Array; terms: Uint32Array }

const promoter = 1
const commented = 2
const replaced = 4

const keyOf = (kind: TermKind, term: string) => (kind === 'word' ? term : `#${term}`)

type Dictionary = ReturnType<typeof createDictionary>

/** Responses up to a state of their table, by blocks that are never changed. Dictionaries only grow, so older blocks keep their meaning. */
export type WordIndex = {
  terms: Dictionary
  companies: Dictionary
  blocks: readonly Block[]
  bytes: number
  replacedBytes: number
}

export const emptyIndex = (): WordIndex => ({
  terms: createDictionary(),
  companies: createDictionary(),
  blocks: [],
  bytes: 0,
  replacedBytes: 0,
})

export const bytesOf = ({ bytes, terms, companies }: WordIndex) => bytes + terms.bytes() + companies.bytes()

const sizeOf = ({ at, terms }: Block) => 17 * at.length + 4 * terms.length

/** Changes may be many blocks of one row, so the last ones are joined up to this many rows. */
const fewRows = 500

/** The same with more responses, and without those that are replaced. */
export const extended = (
  index: WordIndex,
  added: readonly FeedbackRow[],
  former: readonly FeedbackRow[] = [],
): WordIndex => {
  if (added.length === 0 && former.length === 0) return index
  const block = blockOf(index, added, former)
  const last = index.blocks.at(-1)
  const isJoined = last !== undefined && last.at.length + block.at.length <= fewRows
  return {
    ...index,
    blocks: isJoined ? [...index.blocks.slice(0, -1), joined(last, block)] : [...index.blocks, block],
    bytes: index.bytes + sizeOf(block),
    replacedBytes: index.replacedBytes + (former.length / block.at.length) * sizeOf(block),
  }
}

const blockOf = (
  { terms: dictionary, companies }: WordIndex,
  added: readonly FeedbackRow[],
  former: readonly FeedbackRow[],
): Block => {
  const rows = [...added, ...former]
  const ends = new Uint32Array(rows.length)
  const terms: number[] = []
  const flags = rows.map(([, , score, feedbackText, tags], row) => {
    const said = { feedbackText, tags }
    for (const kind of termKinds)
      for (const term of termsOf(kind, said)) terms.push(dictionary.numberOf(keyOf(kind, term)))
    ends[row] = terms.length
    const group = categoryOfScore(score) === 'promoter' ? promoter : 0
    return group | (hasComment(said) ? commented : 0) | (row < added.length ? 0 : replaced)
  })
  return {
    at: Float64Array.from(rows, ([at]) => at),
    company: Int32Array.from(rows, ([, id]) => (id === null ? -1 : companies.numberOf(id))),
    flags: Uint8Array.from(flags),
    ends,
    terms: Uint32Array.from(terms),
  }
}

const joined = (a: Block, b: Block): Block => {
  const ends = new Uint32Array(a.ends.length + b.ends.length)
  ends.set(a.ends)
  for (const [row, end] of b.ends.entries()) ends[a.ends.length + row] = a.terms.length + end
  return {
    at: concatenated(Float64Array, a.at, b.at),
    company: concatenated(Int32Array, a.company, b.company),
    flags: concatenated(Uint8Array, a.flags, b.flags),
    ends,
    terms: concatenated(Uint32Array, a.terms, b.terms),
  }
}

const concatenated = <A extends { length: number; set: (from: A, at?: number) => void }>(
  Kind: new (length: number) => A,
  a: A,
  b: A,
): A => {
  const both = new Kind(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}

/** Whether a response counts at all: passives are in neither group. */
export const isCounted = (score: number) => categoryOfScore(score) !== 'passive'
export const isSaid = ([, , score, feedbackText, tags]: FeedbackRow) =>
  isCounted(score) && saysSomething('tag', { feedbackText, tags })

/** Milliseconds of counting before yielding to other work. */
const sliceMs = 8

type Visit = (block: Block, row: number, isPromoter: boolean, sign: 1 | -1) => void

const forEach = async (index: WordIndex, { companyId, from, to }: Sample, visit: Visit) => {
  const company = companyId === undefined ? undefined : (index.companies.find(companyId) ?? null)
  if (company === null) return
  let began = performance.now()
  for (const block of index.blocks) {
    const { at, company: companies, flags } = block
    for (let row = 0; row < at.length; row++) {
      const when = at[row] as number
      if (when < from || when > to || (company !== undefined && companies[row] !== company)) continue
      const flag = flags[row] as number
      visit(block, row, (flag & promoter) !== 0, flag & replaced ? -1 : 1)
    }
    if (performance.now() - began < sliceMs) continue
    await new Promise((resolve) => setImmediate(resolve))
    began = performance.now()
  }
}

/** How many promoters and detractors say something, and use each term. */
export const countTerms = async (index: WordIndex, sample: Sample) => {
  const { texts } = index.terms
  const size = texts.length
  const uses = { promoters: new Int32Array(size), detractors: new Int32Array(size) }
  const n = { word: { promoters: 0, detractors: 0 }, tag: { promoters: 0, detractors: 0 } }
  await forEach(index, sample, ({ ends, terms, flags }, row, isPromoter, sign) => {
    const group = isPromoter ? 'promoters' : 'detractors'
    n.tag[group] += sign
    if ((flags[row] as number) & commented) n.word[group] += sign
    const counts = uses[group]
    const end = ends[row] as number
    for (let at = row === 0 ? 0 : (ends[row - 1] as number); at < end; at++) increase(counts, terms[at] as number, sign)
  })
  return { n, usesOf: (kind: TermKind, fewest: number) => usesOf({ texts, uses, size }, kind, fewest) }
}

type Counted = { texts: string[]; uses: { promoters: Int32Array; detractors: Int32Array }; size: number }

const usesOf = ({ texts, uses, size }: Counted, kind: TermKind, fewest: number): Use[] => {
  const found: Use[] = []
  for (let term = 0; term < size; term++) {
    const [promoters, detractors] = [uses.promoters[term] as number, uses.detractors[term] as number]
    if (promoters + detractors < fewest) continue
    const text = texts[term] as string
    if (text.startsWith('#') === (kind === 'tag'))
      found.push({ word: kind === 'tag' ? text.slice(1) : text, promoters, detractors })
  }
  return found
}

/** How many responses use a term at each time, the newest first. */
export const timesOf = async (index: WordIndex, sample: Sample, { kind, word }: { kind: TermKind; word: string }) => {
  const wanted = index.terms.find(keyOf(kind, word))
  const times = new Map<number, number>()
  if (wanted === undefined) return []
  await forEach(index, sample, ({ at, ends, terms }, row, _, sign) => {
    const start = row === 0 ? 0 : (ends[row - 1] as number)
    if (!terms.subarray(start, ends[row]).includes(wanted)) return
    const when = at[row] as number
    times.set(when, (times.get(when) ?? 0) + sign)
  })
  return [...times].filter(([, count]) => count > 0).sort(([a], [b]) => b - a)
}
