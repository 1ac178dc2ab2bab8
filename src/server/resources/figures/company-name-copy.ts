import { currentRow } from '../../db/list-engine/table-copy'

type Name = [name: string, sort: string]

/** The current names of companies, as a part of a table copy. */
export const createCompanyNames = () => {
  const names = new Map<string, Name>()
  return {
    nameOf: (id: string | null) => names.get(id ?? '')?.[0] ?? null,
    /** The form of the name that is compared to sort. */
    sortOf: (id: string | null) => names.get(id ?? '')?.[1] ?? null,
    table: {
      name: 'companies',
      columns: ['t.id', currentRow('companies', ['now.name', 'now.name_sort'])],
      take: (columns: unknown[][]) => {
        const [ids, rows] = columns as [string[], Name[]]
        for (const [at, id] of ids.entries()) names.set(id, rows[at] as Name)
      },
    },
  }
}
