import { useOutletContext } from 'react-router-dom'
import type { ListEndpoint, WriteEndpoint } from '../../contract/core/endpoint'
import { useReturnTo } from '../lib/use-return-to'
import { hrefOf, type ReadById, type RecordOutlet, type RecordType } from '../record/record-type'
import { EditForm } from './edit-form'
import type { FieldSpecs } from './fields'

type Props<G extends ReadById, W extends WriteEndpoint> = {
  recordType: RecordType<G, ListEndpoint> & { write?: W }
  endpoint: W
  specs: FieldSpecs<W>
}

/** Edit form over the record’s page, at its own URL. */
export const RecordEdit = <G extends ReadById, W extends WriteEndpoint>({
  recordType,
  endpoint,
  specs,
}: Props<G, W>) => {
  const { record, etag } = useOutletContext<RecordOutlet<G>>()
  const close = useReturnTo(hrefOf(recordType, record))
  return (
    <EditForm endpoint={endpoint} recordType={recordType} record={record} etag={etag} specs={specs} onClose={close} />
  )
}
