import { chromium } from '@playwright/test'
import config from '../playwright.config'
import makeSample from './sample.setup'

/** The sample, and one browser for all pages that go side by side: a browser for each costs more than what is done in it. */
const setUp = async () => {
  const removeSample = await makeSample()
  const browser = await chromium.launchServer(config.use?.launchOptions)
  process.env.E2E_BROWSER = browser.wsEndpoint()
  return async () => {
    await browser.close()
    await removeSample()
  }
}

export default setUp
