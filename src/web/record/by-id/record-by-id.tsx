import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { RecordPath } from '../../registry'
import { RecordLink } from '../record-link'
import { type ReadById, type RecordOf, recordQuery } from '../record-type'

type Props<G extends ReadById> = {
  to: RecordPath
  get: G
  id: string | null | undefined
  name: (record: RecordOf<G>) => string | null | undefined
  /** Shown behind the link once the record is loaded. */
  end?: (record: RecordOf<G>) => ReactNode
  staleTime?: number
}

/** Loads a record to link to it by name; by ID if it has none or cannot be loaded. */
export const RecordById = <G extends ReadById>({ to, get, id, name, end, staleTime }: Props<G>) => {
  const { data, isPending } = useQuery({
    ...recordQuery(get, id ?? ''),
    ...(staleTime !== undefined && { staleTime }),
    enabled: Boolean(id),
  })
  const record = data?.data
  return (
    <>
      <RecordLink to={to} id={id} name={record && name(record)} isPending={isPending} />
      {record && end && <> {end(record)}</>}
    </>
  )
}
