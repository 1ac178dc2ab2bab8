import { useQuery } from '@tanstack/react-query'
import { companies } from '../../contract/companies'
import { isMissing } from '../lib/api/api-error'
import { query } from '../lib/api/client'
import { RecordLink } from '../record/record-link'
import { Facts, Field } from '../ui/facts/details'
import { Section } from '../ui/page/section'
import { SectionError } from '../ui/states/async-section'
import { Loading } from '../ui/states/loading'

type Props = { company: { id?: string | null; name?: string | null } }

/** The person’s company: the name at once, other fields once loaded. */
export const CompanySection = ({ company: { id, name } }: Props) => {
  const { data, error, isLoading, refetch } = useQuery({
    ...query(companies.get, { id: id ?? '' }),
    enabled: Boolean(id),
  })
  const company = data?.data
  return (
    <Section title="Company">
      <Facts>
        <Field label="Name">
          <RecordLink to="/companies" id={id} name={company?.name || name} />
        </Field>
        {company && (
          <>
            <Field label="Industry" value={company.industry} />
            <Field label="Employees" value={company.employeeCount} />
          </>
        )}
      </Facts>
      {isLoading && <Loading lines={2} />}
      {error && !company && !isMissing(error) && <SectionError error={error} onRetry={refetch} />}
    </Section>
  )
}
