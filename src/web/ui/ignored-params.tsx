import { truncate } from '../lib/text/truncate'
import { Notice } from './details'

type Props = { parts: string[] }

/** Names the parameters in the address that the page ignores. */
export const IgnoredParams = ({ parts }: Props) =>
  parts.length > 0 && (
    <Notice>
      Ignored unknown {parts.length === 1 ? 'filter' : 'filters'} <b>{parts.map(truncate).join(', ')}</b>.
    </Notice>
  )
