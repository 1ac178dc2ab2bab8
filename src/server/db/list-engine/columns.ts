import { randomInt } from 'node:crypto'

type Numbers = Int8Array | Int16Array | Int32Array | Float64Array

/** Numbers in contiguous memory, which grows with them. */
export const createColumn = <A extends Numbers>(type: new (length: number) => A) => {
  const column = {
    /** Those beyond the length mean nothing. */
    values: new type(1024),
    length: 0,
    add: (value: number) => {
      if (column.length === column.values.length) {
        const larger = new type(2 * column.length)
        larger.set(column.values)
        column.values = larger
      }
      column.values[column.length++] = value
    },
    /** Replaces one, or adds it after the last. */
    put: (at: number, value: number) => {
      if (at === column.length) column.add(value)
      else column.values[at] = value
    },
  }
  return column
}

/** Numbers texts from 0 on. */
export const createDictionary = () => {
  const numbers = new Map<string, number>()
  const texts: string[] = []
  let characters = 0
  return {
    texts,
    bytes: () => 2 * characters + 100 * texts.length,
    find: (text: string) => numbers.get(text),
    numberOf: (text: string) => {
      const known = numbers.get(text)
      if (known !== undefined) return known
      // A copy, because a part of a longer text would keep all of it in memory.
      const copy = Buffer.from(text).toString()
      characters += copy.length
      numbers.set(copy, texts.length)
      return texts.push(copy) - 1
    },
  }
}

export const increase = (counts: Int32Array, at: number, by: number) => {
  counts[at] = (counts[at] as number) + by
}

/**
 * Numbers texts, each within another number, from 0 on. Instead of texts it keeps a 64-bit hash, seeded per
 * process: with a million texts, the chance of a collision is 1 in 37 million.
 */
export const createHashedDictionary = () => {
  const seeds = [randomInt(2 ** 32), randomInt(2 ** 32)] as const
  const [first, second] = [createColumn(Int32Array), createColumn(Int32Array)]
  /** The number of a text and one, at the first place from its hash on that was free; 0 is free. */
  let slots = new Int32Array(4096)
  const hash = { first: 0, second: 0 }

  const hashOf = (within: number, text: string) => {
    let [a, b] = [seeds[0] ^ within, seeds[1] ^ within]
    for (let at = -1; at < text.length; at++) {
      const code = at < 0 ? 0 : text.charCodeAt(at)
      a = Math.imul(a ^ code, 0x9e3779b1)
      a ^= a >>> 15
      b = Math.imul(b ^ code, 0x85ebca77)
      b ^= b >>> 13
    }
    hash.first = a | 0
    hash.second = b | 0
  }
  /** Where the hash is, or would be. */
  const placeOf = () => {
    let place = hash.first & (slots.length - 1)
    for (;;) {
      const number = (slots[place] as number) - 1
      if (number < 0) return place
      if (first.values[number] === hash.first && second.values[number] === hash.second) return place
      place = (place + 1) & (slots.length - 1)
    }
  }
  const enlarge = () => {
    slots = new Int32Array(2 * slots.length)
    for (let number = 0; number < first.length; number++) {
      hash.first = first.values[number] as number
      hash.second = second.values[number] as number
      slots[placeOf()] = number + 1
    }
  }

  return {
    size: () => first.length,
    /** -1 if it has none. */
    find: (within: number, text: string) => {
      hashOf(within, text)
      return (slots[placeOf()] as number) - 1
    },
    numberOf: (within: number, text: string) => {
      if (2 * first.length >= slots.length) enlarge()
      hashOf(within, text)
      const place = placeOf()
      const known = (slots[place] as number) - 1
      if (known >= 0) return known
      first.add(hash.first)
      second.add(hash.second)
      slots[place] = first.length
      return first.length - 1
    },
  }
}
