import { useLocation } from 'react-router-dom'
import { safeDecode } from '../lib/text/safe-decode'
import { truncate } from '../lib/text/truncate'
import { ButtonLink } from '../ui/button'
import { Page, PageHead } from '../ui/page/page'
import { EmptyState } from '../ui/states/empty-state'

export const Component = () => {
  const { pathname } = useLocation()
  return (
    <Page title="Not found">
      <PageHead title="Not found" />
      <EmptyState title="Page not found" actions={<ButtonLink href="/companies">Go to Companies</ButtonLink>}>
        There is no page at <b>{truncate(safeDecode(pathname) ?? pathname)}</b>. Check the address, or the page may have
        moved.
      </EmptyState>
    </Page>
  )
}
