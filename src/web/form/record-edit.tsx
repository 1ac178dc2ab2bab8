import { use, useState } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import type { ListEndpoint } from '../../contract/core/endpoint'
import { FormId } from '../lib/form-id'
import { readId } from '../record/read-id'
import { hrefOf, nameOf, type ReadById, type RecordType } from '../record/record-type'
import { useRecord } from '../record/use-record'
import { useReturnTo } from '../record/use-return-to'
import { Drawer } from '../ui/overlay/drawer'
import { DetailSkeleton } from '../ui/states/detail-skeleton'
import { ErrorState } from '../ui/states/error-state'
import { RecordForm } from './edit-form'
import type { FieldSpec } from './fields'
import * as styles from './form.module.css'

type Props<G extends ReadById> = {
  recordType: Pick<RecordType<G, ListEndpoint>, 'get' | 'list' | 'path' | 'noun' | 'name' | 'write'>
  specs: Record<string, FieldSpec>
  titleOf?: (name: string) => string
}

/** Opened by a link: over whatever page the link is on. Opened by its address, or after a reload: over the record’s page. */
export const RecordEdit = <G extends ReadById>({ recordType, specs, titleOf = (name) => `Edit ${name}` }: Props<G>) => {
  const ofAddress = useParams().id
  const id = readId(recordType.get, use(FormId) ?? ofAddress ?? '')
  const { record, whole, fromListOnly, etag, error, retry } = useRecord(recordType, id)
  const address = hrefOf(recordType, { id })
  const close = useReturnTo(address)
  const { write } = recordType
  // Not from a list’s row, which may be outdated and lack fields. It stays while a server that shows no more is asked again.
  const [isReady, setReady] = useState(false)
  if (!isReady && (whole || fromListOnly)) setReady(true)
  // The record’s page says why.
  if (error && !record) return <Navigate to={address} replace />
  if (!write) return null
  return (
    <Drawer title={record ? titleOf(nameOf(recordType, record)) : 'Loading'} onClose={close} isLoading={!isReady}>
      {record && isReady ? (
        <RecordForm
          endpoint={write}
          recordType={recordType}
          record={record}
          etag={etag}
          fieldSpecs={specs}
          onSaved={close}
        />
      ) : (
        <div className={styles.body}>
          {error ? <ErrorState error={error} what={`The ${recordType.noun[0]}`} onRetry={retry} /> : <DetailSkeleton />}
        </div>
      )}
    </Drawer>
  )
}
