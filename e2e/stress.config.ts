import config from '../playwright.config'

/** The browser under stress, the second half of `npm run test:faults [name]`. Its specs are journeys of `npm test` too. */
export default {
  ...config,
  testDir: 'faults',
  testMatch: '*.{spec,stress}.ts',
  globalSetup: './sample.setup.ts',
  outputDir: '../test-results',
  reporter: [['list'], ['./faults/browser-reporter.ts']],
}
