/** For a test that `npm test` does without, because it has another one of the same kind: `npm run test:all` has all of them. */
export const thorough = { tags: ['thorough'] }
