/**
 * How a resource lies in the database, as data: each field of its record says how it is read (an SQL expression that gives
 * the API's own JSON) and, unless it is computed, which column holds it. `t` is the table itself in every expression.
 */
type SqlType = 'uuid' | 'text' | 'int' | 'float8' | 'boolean' | 'timestamptz' | 'json' | 'uuid[]' | 'text[]'

type Field<R, K extends keyof R = keyof R> = {
  read: string
  write?: { column: string; type: SqlType; from: (value: NonNullable<R[K]>, record: R) => unknown }
}
type FieldOf<R> = (key: string) => Field<R>

/** A column that the API never shows: what lists are sorted and searched by. */
type Derived<R> = { type: SqlType; from: (record: R) => unknown }

export type Table<R> = {
  name: string
  /** After FROM. */
  source: string
  /** After SELECT: every field under its API name, in the contract's order. */
  fields: string
  columns: { name: string; type: SqlType; value: (record: R) => unknown }[]
  /** Fields that are worked out when read, and so never written. */
  computed: string[]
}

export const table =
  <R extends { id: string }>() =>
  (o: {
    name: string
    join?: string
    fields: { [K in keyof Required<R>]: FieldOf<R> }
    derived?: Record<string, Derived<R>>
  }): Table<R> => {
    const fields = Object.entries<FieldOf<R>>(o.fields).map(([key, field]) => ({ key, ...field(key) }))
    return {
      name: o.name,
      source: `${o.name} t${o.join ? ` ${o.join}` : ''}`,
      fields: fields.map(({ key, read }) => `${read} as "${key}"`).join(', '),
      computed: fields.filter(({ write }) => !write).map(({ key }) => key),
      columns: [
        ...fields.flatMap(({ key, write }) =>
          write
            ? {
                name: write.column,
                type: write.type,
                value: (record: R) => {
                  const value = record[key as keyof R]
                  return value === null || value === undefined ? null : write.from(value, record)
                },
              }
            : [],
        ),
        ...Object.entries(o.derived ?? {}).map(([name, { type, from }]) => ({ name, type, value: from })),
      ],
    }
  }

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
/** Kept as it came, in its own order: references to what has no table here, and nested parts that are only read. */
export const json = column('json')

export const computed = (read: string) => () => ({ read })

/** `company: {id, name}`, of which the table keeps the id; the name is the company's own of today. */
export const companyJoin = 'left join companies company on company.id = t.company_id'
export const companyRef = () => ({
  read: `case when company.id is not null then json_build_object('id', company.id, 'name', company.name) end`,
  write: { column: 'company_id', type: 'uuid' as const, from: (value: unknown) => (value as { id: string }).id },
})
export const companyName = computed('company.name')
