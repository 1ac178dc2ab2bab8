/** The current names of companies, as a part of a table copy. */
export const createCompanyNames = () => {
  const names = new Map<string, string>()
  return {
    nameOf: (id: string | null) => (id === null ? null : (names.get(id) ?? null)),
    table: {
      name: 'companies',
      client: 't.id',
      columns: ['t.id', 't.name'],
      take: ([ids = [], texts = []]: unknown[][], signs: number[] | null) => {
        for (const [row, id] of ids.entries())
          if (signs && (signs[row] as number) < 0) names.delete(id as string)
          else names.set(id as string, texts[row] as string)
      },
    },
  }
}
