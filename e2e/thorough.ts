const isAll = process.env.TEST_CASES === 'all'

/** For a test that `npm test` does without, because it has another one of the same kind: `npm run test:all` has all of them. */
export const thorough = { tag: '@thorough' }

/** Of what a sweep goes through, every sixth in `npm test`, and all in `npm run test:all`. */
export const sampled = <T>(all: T[]) => all.filter((_, index) => isAll || index % 6 === 0)
