import { useAddress } from '../kit/address'
import { Empty } from '../kit/empty'
import { Page } from '../kit/page'
import { shortened } from '../kit/shortened'

export const NotFoundPage = () => {
  const pathname = useAddress(({ pathname }) => pathname)
  return (
    <Page title="Not found">
      <div className="page-head">
        <h1>Not found</h1>
      </div>
      <Empty
        title="There is no page at this address"
        actions={
          <a className="button" href="/companies">
            Go to Companies
          </a>
        }
      >
        <b>{shortened(pathname)}</b> leads nowhere. The address may be mistyped, or the page may have moved.
      </Empty>
    </Page>
  )
}
