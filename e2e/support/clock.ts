import { expect, type Locator, type Page } from '@playwright/test'
import { eventually, soon } from './server'

/** Stops the clock of pages opened from now on: time passes only by `runFor`, however slow the machine is. */
export const stopClock = async ({ clock }: Page) => {
  const now = Date.now()
  // Begins in the past, because a running clock can be paused only at a later time.
  await clock.install({ time: now - 3_600_000 })
  await clock.pauseAt(now)
}

/** Runs the page’s clock on by `milliseconds` at a time until `what` is visible. */
export const runUntilVisible = (page: Page, what: Locator, milliseconds: number) =>
  eventually(async () => {
    await page.clock.runFor(milliseconds)
    await expect(what).toBeVisible(soon)
  })
