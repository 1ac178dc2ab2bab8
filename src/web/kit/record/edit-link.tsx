import { Link } from 'react-router-dom'
import type { WriteEndpoint } from '../../../contract/kit'
import { showReceipt } from '../receipts'
import { useLack } from '../scopes'
import { Icon } from '../ui/icon'

/** Leads to the form, or says what the key lacks for it. */
export const EditLink = ({ endpoint, to = 'edit' }: { endpoint: WriteEndpoint; to?: string }) => {
  const lack = useLack(endpoint)
  if (lack)
    return (
      <button
        type="button"
        className="button"
        aria-disabled="true"
        title={lack}
        onClick={() => showReceipt({ tone: 'attention', text: <b>This cannot be edited.</b>, more: lack })}
      >
        <Icon name="pencil" />
        Edit
      </button>
    )
  return (
    <Link className="button" to={to}>
      <Icon name="pencil" />
      Edit
    </Link>
  )
}
