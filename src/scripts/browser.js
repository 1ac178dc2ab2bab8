import fs from 'node:fs'
import { chromium } from '@playwright/test'
import { installed, run } from './steps.js'

const systemBrowsers = [
  // The headless shell takes a quarter less time for the same tests.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The path of a browser to use instead of Playwright's. */
const chosenBrowser = process.env.QUARTERDECK_TEST_BROWSER

const hasOwnBrowser = () => fs.existsSync(chromium.executablePath())
const systemBrowser = () => systemBrowsers.find((path) => fs.existsSync(path))

/**
 * The full build draws two pages of its own in every window, for the suggestions of its address bar: a fifth of its work.
 * Chromium heeds only the last list of disabled features, so this one repeats that of Playwright 1.65, without those for Edge.
 */
const disabledFeatures = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'],
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'PaintHolding'],
  ...['HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable', 'ThirdPartyStoragePartitioning'],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'TcpPortRandomizationWin', 'LensOverlay', 'MediaRouter'],
  ...['OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
]

/**
 * Launch options for tests and benchmarks: the system's browser if Playwright has none. Network access is limited to
 * this machine.
 */
export const launchOptions = () => {
  const executablePath = chosenBrowser ?? (hasOwnBrowser() ? undefined : systemBrowser())
  return {
    ...(executablePath && { executablePath }),
    args: [
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
      `--disable-features=${disabledFeatures.join(',')}`,
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  }
}

/** Makes sure that the browser tests have a browser: Playwright's, the system's, or one installed now. */
export const ensureBrowser = async () => {
  if (chosenBrowser) {
    const isThere = fs.existsSync(chosenBrowser)
    if (!isThere) console.error(`QUARTERDECK_TEST_BROWSER names ${chosenBrowser}, which does not exist.`)
    return isThere
  }
  if (hasOwnBrowser() || systemBrowser()) return true
  console.log('Fetching a browser for the tests ...')
  if (await run(installed('playwright'), ['install', 'chromium'], { quiet: true })) return true
  const isDebianRoot = process.getuid?.() === 0 && fs.existsSync('/usr/bin/apt-get')
  const apt = (/** @type {string[]} */ ...words) => run('apt-get', words, { quiet: true })
  const get = (/** @type {string} */ name) => apt('install', '-y', '-q', name)
  // Container images come without package lists, and not every release has the shell.
  const install = async () =>
    (await apt('update', '-q')) && ((await get('chromium-headless-shell')) || (await get('chromium')))
  if (isDebianRoot && (await install())) return true
  console.error('There is no browser for the tests. Install Chromium, or run: npx playwright install chromium')
  return false
}
