import type { Answers } from './answering-server'
import { test as base } from './server'

type Fixtures = { fresh: { answers: Answers; written: unknown[] }; answers: Answers; written: unknown[] }

/** The console in front of a server whose answers the test gives. */
export const test = base.extend<Fixtures>({
  fresh: async ({ answering }, use) => use(answering.reset()),
  answers: async ({ fresh }, use) => use(fresh.answers),
  written: async ({ fresh }, use) => use(fresh.written),
  server: async ({ answering, fresh: _ }, use) => use(answering.server),
})
