import { Notice } from './record/parts'
import { shortened } from './shortened'

type Props = { what: 'list' | 'page'; parts: string[] }

/** What of its address a page does not understand. */
export const LeftOut = ({ what, parts }: Props) =>
  parts.length > 0 && (
    <Notice>
      This {what} does not understand <b>{parts.map(shortened).join(', ')}</b> in its address, so it left that out.
    </Notice>
  )
