import type { WriteEndpoint } from '../../contract/core/endpoint'
import { useMissingScope } from '../lib/api/scopes'
import { Button, ButtonLink, IconLink } from '../ui/button'
import { explanation } from '../ui/overlay/tip'
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
  const missingScope = useMissingScope(endpoint)
  if (missingScope)
    return (
      <Button icon="pencil" small={small} aria-disabled="true" {...explanation(missingScope)}>
        {label}
      </Button>
    )
  return (
    <ButtonLink icon="pencil" small={small} href={`${hrefOf(recordType, record)}/edit`}>
      {label}
    </ButtonLink>
  )
}

type IconProps = Pick<Props, 'recordType' | 'record'> & { name: string }

/** Edit link in a list row. */
export const EditIconLink = ({ recordType, record, name }: IconProps) => (
  <IconLink icon="pencil" label={`Edit ${name}`} tip="Edit" href={`${hrefOf(recordType, record)}/edit`} />
)
