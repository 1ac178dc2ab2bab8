import { Link } from 'react-router-dom'
import { basePath } from '../../contract/base-path'
import { Empty } from '../kit/empty'
import { Page } from '../kit/page'

export type PendingArea = { title: string; path: string; crumb?: string; operation?: string; says?: string }

/** An area whose page is not built: it says so, and where the same data can be had. */
export const PendingPage = ({ area: { title, crumb, operation, says } }: { area: PendingArea }) => (
  <Page title={title} {...(crumb && { crumbs: [{ label: crumb }] })}>
    <div className="page-head">
      <h1>{title}</h1>
    </div>
    <Empty
      title={`This console has no page for ${title === 'Today' ? 'today' : title} yet`}
      found
      actions={
        <>
          <Link className="button" to="/companies">
            Companies
          </Link>
          <Link className="button" to="/automation">
            Automation rules
          </Link>
        </>
      }
    >
      {operation ? (
        <>
          The server answers them already: <code>GET {basePath + operation}</code>, with the header{' '}
          <code>Authorization: Bearer</code> and an API key.
        </>
      ) : (
        says
      )}
    </Empty>
  </Page>
)
