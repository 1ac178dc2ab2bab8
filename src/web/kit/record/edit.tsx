import { useOutletContext } from 'react-router-dom'
import type { ListEndpoint, WriteEndpoint } from '../../../contract/kit'
import { useReturn } from '../address'
import { EditForm } from '../form/edit-form'
import type { FieldSpecs } from '../form/fields'
import { hrefOf, type ReadById, type RecordOf, type RecordView } from './view'

/** What the form that lies over a record's page is given. */
export type Edited<G extends ReadById> = { record: RecordOf<G>; etag: string | null }

type Props<G extends ReadById, W extends WriteEndpoint> = {
  view: RecordView<G, ListEndpoint> & { write?: W }
  endpoint: W
  specs: FieldSpecs<W>
}

/** The form of a record, over its page and at an address of its own. */
export const RecordEdit = <G extends ReadById, W extends WriteEndpoint>({ view, endpoint, specs }: Props<G, W>) => {
  const { record, etag } = useOutletContext<Edited<G>>()
  const close = useReturn(hrefOf(view, record))
  return <EditForm endpoint={endpoint} view={view} record={record} etag={etag} specs={specs} onClose={close} />
}
