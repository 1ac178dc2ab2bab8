import { Navigate, useOutletContext } from 'react-router-dom'
import type { ListEndpoint } from '../../contract/core/endpoint'
import { useReturnTo } from '../lib/use-return-to'
import { hrefOf, nameOf, type ReadById, type RecordOutlet, type RecordType } from '../record/record-type'
import { useRecord } from '../record/use-record'
import { EditForm } from './edit-form'
import type { FieldSpec } from './fields'

type Props<G extends ReadById> = {
  recordType: Pick<RecordType<G, ListEndpoint>, 'get' | 'list' | 'path' | 'noun' | 'name' | 'write'>
  specs: Record<string, FieldSpec>
  titleOf?: (name: string) => string
}

/** Edit form at its own URL: over the record’s page, or over a list, which then says which record. */
export const RecordEdit = <G extends ReadById>({ id, ...form }: Props<G> & { id?: string | undefined }) =>
  id === undefined ? <OverPage {...form} /> : <OverList {...form} id={id} />

const OverPage = <G extends ReadById>(form: Props<G>) => <Form {...form} {...useOutletContext<RecordOutlet<G>>()} />

const OverList = <G extends ReadById>({ id, ...form }: Props<G> & { id: string }) => {
  const { record, etag, error } = useRecord(form.recordType.get, form.recordType.list, id)
  // Its page says why.
  if (error && !record) return <Navigate to={hrefOf(form.recordType, { id })} replace />
  return record && <Form {...form} record={record} etag={etag} />
}

const Form = <G extends ReadById>({
  recordType,
  record,
  etag,
  specs,
  titleOf = (name) => `Edit ${name}`,
}: Props<G> & RecordOutlet<G>) => {
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
