const ends: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }
const rules = new Intl.PluralRules('en-GB', { type: 'ordinal' })

/** "1st", "22nd". */
export const ordinal = (number: number) => `${number}${ends[rules.select(number)]}`
