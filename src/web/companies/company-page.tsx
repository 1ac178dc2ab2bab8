import { Link, Outlet, useParams } from 'react-router-dom'
import { companies } from '../../contract/companies'
import { CopyLink } from '../kit/copy'
import { Facts, Field, Id, Notice, RecordPending, Section, useRecord } from '../kit/detail'
import { DateTime, Numeric, Text, WebLink } from '../kit/format'
import { History } from '../kit/history'
import { Page } from '../kit/page'
import { Icon } from '../kit/ui/icon'
import { State } from '../kit/ui/state'
import { statusLook } from './words'

const labels: Record<string, string> = {
  name: 'Name',
  domain: 'Domain',
  status: 'Status',
  employeeCount: 'Employees',
  industry: 'Industry',
  website: 'Website',
}

const crumbs = [{ label: 'Clients' }, { label: 'Companies', to: '/companies' }]

export const CompanyPage = () => {
  const { id = '' } = useParams()
  const { record: company, etag, fromListOnly, error, retry } = useRecord(companies.get, companies.list.path, id)
  if (!company)
    return <RecordPending title="company" crumbs={crumbs} error={error} retry={retry} listHref="/companies" />
  const name = company.name || 'Company without a name'
  return (
    <Page title={name} crumbs={crumbs}>
      <div className="page-head">
        <h1>{name}</h1>
        {company.status && <State look={statusLook(company.status)} />}
        <div className="actions">
          <CopyLink />
          <Link className="button" to="edit">
            <Icon name="pencil" />
            Edit
          </Link>
        </div>
      </div>
      {fromListOnly && (
        <Notice>This server does not give single companies, so this is what its list said of it.</Notice>
      )}
      <dl className="strip">
        <Field label="Industry">
          <Text value={company.industry} />
        </Field>
        <Field label="Employees">
          <Numeric value={company.employeeCount} />
        </Field>
        <Field label="Domain">
          <Text value={company.domain} />
        </Field>
        <Field label="Website">
          <WebLink href={company.website} />
        </Field>
      </dl>
      <Section title="Record">
        <Facts>
          <Field label="Created">
            <DateTime value={company.createdAt} />
          </Field>
          <Field label="Updated">
            <DateTime value={company.updatedAt} />
          </Field>
          <Field label="ID">
            <Id value={company.id} />
          </Field>
        </Facts>
      </Section>
      <History
        resource="companies"
        id={company.id}
        labelOf={(field) => labels[field] ?? field}
        show={(field, value) => (field === 'status' ? statusLook(String(value)).word : undefined)}
      />
      <Outlet context={{ company, etag } satisfies CompanyContext} />
    </Page>
  )
}

export type CompanyContext = {
  company: NonNullable<ReturnType<typeof useRecord<typeof companies.get>>['record']>
  etag: string | null
}
