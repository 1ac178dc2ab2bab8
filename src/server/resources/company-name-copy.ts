/** The current names of companies, as a part of a table copy. */
export const createCompanyNames = () => {
  const names = new Map<string, string>()
  return {
    nameOf: (id: string | null) => (id === null ? null : (names.get(id) ?? null)),
    table: {
      name: 'companies',
      columns: ['t.id', 't.name'],
      take: (columns: unknown[][], signs: number[] | null) => {
        const [ids, texts] = columns as [string[], string[]]
        // A name that came and went again since adds up to nothing.
        const sums = new Map<string, { id: string; text: string; sum: number }>()
        for (const [row, id] of ids.entries()) {
          const text = texts[row] as string
          const key = `${id} ${text}`
          sums.set(key, { id, text, sum: (sums.get(key)?.sum ?? 0) + (signs?.[row] ?? 1) })
        }
        for (const { id, sum } of sums.values()) if (sum < 0) names.delete(id)
        for (const { id, text, sum } of sums.values()) if (sum > 0) names.set(id, text)
      },
    },
  }
}
