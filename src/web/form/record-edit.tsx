import { use } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import type { ListEndpoint } from '../../contract/core/endpoint'
import { FormId } from '../lib/navigation/form-id'
import { readId } from '../record/by-id/read-id'
import { hrefOf, nameOf, type ReadById, type RecordType } from '../record/record-type'
import { useRecord } from '../record/use-record'
import { useReturnTo } from '../record/use-return-to'
import { EditForm } from './edit-form'
import type { FieldSpec } from './fields'

type Props<G extends ReadById> = {
  recordType: Pick<RecordType<G, ListEndpoint>, 'get' | 'list' | 'path' | 'noun' | 'name' | 'write'>
  specs: Record<string, FieldSpec>
  titleOf?: (name: string) => string
}

/** Opened by a link: over whatever page the link is on. Opened by its address, or after a reload: over the record’s page. */
export const RecordEdit = <G extends ReadById>({ recordType, specs, titleOf = (name) => `Edit ${name}` }: Props<G>) => {
  const ofAddress = useParams().id
  const id = readId(recordType.get, use(FormId) ?? ofAddress ?? '')
  const { record, whole, fromListOnly, etag, error } = useRecord(recordType, id)
  const address = hrefOf(recordType, { id })
  const close = useReturnTo(address)
  const { write } = recordType
  // The record’s page says why.
  if (error && !record) return <Navigate to={address} replace />
  return (
    write &&
    record && (
      <EditForm
        endpoint={write}
        recordType={recordType}
        record={record}
        etag={etag}
        isLoaded={whole || fromListOnly}
        fieldSpecs={specs}
        title={titleOf(nameOf(recordType, record))}
        onClose={close}
      />
    )
  )
}
