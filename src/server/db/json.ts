/** JSON text that holds a T. The database builds most answers, and nothing is gained by reading them only to write them again. */
export type Json<T> = string & { readonly __holds: T }

export const json = <T>(value: T) => JSON.stringify(value) as Json<T>

/** An object of parts that are JSON already. */
export const joinJson = <T>(parts: Record<string, string>) =>
  `{${Object.entries(parts)
    .map(([key, part]) => `${JSON.stringify(key)}:${part}`)
    .join(',')}}` as Json<T>

/** An answer whose version is known before it is built. When it is built, it may have become newer. */
export type LazyResponse<T> = {
  etag: string
  build: () => Promise<{ etag: string; body: Uint8Array<ArrayBuffer>; readonly __holds?: T }>
}
