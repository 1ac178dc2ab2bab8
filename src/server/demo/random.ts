/** Random numbers that are the same for the same seed, on every machine. */
export type Random = {
  /** From 0 up to 1. */
  next: () => number
  int: (from: number, to: number) => number
  chance: (probability: number) => boolean
  pick: <T>(values: readonly T[]) => T
  /** One of the values, by weight. */
  weighted: <T>(values: readonly (readonly [T, number])[]) => T
  /** Some of the values, in their own order. */
  some: <T>(values: readonly T[], count: number) => T[]
  /** Bell-shaped around 0, most between -1 and 1. */
  bell: () => number
}

const hashOf = (text: string) => {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash >>> 0
}

const mix = (value: number) => {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

/** Mulberry32: small, fast, and good enough for sample data. */
export const randomOf = (seed: number, kind: string, index: number): Random => {
  let state = mix(hashOf(kind) ^ mix(seed) ^ Math.imul(index + 1, 0x9e3779b1))
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  const pick = <T>(values: readonly T[]) => values[Math.floor(next() * values.length)] as T
  const weighted = <T>(values: readonly (readonly [T, number])[]) => {
    let left = next() * values.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [value, weight] of values) {
      left -= weight
      if (left < 0) return value
    }
    return (values[values.length - 1] as readonly [T, number])[0]
  }
  const some = <T>(values: readonly T[], count: number) => {
    const indexes = new Set<number>()
    while (indexes.size < Math.min(count, values.length)) indexes.add(Math.floor(next() * values.length))
    return values.filter((_, position) => indexes.has(position))
  }
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick,
    weighted,
    some,
    bell: () => (next() + next() + next()) / 1.5 - 1,
  }
}

/** A UUID (version 8) derived from seed and record. */
export const uuidOf = (seed: number, kind: string, index: number): string => {
  const { next } = randomOf(seed, `id ${kind}`, index)
  const hex = (digits: number) =>
    Math.floor(next() * 16 ** digits)
      .toString(16)
      .padStart(digits, '0')
  return `${hex(8)}-${hex(4)}-8${hex(3)}-${'89ab'[Math.floor(next() * 4)]}${hex(3)}-${hex(8)}${hex(4)}`
}
