import config from '../playwright.config'

/** The browser under stress, the second half of `npm run test:faults [name]`. */
export default {
  ...config,
  testDir: 'faults',
  testMatch: '*.stress.ts',
  globalSetup: './sample.setup.ts',
  workers: Number(process.env.STRESS_AT_ONCE ?? 2),
  // Only against hanging: nothing is measured here.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  outputDir: '../test-results',
  reporter: [['list'], ['./faults/browser-reporter.ts']],
}
