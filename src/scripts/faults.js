import { installed, run } from './steps.js'

// Runs every case of the property tests, then the server experiments and the browser ones, whatever the first found.
const names = process.argv.slice(2)
const properties =
  (names.length > 0 && !names.includes('properties')) ||
  (await run(installed('vitest'), ['run', 'src/server/resources', 'src/build/brief-files'], {
    env: { TEST_CASES: 'all' },
  }))
const server = await run(installed('vitest'), [
  'run',
  '--config',
  'e2e/faults.config.ts',
  '--passWithNoTests',
  ...names,
])
const browser = await run(installed('playwright'), [
  'test',
  '--config',
  'e2e/stress.config.ts',
  '--pass-with-no-tests',
  ...names,
])
process.exit(properties && server && browser ? 0 : 1)
