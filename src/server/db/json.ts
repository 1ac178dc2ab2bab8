/** JSON text of a T. The database builds most responses, so they are passed through without parsing. */
export type Json<T> = string & { readonly __holds: T }

export const json = <T>(value: T) => JSON.stringify(value) as Json<T>

/** Builds an object from parts that are already JSON. */
export const joinJson = <T>(parts: Record<string, string>) =>
  `{${Object.entries(parts)
    .map(([key, part]) => `${JSON.stringify(key)}:${part}`)
    .join(',')}}` as Json<T>

/** A response whose ETag is known before it is built; once built, it may be newer. */
export type LazyResponse<T> = {
  etag: string
  build: () => Promise<{ etag: string; body: Uint8Array<ArrayBuffer>; readonly __holds?: T }>
}
