import { useQuery } from '@tanstack/react-query'
import { companyUsers } from '../../../contract/users'
import { query } from '../../lib/api/client'

/** A contact by name and address; one that is gone by its ID. */
export const ContactName = ({ id }: { id: string }) => {
  const { data } = useQuery({ ...query(companyUsers.get, { id }), retry: false })
  const { fullName, email } = data?.data ?? {}
  return (
    <span>
      {fullName || email || id} {fullName && email && <small>{email}</small>}
    </span>
  )
}
