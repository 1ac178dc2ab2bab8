import { useQuery } from '@tanstack/react-query'
import { certificates } from '../../contract/training'
import { query } from '../lib/api/client'
import { RecordLink } from '../record/record-link'
import { CertificateState } from './certificate'

/** An enrollment names its certificate by ID; its number and whether it still counts are asked for. */
export const CertificateById = ({ id }: { id: string | null | undefined }) => {
  const { data, isPending } = useQuery({ ...query(certificates.get, { id: id ?? '' }), enabled: Boolean(id) })
  const certificate = data?.data
  return (
    <>
      <RecordLink to="/training/certificates" id={id} name={certificate?.certificateNumber} isPending={isPending} />{' '}
      {certificate && <CertificateState certificate={certificate} />}
    </>
  )
}
