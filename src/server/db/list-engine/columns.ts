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
  }
  return column
}

/** Numbers texts from 0 on. */
export const createDictionary = () => {
  const numbers = new Map<string, number>()
  const texts: string[] = []
  return {
    texts,
    find: (text: string) => numbers.get(text),
    numberOf: (text: string) => {
      const known = numbers.get(text)
      if (known !== undefined) return known
      numbers.set(text, texts.length)
      return texts.push(text) - 1
    },
  }
}

export const increase = (counts: Int32Array, at: number, by: number) => {
  counts[at] = (counts[at] as number) + by
}
