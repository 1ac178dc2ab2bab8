import './styles/index.css'
import './frame'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router-dom'
import { queryClient } from './lib/api/cache/query-client'
import { runServerClock } from './lib/api/server-clock'
import { onTabMessage } from './lib/api/session/tab-channel'
import { loadFont } from './lib/browser/font'
import { onIdle } from './lib/browser/on-idle'
import { hydrateFromDocument } from './lib/dehydrated-state'
import { followLinks } from './lib/navigation/follow-links'
import { setPreferenceCookie } from './lib/preferences'
import { browserDefaults } from './lib/request-context'
import { formAt, loadPalette, openBrowserRouter, preload, preloadBelow } from './router'
import { HydrationReplay } from './shell/hydration-replay'
import { loadSessionEnded } from './shell/shell'

const logInDevelopment = import.meta.env.DEV ? console.error : () => {}

/** The scripts run as soon as they are there, which may be before the end of the page. */
const pageEnd = async () => {
  if (document.readyState === 'loading')
    await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }))
  // The browser may paint or take input before the page is hydrated. Safari has no yield.
  else await globalThis.scheduler?.yield?.()
}

const start = async () => {
  await pageEnd()
  const root = document.getElementById('root')
  if (!root) return
  const rendered = hydrateFromDocument(queryClient)
  const router = await openBrowserRouter(queryClient, rendered?.router)
  const app = (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <HydrationReplay root={root}>
          {/* Not as transitions: pages would appear some frames later. */}
          <RouterProvider router={router} useTransitions={false} />
        </HydrationReplay>
      </QueryClientProvider>
    </StrictMode>
  )
  // React re-renders the page if relative times have changed since. Any other cause is a mistake of ours.
  if (rendered?.isForThisBrowser)
    startTransition(() => void hydrateRoot(root, app, { onRecoverableError: logInDevelopment }))
  // In one go, or what is typed between the slices of a transition would be replaced with the page.
  else createRoot(root).render(app)
  followLinks(
    router,
    (url) => preload(router, queryClient, url),
    (pathname) => formAt(pathname) !== undefined,
  )
  preloadBelow(router)
  runServerClock()
}

void start()

// Signing in again in another tab covers this one too.
onTabMessage('signed in', async () => (await import('./lib/api/session/sign-in')).resume())
onTabMessage('has session', async () => (await import('./lib/api/session/sign-in')).followSession())

addEventListener('load', () => {
  // The server formats the next page with these.
  setPreferenceCookie('reader', `${browserDefaults.locale} ${browserDefaults.zone}`)
  loadFont()
  // The palette is loaded ahead, so that typing after Ctrl K works at once.
  onIdle(() => import('./ui/overlay/tooltip'), loadSessionEnded, loadPalette)
})
