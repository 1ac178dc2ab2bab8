import './styles/index.css'
import './frame'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { Boundary } from './areas/boundary'
import { AddressRouter, browserHistory } from './kit/address'
import { drawAlone } from './kit/as-drawn'
import { fetchFont } from './kit/font'
import { takeGiven } from './kit/given'
import { inNextTask } from './kit/next-task'
import { tellServer } from './kit/preferences'
import { queryClient } from './kit/query-client'
import { whenQuiet } from './kit/quiet'
import { isAtHand, loadPalette, prepare, Routes } from './routes'
import { TakeOver, takeLooks } from './take-over'

/** The sign-in page is drawn for nobody in particular. */
const isForAll = (root: HTMLElement) => location.pathname === '/sign-in' && 'drawn' in root.dataset

const begin = async (root: HTMLElement) => {
  const isForUs = takeGiven() || isForAll(root)
  takeLooks(root)
  // They came with the drawing, and stay when that goes.
  const styles = root.querySelectorAll('style:not([data-own])')
  const keepStyles = () => document.head.append(...styles)

  // Not before the page is there: begun without it, all that was drawn would be thrown away and drawn again.
  await prepare(location)
  const app = (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <AddressRouter history={browserHistory()} isAtHand={isAtHand}>
          <Boundary>
            <TakeOver root={root}>
              <Routes />
            </TakeOver>
          </Boundary>
        </AddressRouter>
      </QueryClientProvider>
    </StrictMode>
  )
  // In slices, because the page that stands there can be scrolled and typed in meanwhile.
  startTransition(() => {
    // Where the drawing is no longer true, as when a minute has passed, React draws the page anew, and that is all.
    if (isForUs) return void hydrateRoot(root, app, { onRecoverableError: keepStyles })
    keepStyles()
    drawAlone()
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
onceLoaded(() => tellServer('reader', `${navigator.language} ${Intl.DateTimeFormat().resolvedOptions().timeZone}`))

onceLoaded(fetchFont)

// Whoever presses Ctrl K types on at once. Without a network it is fetched then.
onceLoaded(() => void whenQuiet(() => loadPalette().catch(() => {})))
