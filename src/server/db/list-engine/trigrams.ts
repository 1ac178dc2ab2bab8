/** Trigram frequencies, as a share of all texts. */
export type Rarity = (trigram: string) => number

/** Trigrams that every build of `pg_trgm` extracts, whatever the locale. */
const pattern = /[a-z0-9]{3}/

/** More trigrams would read more of the index and narrow the result little. */
const enough = 3

const allOf = (text: string) => {
  const found: { three: string; at: number }[] = []
  for (let at = 0; at + 3 <= text.length; at++) {
    const three = text.slice(at, at + 3)
    if (pattern.test(three)) found.push({ three, at })
  }
  return found
}

/** The rarest trigrams of a text, preferring ones that do not overlap, because neighbours correlate. */
export const trigramsOf = (text: string, rarity: Rarity = () => 0) => {
  const rest = allOf(text)
    .map((one) => ({ ...one, often: rarity(one.three) }))
    .sort((a, b) => a.often - b.often)
  const chosen: typeof rest = []
  const isApart = ({ at }: { at: number }) => chosen.every((other) => Math.abs(other.at - at) >= 3)
  for (const one of rest) if (chosen.length < enough && isApart(one)) chosen.push(one)
  const near = rest.filter((one) => !chosen.includes(one))
  return [...new Set([...chosen, ...near].slice(0, enough).map(({ three }) => three))]
}

/**
 * Estimates the share of texts that contain a text: at most that of its rarest word (`rarest`), and the product of all words'
 * shares if they occur independently (`together`).
 */
export const estimateMatches = (text: string, rarity: Rarity) => {
  const words = (text.match(/[a-z0-9]{3,}/g) ?? []).map((word) =>
    Math.min(...allOf(word).map(({ three }) => rarity(three))),
  )
  return { rarest: Math.min(1, ...words), together: words.reduce((product, share) => product * share, 1) }
}

/** Trigram frequencies from a sample of texts. */
export const createTrigramSample = () => {
  const seen = new Map<string, number>()
  let texts = 0
  return {
    add: (text: string) => {
      texts += 1
      for (const three of new Set(allOf(text).map(({ three }) => three))) seen.set(three, (seen.get(three) ?? 0) + 1)
    },
    /** The share of texts that contain a trigram. */
    rarity: (three: string) => (seen.get(three) ?? 0) / Math.max(1, texts),
  }
}
