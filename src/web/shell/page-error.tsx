import { useEffect } from 'react'
import { useRouteError } from 'react-router-dom'
import { checkForNewVersion } from '../lib/browser/new-version'
import { Button, ButtonLink } from '../ui/button'
import { PageHeading } from '../ui/page/page'
import * as pages from '../ui/page/page.module.css'
import { EmptyState } from '../ui/states/empty-state'

const mostReloads = 3
/** How often this entry of the history was reloaded. */
const reloadsHere = (): number => history.state?.reloads ?? 0

/** Shown when a page throws, or its code fails to load, usually because a newer version was deployed. */
export const PageError = () => {
  const error = useRouteError()
  const isOutdated =
    error instanceof Error &&
    /^Unable to preload|dynamically imported|module script|failed to fetch/i.test(error.message)
  useEffect(() => {
    if (!isOutdated) return
    void checkForNewVersion()
    // Reloads once the network is back; not for ever, for a part may be blocked.
    const timer = setInterval(async () => {
      const reloads = reloadsHere()
      if (reloads < mostReloads && (await checkForNewVersion())) {
        history.replaceState({ ...history.state, reloads: reloads + 1 }, '')
        location.reload()
      }
    }, 5000)
    return () => clearInterval(timer)
  }, [isOutdated])
  return (
    <main className={pages.page} id="main" tabIndex={-1}>
      <title>Something went wrong · Quarterdeck</title>
      <PageHeading className="visually-hidden">Something went wrong</PageHeading>
      <EmptyState
        title={isOutdated ? 'This page couldn’t be loaded' : 'Something went wrong on this page'}
        actions={
          <>
            <Button kind="primary" onClick={() => location.reload()}>
              Reload
            </Button>
            <ButtonLink href="/companies" rel="external">
              Go to Companies
            </ButtonLink>
          </>
        }
      >
        {isOutdated
          ? 'There may be a new version, or you may be offline. Your saved changes are safe.'
          : 'The page can’t be shown. Your saved changes are safe.'}
      </EmptyState>
    </main>
  )
}
