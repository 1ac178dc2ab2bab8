import { useQuery } from '@tanstack/react-query'
import { certificates } from '../../contract/training'
import { query } from '../lib/api/client'
import { RecordLink } from '../record/record-link'
import { CertificateState } from './certificate-record'

/** An enrollment has only the certificate’s ID, so load its number and state. */
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
