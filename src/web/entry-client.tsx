import './styles/index.css'
import './frame'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { HydrationReplay, restoreInlineStyles } from './hydration-replay'
import { AddressRouter, browserHistory } from './lib/address'
import { queryClient } from './lib/api/query-client'
import { loadFont } from './lib/font'
import { hydrateFromDocument } from './lib/hydrate-from-document'
import { markHydrated } from './lib/is-hydrating'
import { inNextTask } from './lib/next-task'
import { onUserIdle } from './lib/on-user-idle'
import { setPreferenceCookie } from './lib/preferences'
import { isLoaded, loadPalette, prepare, Routes } from './router'
import { ErrorBoundary } from './shell/error-boundary'

/** The sign-in page is drawn for nobody in particular. */
const isForAll = (root: HTMLElement) => location.pathname === '/sign-in' && 'ssr' in root.dataset

const begin = async (root: HTMLElement) => {
  const isForUs = hydrateFromDocument() || isForAll(root)
  restoreInlineStyles(root)
  // They came with the drawing, and stay when that goes.
  const styles = root.querySelectorAll('style:not([data-page-style])')
  const keepStyles = () => document.head.append(...styles)

  // Not before the page is there: begun without it, all that was drawn would be thrown away and drawn again.
  await prepare(location)
  const app = (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <AddressRouter history={browserHistory()} isAtHand={isLoaded}>
          <ErrorBoundary>
            <HydrationReplay root={root}>
              <Routes />
            </HydrationReplay>
          </ErrorBoundary>
        </AddressRouter>
      </QueryClientProvider>
    </StrictMode>
  )
  // In slices, because the page that stands there can be scrolled and typed in meanwhile.
  startTransition(() => {
    // Where the drawing is no longer true, as when a minute has passed, React draws the page anew, and that is all.
    if (isForUs) return void hydrateRoot(root, app, { onRecoverableError: keepStyles })
    keepStyles()
    markHydrated()
    createRoot(root).render(app)
  })
}

const root = document.getElementById('root')
// A slow phone took long enough over these scripts.
if (root) inNextTask(() => void begin(root))

/** The page may have been loaded before its script began. */
const onceLoaded = (act: () => void) =>
  document.readyState === 'complete' ? act() : addEventListener('load', act, { once: true })

// By these the server writes numbers, money and times in the next page.
onceLoaded(() =>
  setPreferenceCookie('reader', `${navigator.language} ${Intl.DateTimeFormat().resolvedOptions().timeZone}`),
)

onceLoaded(loadFont)

// Whoever presses Ctrl K types on at once. Without a network it is fetched then.
onceLoaded(() => void onUserIdle(() => loadPalette().catch(() => {})))
