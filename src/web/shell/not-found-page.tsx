import { useLocation } from 'react-router-dom'
import { safeDecode } from '../lib/text/safe-decode'
import { truncate } from '../lib/text/truncate'
import { ButtonLink } from '../ui/button'
import * as layout from '../ui/layout.module.css'
import { Page } from '../ui/page/page'
import { EmptyState } from '../ui/states/empty-state'

export const Component = () => {
  const { pathname } = useLocation()
  return (
    <Page title="Not found">
      <div className={layout.head}>
        <h1>Not found</h1>
      </div>
      <EmptyState title="Page not found" actions={<ButtonLink href="/companies">Go to Companies</ButtonLink>}>
        There is no page at <b>{truncate(safeDecode(pathname) ?? pathname)}</b>. Check the address, or the page may have
        moved.
      </EmptyState>
    </Page>
  )
}
