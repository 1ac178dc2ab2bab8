import type { Ignored } from '../../../contract/core/list-query'
import { truncate } from '../../lib/text/truncate'
import { Notice } from '../facts/details'

/** Names the parameters in the address that the page ignores: some it does not know, of others it does not take the value. */
export const IgnoredParams = ({ unknown, wrong }: Ignored) => {
  if (unknown.length === 0 && wrong.length === 0) return null
  return (
    <Notice>
      {unknown.length > 0 && (
        <>
          Ignored unknown parts of the link: <b>{unknown.map(truncate).join(', ')}</b>.{' '}
        </>
      )}
      {wrong.length > 0 && (
        <>
          Ignored values that aren’t allowed: <b>{wrong.map(truncate).join(', ')}</b>.
        </>
      )}
    </Notice>
  )
}
