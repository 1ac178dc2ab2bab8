import config from '../playwright.config'

/** `npm run gallery`: a screenshot of every page and state, in both themes and both widths, under `gallery/`. */
export default {
  ...config,
  testDir: '.',
  testMatch: 'gallery.ts',
  timeout: 15 * 60_000,
  globalSetup: './sample.setup.ts',
}
