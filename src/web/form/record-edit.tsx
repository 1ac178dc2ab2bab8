import { useOutletContext } from 'react-router-dom'
import type { ListEndpoint } from '../../contract/core/endpoint'
import { useReturnTo } from '../lib/use-return-to'
import { hrefOf, nameOf, type ReadById, type RecordOutlet, type RecordType } from '../record/record-type'
import { EditForm } from './edit-form'
import type { FieldSpec } from './fields'

type Props<G extends ReadById> = {
  recordType: Pick<RecordType<G, ListEndpoint>, 'get' | 'path' | 'noun' | 'name' | 'write'>
  specs: Record<string, FieldSpec>
  titleOf?: (name: string) => string
}

/** Edit form over the record’s page, at its own URL. */
export const RecordEdit = <G extends ReadById>({ recordType, specs, titleOf = (name) => `Edit ${name}` }: Props<G>) => {
  const { record, etag } = useOutletContext<RecordOutlet<G>>()
  const close = useReturnTo(hrefOf(recordType, record))
  const { write } = recordType
  return (
    write && (
      <EditForm
        endpoint={write}
        recordType={recordType}
        record={record}
        etag={etag}
        fieldSpecs={specs}
        title={titleOf(nameOf(recordType, record))}
        onClose={close}
      />
    )
  )
}
