import { sql } from 'kysely'
import { combinedState, isSameState, versionsJson } from '../table-versions'
import type { DistinctValue, DistinctValues } from './list-cache'
import type { ListContext, ListSpec } from './list-spec'
import { fold, searchText } from './search-text'

/** SQL expressions over the row `t`. `value` must be indexed; `companyId` is set if each value belongs to one company. */
export type ValueSpec = { value: string; name: string; companyId?: string }

const maxValues = 20_000

/** All values of an expression in a table, cached until the table is written. */
export const distinctValues = async (
  { read, cache, versions }: ListContext,
  table: Pick<ListSpec['table'], 'name'>,
  spec: ValueSpec,
): Promise<DistinctValues> => {
  const names = [table.name, ...(spec.companyId ? ['companies'] : [])]
  const state = combinedState(versions, names)
  const key = `${table.name} ${spec.value}`
  const known = cache.values.get(key)
  if (known?.state === state) return known
  return cache.once(`values ${key} ${state}`, async () => {
    const { row, ...result } = await read(statement(table.name, spec), isSameState(versions, names))
    const found = JSON.parse(row.found) as [value: string, name: string | null, companyName: string | null][]
    const values = found
      .filter(([value]) => value !== '')
      .slice(0, maxValues)
      .map(([value, name, companyName]) => {
        const shown = name?.trim() || value
        return { value, name: shown, companyName, text: searchText(shown, companyName) }
      })
      .sort((a, b) => order.compare(a.name, b.name) || order.compare(a.companyName ?? '', b.companyName ?? ''))
    const made = { state: combinedState(result.versions, names), values, isComplete: found.length <= maxValues }
    cache.values.set(key, made)
    return made
  })
}

const order = new Intl.Collator('en', { numeric: true })

/** The values whose name or company name contains each word of a search. */
export const matchingValues = (values: DistinctValue[], search: string) => {
  const words = fold(search).split(/\s+/).filter(Boolean)
  return values.filter(({ text }) => words.every((word) => text.includes(word)))
}

/** A loose index scan: goes from each value to the next, so it reads one row per value. */
const statement = (name: string, spec: ValueSpec) => {
  const [value, label] = [sql.raw(spec.value), sql.raw(spec.name)]
  const companyId = spec.companyId ? sql.raw(spec.companyId) : sql`null::uuid`
  const next = (condition: ReturnType<typeof sql>) => sql`
    select ${value} as value, ${label} as name, ${companyId} as company_id
    from ${sql.table(name)} t where ${condition} order by ${value} limit 1`
  return sql<{ versions: string; found: string }>`
    with recursive found as (
      (${next(sql`${value} is not null`)})
      union all
      select next.* from found cross join lateral (${next(sql`${value} > found.value`)}) next
    ), kept as (select * from found limit ${maxValues + 1})
    select ${versionsJson()} as versions, (
      select coalesce(json_agg(json_build_array(kept.value::text, kept.name, company.name)), '[]')::text
      from kept left join companies company on company.id = kept.company_id
    ) as found`
}
