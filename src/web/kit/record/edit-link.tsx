import type { WriteEndpoint } from '../../../contract/kit'
import { showReceipt } from '../receipts'
import { useLack } from '../scopes'
import { Icon } from '../ui/icon'
import { hrefOf } from './view'

type Props = { endpoint: WriteEndpoint; view: { path: string }; record: { id: string } }

/** Leads to the form, or says what the key lacks for it. */
export const EditLink = ({ endpoint, view, record }: Props) => {
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
    <a className="button" href={`${hrefOf(view, record)}/edit`}>
      <Icon name="pencil" />
      Edit
    </a>
  )
}
