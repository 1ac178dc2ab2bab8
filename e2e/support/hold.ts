import type { Page, Route } from '@playwright/test'

type Options = {
  /** Holds only requests with this method. */
  method?: string
  /** Handles each held request once released; by default it goes on to the server. */
  answer?: (route: Route) => Promise<void>
}

/** Holds matching requests until the returned function is called; later ones are not held. */
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
