import { StrictMode } from 'react'
import {
  Admin,
  Datagrid,
  type DataProvider,
  DateField,
  Edit,
  EditButton,
  FunctionField,
  List,
  NumberInput,
  Resource,
  SearchInput,
  Show,
  SimpleForm,
  SimpleShowLayout,
  TextField,
  TextInput,
  WithRecord,
} from 'react-admin'
import { createRoot } from 'react-dom/client'
import { BrowserRouter, Link } from 'react-router-dom'

/* The same list, record and form as its documentation writes them, over the same API. */

const ask = async (path: string, init?: RequestInit) => {
  const response = await fetch(`/api/public/v1${path}`, init)
  if (!response.ok) throw new Error(`The server answered ${response.status}.`)
  return response.json()
}
const notHere = () => Promise.reject(new Error('This is not measured.'))
const columns: Record<string, string> = { createdAt: 'created_at', updatedAt: 'updated_at' }

const dataProvider: DataProvider = {
  getList: async (resource, { pagination = { page: 1, perPage: 20 }, sort, filter, signal }) => {
    const query = new URLSearchParams({ page: String(pagination.page), limit: String(pagination.perPage) })
    if (sort && sort.field !== 'id') {
      query.set('orderBy', columns[sort.field] ?? sort.field)
      query.set('orderDirection', sort.order.toLowerCase())
    }
    if (filter.search) query.set('search', filter.search)
    const { data, pagination: found } = await ask(`/${resource}?${query}`, { signal })
    return { data, total: found.totalCount }
  },
  getOne: (resource, { id, signal }) => ask(`/${resource}/${id}`, { signal }),
  update: (resource, { id, data: { name, domain, status, industry, website, employeeCount } }) =>
    ask(`/${resource}/${id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name, domain, status, industry, website, employeeCount }),
    }),
  getMany: notHere,
  getManyReference: notHere,
  create: notHere,
  updateMany: notHere,
  delete: notHere,
  deleteMany: notHere,
}

const filters = [<SearchInput key="search" source="search" type="search" alwaysOn />]

const Companies = () => (
  <List filters={filters} perPage={20} sort={{ field: 'name', order: 'DESC' }} exporter={false}>
    <Datagrid rowClick={false}>
      <FunctionField
        source="name"
        render={({ id, name }: { id: string; name: string }) => <Link to={`/companies/${id}/show`}>{name}</Link>}
      />
      <TextField source="status" />
      <TextField source="employeeCount" label="Employees" sortable={false} />
      <DateField source="updatedAt" showTime />
      <TextField source="domain" sortable={false} />
      <TextField source="industry" sortable={false} />
      <DateField source="createdAt" showTime />
      <EditButton />
    </Datagrid>
  </List>
)

const Company = () => (
  <Show>
    <WithRecord render={({ name }) => <h1>{name}</h1>} />
    <SimpleShowLayout>
      {['id', 'name', 'domain', 'status', 'industry', 'website', 'employeeCount'].map((source) => (
        <TextField key={source} source={source} />
      ))}
      <DateField source="createdAt" showTime />
      <DateField source="updatedAt" showTime />
    </SimpleShowLayout>
  </Show>
)

const CompanyForm = () => (
  <Edit>
    <SimpleForm>
      {['name', 'domain', 'status', 'industry', 'website'].map((source) => (
        <TextInput key={source} source={source} />
      ))}
      <NumberInput source="employeeCount" />
    </SimpleForm>
  </Edit>
)

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <BrowserRouter>
        <Admin dataProvider={dataProvider} disableTelemetry>
          <Resource name="companies" list={Companies} show={Company} edit={CompanyForm} />
        </Admin>
      </BrowserRouter>
    </StrictMode>,
  )
