import type { Page, Route } from '@playwright/test'

type Options = {
  /** Of this method alone. */
  method?: string
  /** What then becomes of those that were held back, instead of being passed on. */
  answer?: (route: Route) => Promise<void>
}

/** Holds requests back that a server would take long to answer. Returns a function that lets them go, and those after them. */
export const hold = async (
  page: Page,
  url: Parameters<Page['route']>[0],
  { method, answer = (route) => route.fallback() }: Options = {},
) => {
  let isHeld = true
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = () => {
      isHeld = false
      resolve()
    }
  })
  await page.route(url, async (route) => {
    if (!isHeld || (method && route.request().method() !== method)) return route.fallback()
    await released
    await answer(route)
  })
  return release
}

export const holdSearches = (page: Page) => hold(page, /\/api\/.*[?&]search=/)
