/** Looks a word of another server up without finding what every object has, such as "constructor". */
export const getOwn = <T>(record: Record<string, T>, key: string | null | undefined): T | undefined =>
  key !== null && key !== undefined && Object.hasOwn(record, key) ? record[key] : undefined
