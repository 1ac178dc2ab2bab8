import { defineConfig } from '@playwright/test'
import { launchOptions } from './src/scripts/browser.js'
import { unoptimised } from './src/scripts/short-lived.js'

const { args, ...browser } = launchOptions()

// For the servers that tests start: unoptimised code starts faster. Measurements don’t load this file.
process.env.E2E_NODE_ARGUMENTS = unoptimised.join(' ')

/** Real Chromium against the built server: one server that all files read, and one for each file that writes, see e2e/support/server.ts. */
export default defineConfig({
  testDir: 'e2e',
  testIgnore: process.env.E2E_VALIDATED
    ? [
        'first-load.spec.ts',
        'sign-in.spec.ts',
        'hydration.spec.ts',
        'other-server.spec.ts',
        'specification-only.spec.ts',
      ]
    : [],
  outputDir: 'test-results',
  globalSetup: './e2e/sample.setup.ts',
  fullyParallel: false,
  // Generous, because a busy machine is slow; no test waits for time to pass.
  timeout: 180_000,
  expect: { timeout: 40_000 },
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  workers: 2,
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : [['list']],
  use: {
    browserName: 'chromium',
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // Skeletons that pulse and buttons that fade are painted sixty times a second, a fifth of the browser's work.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace takes a snapshot of the page at every step, a twelfth of the run. A failure keeps the page as it was then;
    // `npm run test:browser -- companies --trace on` records the way to it.
    // One process draws all pages: starting one for each context is a tenth of the browser's work. No page lives long enough
    // to win back what optimising its scripts costs, a fifth of the rest. Without a display Chromium emulates a
    // GPU, which takes a fifth of the time of the full build.
    launchOptions: {
      ...browser,
      args: [...args, '--disable-gpu', '--renderer-process-limit=1', '--js-flags=--no-opt --no-maglev'],
    },
  },
})
