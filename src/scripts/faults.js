import { installed, run } from './steps.js'

// Runs the server experiments, then the browser ones, whatever the first found.
const names = process.argv.slice(2)
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
process.exit(server && browser ? 0 : 1)
