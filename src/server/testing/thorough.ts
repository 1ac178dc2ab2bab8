/** Marks a test that `npm test` leaves out because another covers the same ground. `npm run test:all` runs it. */
export const thorough = { tags: ['thorough'] }
