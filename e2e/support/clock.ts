import { expect, type Locator, type Page } from '@playwright/test'
import { eventually, soon } from './server'

/** Stops the clock of the pages that come, so that time passes there only by `runFor`, however slow the machine is. */
export const stopClock = async ({ clock }: Page) => {
  const now = Date.now()
  await clock.install({ time: now })
  // The clock runs until it is told to stop, and can’t be told to stop at what is past.
  await clock.pauseAt(now + 3_600_000)
}

/** Waits for what comes with time, so much of which passes before each look. */
export const comes = (page: Page, what: Locator, milliseconds: number) =>
  eventually(async () => {
    await page.clock.runFor(milliseconds)
    await expect(what).toBeVisible(soon)
  })
