import type { Page } from '@playwright/test'

/** Holds searches back that a server would take long to answer. Returns a function that lets them go. */
export const holdSearches = async (page: Page) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/api\/.*[?&]search=/, async (route) => {
    await released
    await route.fallback()
  })
  return release
}
