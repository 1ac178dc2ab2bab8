const isAll = process.env.TEST_CASES === 'all'

/** Marks a test that `npm test` leaves out because another covers the same ground. `npm run test:all` runs it. */
export const thorough = { tag: '@thorough' }

/** Of what a sweep goes through, every sixth in `npm test`, and all in `npm run test:all`. */
export const sampled = <T>(all: T[]) => all.filter((_, index) => isAll || index % 6 === 0)
