import { defineConfig } from '@playwright/test'
import { launchOptions } from './src/scripts/browser.js'

/** Real Chromium against the built server: every spec file has a server of its own, see e2e/server.ts. */
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
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  workers: 2,
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : [['list']],
  use: {
    browserName: 'chromium',
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // A picture of every moment costs more than the rest of a trace together, and of a clean clone nothing is kept.
    trace: process.env.CI ? 'off' : { mode: 'retain-on-failure', screenshots: false, sources: false },
    launchOptions: launchOptions(),
  },
})
