import type { WriteEndpoint } from '../../contract/core/endpoint'
import { useMissingScope } from '../lib/api/scopes'
import * as buttons from '../ui/buttons.module.css'
import { Icon } from '../ui/icon/icon'
import { Link } from '../ui/link'
import { toast } from '../ui/toasts'
import { hrefOf } from './record-type'

type Props = { endpoint: WriteEndpoint; recordType: { path: string }; record: { id: string } }

/** Link to the form, or the missing scope. */
export const EditLink = ({ endpoint, recordType, record }: Props) => {
  const missingScope = useMissingScope(endpoint)
  if (missingScope)
    return (
      <button
        type="button"
        className={buttons.button}
        aria-disabled="true"
        title={missingScope}
        onClick={() => toast({ tone: 'attention', text: <b>You can’t edit this.</b>, more: missingScope })}
      >
        <Icon name="pencil" />
        Edit
      </button>
    )
  return (
    <Link className={buttons.button} href={`${hrefOf(recordType, record)}/edit`}>
      <Icon name="pencil" />
      Edit
    </Link>
  )
}

type IconProps = Omit<Props, 'endpoint'> & { name: string }

/** Edit link in a list row. */
export const EditIconLink = ({ recordType, record, name }: IconProps) => (
  <Link
    className={buttons.iconButton}
    href={`${hrefOf(recordType, record)}/edit`}
    title="Edit"
    aria-label={`Edit ${name}`}
  >
    <Icon name="pencil" />
  </Link>
)
