import config from '../playwright.config'

const { E2E_BROWSER, STRESS_AT_ONCE = '2' } = process.env

/** The browser under stress, the second half of `npm run test:faults [name]`. */
export default {
  ...config,
  testDir: 'faults',
  testMatch: '*.stress.ts',
  globalSetup: './stress.setup.ts',
  use: { ...config.use, ...(E2E_BROWSER && { connectOptions: { wsEndpoint: E2E_BROWSER } }) },
  workers: Number(STRESS_AT_ONCE),
  // Only to stop a test that hangs.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  outputDir: '../test-results',
  reporter: [['list'], ['./faults/support/browser-reporter.ts']],
}
