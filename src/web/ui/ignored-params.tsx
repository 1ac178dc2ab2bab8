import { truncate } from '../lib/text/truncate'
import { Notice } from './details'

type Props = { what: 'list' | 'page'; parts: string[] }

/** What of its address a page does not understand. */
export const IgnoredParams = ({ what, parts }: Props) =>
  parts.length > 0 && (
    <Notice>
      This {what} does not understand <b>{parts.map(truncate).join(', ')}</b> in its address, so it left that out.
    </Notice>
  )
