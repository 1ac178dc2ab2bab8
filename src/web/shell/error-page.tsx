import { useEffect } from 'react'
import { checkForNewVersion } from '../lib/new-version'
import { EmptyState } from '../ui/empty-state'

/** Never a white page. A part that cannot be loaded is most often a newer version on the server. */
export const ErrorPage = ({ error, again }: { error: unknown; again: () => void }) => {
  const isOutdated =
    error instanceof Error &&
    /^Unable to preload|dynamically imported|module script|failed to fetch/i.test(error.message)
  useEffect(() => {
    if (!isOutdated) return
    void checkForNewVersion()
    const timer = setInterval(again, 5000)
    return () => clearInterval(timer)
  }, [isOutdated, again])
  return (
    <main className="page" id="main">
      <title>Something broke · Quarterdeck</title>
      <h1 className="visually-hidden">Something broke</h1>
      <EmptyState
        title={isOutdated ? 'This page could not be loaded' : 'This page broke'}
        actions={
          <>
            <button type="button" className="button" data-kind="primary" onClick={() => location.reload()}>
              Reload
            </button>
            <a className="button" href="/companies" rel="external">
              Go to Companies
            </a>
          </>
        }
      >
        {isOutdated
          ? 'There may be a newer version on the server, or no network. Nothing that was saved is lost.'
          : 'It met something that it cannot show. Nothing that was saved is lost.'}
      </EmptyState>
    </main>
  )
}
