import { companies } from '../../contract/companies'
import { RecordById } from '../record/by-id/record-by-id'

export const CompanyById = ({ id }: { id: string | null | undefined }) => (
  <RecordById to="/companies" get={companies.get} id={id} name={({ name }) => name} />
)
