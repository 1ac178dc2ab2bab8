import { useQuery } from '@tanstack/react-query'
import { companies } from '../../contract/companies'
import { query } from '../lib/api/client'
import { RecordLink } from '../record/record-link'

/** Links to the company, by name if loaded, else by ID. */
export const CompanyById = ({ id }: { id: string | null | undefined }) => {
  const company = useQuery({ ...query(companies.get, { id: id ?? '' }), enabled: Boolean(id) })
  return <RecordLink to="/companies" id={id} name={company.data?.data.name} isPending={company.isPending} />
}
