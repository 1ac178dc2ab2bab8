import { defineConfig } from 'vitest/config'
import { FindingsTable } from './faults/support/table.ts'

/** Fault experiments, one at a time, each with its own servers: `npm run test:faults [name]`. */
export default defineConfig({
  test: {
    include: ['e2e/faults/*.fault.ts'],
    fileParallelism: false,
    testTimeout: 60 * 60_000,
    hookTimeout: 120_000,
    globalSetup: 'e2e/sample.setup.ts',
    reporters: ['default', new FindingsTable()],
  },
})
