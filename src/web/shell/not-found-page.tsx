import { useLocation } from 'react-router-dom'
import { safeDecode } from '../lib/text/safe-decode'
import { truncate } from '../lib/text/truncate'
import * as buttons from '../ui/buttons.module.css'
import * as layout from '../ui/layout.module.css'
import { Link } from '../ui/link'
import { Page } from '../ui/page/page'
import { EmptyState } from '../ui/states/empty-state'

export const Component = () => {
  const { pathname } = useLocation()
  return (
    <Page title="Not found">
      <div className={layout.head}>
        <h1>Not found</h1>
      </div>
      <EmptyState
        title="Page not found"
        actions={
          <Link className={buttons.button} href="/companies">
            Go to Companies
          </Link>
        }
      >
        There is no page at <b>{truncate(safeDecode(pathname) ?? pathname)}</b>. Check the address, or the page may have
        moved.
      </EmptyState>
    </Page>
  )
}
