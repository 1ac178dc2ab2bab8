import { chromium } from '@playwright/test'
import config from '../playwright.config'
import makeSample from './sample.setup'

/** The sample, and one browser for all concurrent pages, because starting a browser costs more than the test. */
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
