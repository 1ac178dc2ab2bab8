import type { ListEndpoint } from '../../contract/core/endpoint'
import type { RecordPath } from '../registry'
import { Missing } from '../ui/format/format'
import { Link } from '../ui/link'
import { tip } from '../ui/overlay/tip'
import { markPending } from '../ui/states/pending-marker'
import { Skeleton } from '../ui/states/skeleton'
import { hrefOf, nameOf, type ReadById, type RecordOf, type RecordType } from './record-type'

type LinkProps = {
  to: RecordPath
  id: string | null | undefined
  name?: string | null | undefined
  isPending?: boolean
}

/** Link to a related record, by name if known, else by ID. */
export const RecordLink = ({ to, id, name, isPending }: LinkProps) => {
  if (!id) return name?.trim() || <Missing />
  return (
    <Link href={hrefOf({ path: to }, { id })} {...tip(name)}>
      {isPending ? <Skeleton width="7rem" ref={markPending} /> : name?.trim() || id}
    </Link>
  )
}

export type NamedType<G extends ReadById> = Pick<RecordType<G, ListEndpoint>, 'path' | 'search' | 'name' | 'noun'>

type NameProps<G extends ReadById> = { recordType: NamedType<G>; record: RecordOf<G> }

/** A record's name, linked to it. */
export const NameLink = <G extends ReadById>({ recordType, record }: NameProps<G>) => {
  const name = nameOf(recordType, record)
  return (
    <Link href={hrefOf(recordType, record)} {...tip(name)}>
      {name}
    </Link>
  )
}
