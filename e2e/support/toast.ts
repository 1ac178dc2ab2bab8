import type { Page } from '@playwright/test'

/** Keeps the toast, which goes by itself after a while but stays under the pointer. */
export const keepToast = (page: Page) => page.locator('[aria-live] > [data-tone]').hover()
