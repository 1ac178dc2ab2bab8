import { useAddress } from '../lib/address'
import { truncate } from '../lib/text/truncate'
import { EmptyState } from '../ui/empty-state'
import { Page } from '../ui/page/page'

export const NotFoundPage = () => {
  const pathname = useAddress(({ pathname }) => pathname)
  return (
    <Page title="Not found">
      <div className="page-head">
        <h1>Not found</h1>
      </div>
      <EmptyState
        title="There is no page at this address"
        actions={
          <a className="button" href="/companies">
            Go to Companies
          </a>
        }
      >
        <b>{truncate(pathname)}</b> leads nowhere. The address may be mistyped, or the page may have moved.
      </EmptyState>
    </Page>
  )
}
