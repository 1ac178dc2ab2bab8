/** Own-property lookup; ignores `Object.prototype`. */
export const getOwn = <T>(record: Record<string, T>, key: string | null | undefined): T | undefined =>
  key !== null && key !== undefined && Object.hasOwn(record, key) ? record[key] : undefined
