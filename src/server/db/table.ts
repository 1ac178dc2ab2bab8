import type { Executor } from './database'

/**
 * How a resource is stored: for each field of its record, how it is read (an SQL expression for the API's JSON) and,
 * unless computed, which column holds it. `t` is the table in every expression.
 */
type SqlType = 'uuid' | 'text' | 'int' | 'float8' | 'boolean' | 'timestamptz' | 'json' | 'uuid[]' | 'text[]'

type Field<R, K extends keyof R = keyof R> = {
  read: string
  write?: { column: string; type: SqlType; notLogged?: true; from: (value: NonNullable<R[K]>, record: R) => unknown }
}
type FieldOf<R> = (key: string) => Field<R>

/** A column that the API does not return, for sorting and searching. `read` is SQL over the row `r`. */
type Derived<R> = { type: SqlType } & ({ from: (record: R) => unknown } | { read: string })

/** A joined table and its alias; responses depend on its version too. */
type Join = { sql: string; of: string }

type Column<R> = { name: string; type: SqlType; inChangelog: boolean; isDerived: boolean } & (
  | { value: (record: R) => unknown }
  | { read: string }
)

export type Table<R> = {
  name: string
  /** After FROM. */
  source: string
  /** Joins that its records need, after FROM. */
  join: string
  /** After SELECT: every field under its API name, in the contract's order. */
  fields: string
  columns: Column<R>[]
  /** Computed fields, which are never written. */
  computed: string[]
  /** The tables that its records are read from. */
  tables: string[]
  /** Further changes of a write, in its transaction; `before` is the previous record, if known. */
  afterWrite: (executor: Executor, records: readonly R[], before?: R) => Promise<void>
}

export const defineTable =
  <R extends { id: string }>() =>
  (o: {
    name: string
    join?: Join
    /** Other tables that its fields come from. */
    readsFrom?: string[]
    fields: { [K in keyof Required<R>]: FieldOf<R> }
    derived?: Record<string, Derived<R>>
    afterWrite?: Table<R>['afterWrite']
  }): Table<R> => {
    const join = o.join?.sql ?? ''
    const fields = Object.entries<FieldOf<R>>(o.fields).map(([key, field]) => ({ key, ...field(key) }))
    return {
      name: o.name,
      source: `${o.name} t ${join}`.trimEnd(),
      join,
      fields: fields.map(({ key, read }) => `${read} as "${key}"`).join(', '),
      tables: [o.name, ...(o.join ? [o.join.of] : []), ...(o.readsFrom ?? [])],
      afterWrite: o.afterWrite ?? (async () => {}),
      computed: fields.filter(({ write }) => !write).map(({ key }) => key),
      columns: [
        ...fields.flatMap(({ key, write }) =>
          write
            ? {
                name: write.column,
                type: write.type,
                inChangelog: !write.notLogged,
                isDerived: false,
                value: (record: R) => {
                  const value = record[key as keyof R]
                  return value === null || value === undefined ? null : write.from(value, record)
                },
              }
            : [],
        ),
        ...Object.entries(o.derived ?? {}).map(([name, derived]) => ({
          name,
          type: derived.type,
          inChangelog: true,
          isDerived: true,
          ...('read' in derived ? { read: derived.read } : { value: derived.from }),
        })),
      ],
    }
  }

/** The SQL type of its records' ids. */
export const idTypeOf = ({ columns }: Pick<Table<never>, 'columns'>) =>
  columns.find(({ name }) => name === 'id')?.type ?? 'text'

const snakeCase = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const column = (type: SqlType, read: (column: string) => string = (name) => name) => {
  return (key: string) => ({
    read: read(`t."${snakeCase(key)}"`),
    write: { column: snakeCase(key), type, from: (value: unknown) => value },
  })
}

/** The API's instants: UTC with milliseconds. */
export const instantText = (expression: string) =>
  `to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

export const uuid = column('uuid')
export const text = column('text')
export const int = column('int')
export const float = column('float8')
export const boolean = column('boolean')
export const instant = column('timestamptz', instantText)
export const uuids = column('uuid[]')
export const texts = column('text[]')
/** `{id, name}` of something without a table, stored as received. */
export const ref = column('json')
/** Nested parts, stored as received. No list is sorted or filtered by them. */
export const json = (key: string) => {
  const { read, write } = ref(key)
  return { read, write: { ...write, notLogged: true as const } }
}

export const computed = (read: string) => () => ({ read })

/** `company: {id, name}`: the table stores the id; the name is the company's current one. */
export const companyJoin = { sql: 'left join companies company on company.id = t.company_id', of: 'companies' }
export const companyRef = () => ({
  read: `case when company.id is not null then json_build_object('id', company.id, 'name', company.name) end`,
  write: { column: 'company_id', type: 'uuid' as const, from: (value: unknown) => (value as { id: string }).id },
})
export const companyName = computed('company.name')
