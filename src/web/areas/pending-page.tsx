import { Link } from 'react-router-dom'
import { basePath } from '../../contract/base-path'
import { contract } from '../../contract/index'
import { Empty } from '../kit/empty'
import { Page } from '../kit/page'

type Listed = {
  [K in keyof typeof contract]: (typeof contract)[K] extends { list: object } ? K : never
}[keyof typeof contract]

/** `resource` is what the page will show, where that is one list of the API; otherwise it says something of its own. */
export type PendingArea = { title: string; path: string; crumb?: string; resource?: Listed; says?: string }

/** An area whose page is not built: it says so, and where the same data can be had. */
export const PendingPage = ({ area: { title, crumb, resource, says } }: { area: PendingArea }) => (
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
      {resource ? (
        <>
          The server answers them already: <code>GET {basePath + contract[resource].list.path}</code>, with the header{' '}
          <code>Authorization: Bearer</code> and an API key.
        </>
      ) : (
        says
      )}
    </Empty>
  </Page>
)
