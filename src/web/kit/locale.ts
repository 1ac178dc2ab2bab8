/** How the reader writes numbers, money and dates; the words of the interface are English whatever it is. */
export const locale = globalThis.navigator?.language || 'en-GB'
