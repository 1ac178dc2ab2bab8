import type { WriteEndpoint } from '../../contract/core/endpoint'
import { useMissingScope } from '../lib/api/scopes'
import * as buttons from '../ui/buttons.module.css'
import { Icon } from '../ui/icon/icon'
import { Link } from '../ui/link'
import { explanation, tip } from '../ui/overlay/tip'
import { hrefOf } from './record-type'

type Props = {
  endpoint: WriteEndpoint
  recordType: { path: string }
  record: { id: string }
  label?: string
  small?: boolean
}

/** Link to the form, or the missing scope. */
export const EditLink = ({ endpoint, recordType, record, label = 'Edit', small }: Props) => {
  const size = small && 'small'
  const missingScope = useMissingScope(endpoint)
  if (missingScope)
    return (
      <button
        type="button"
        className={buttons.button}
        data-size={size}
        aria-disabled="true"
        {...explanation(missingScope)}
      >
        <Icon name="pencil" />
        {label}
      </button>
    )
  return (
    <Link className={buttons.button} data-size={size} href={`${hrefOf(recordType, record)}/edit`}>
      <Icon name="pencil" />
      {label}
    </Link>
  )
}

type IconProps = Pick<Props, 'recordType' | 'record'> & { name: string }

/** Edit link in a list row. */
export const EditIconLink = ({ recordType, record, name }: IconProps) => (
  <Link
    className={buttons.iconButton}
    href={`${hrefOf(recordType, record)}/edit`}
    {...tip('Edit')}
    aria-label={`Edit ${name}`}
  >
    <Icon name="pencil" />
  </Link>
)
