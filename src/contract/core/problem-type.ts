/** The stable `type` of problem details (RFC 9457) with this title. */
export const problemType = (title: string) => `/problems/${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`
