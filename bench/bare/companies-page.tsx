import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createColumnHelper, tableFeatures, useTable } from '@tanstack/react-table'
import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { ask, type Companies, type Company } from './api'

const features = tableFeatures({})
const column = createColumnHelper<typeof features, Company>()
const date = (text: string) => new Date(text).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

const columns = column.columns([
  column.accessor('name', {
    header: 'Name',
    cell: ({ row }) => <Link to={`/companies/${row.original.id}`}>{row.original.name}</Link>,
  }),
  column.accessor('status', { header: 'Status' }),
  column.accessor('employeeCount', { header: 'Employees' }),
  column.accessor('updatedAt', { header: 'Updated', cell: ({ getValue }) => date(getValue()) }),
  column.accessor('domain', { header: 'Domain' }),
  column.accessor('industry', { header: 'Industry' }),
  column.accessor('createdAt', { header: 'Created', cell: ({ getValue }) => date(getValue()) }),
  column.display({ id: 'edit', cell: ({ row }) => <Link to={`/companies/${row.original.id}/edit`}>Edit</Link> }),
])

const sortKeys: Record<string, string> = { name: 'name', createdAt: 'created_at', updatedAt: 'updated_at' }
const nothing: Company[] = []

export const CompaniesPage = () => {
  const [search, setSearch] = useSearchParams()
  const page = Number(search.get('page') ?? 1)
  const limit = Number(search.get('limit') ?? 20)
  const list = useQuery({
    queryKey: ['companies', search.toString()],
    queryFn: () => ask<Companies>(`/companies?${search}`),
    placeholderData: keepPreviousData,
  })
  const table = useTable({ features, columns, data: list.data?.data ?? nothing, getRowId: ({ id }) => id })
  const change = (changes: Record<string, string>) => setSearch({ ...Object.fromEntries(search), ...changes })
  const sort = (key: string) => {
    const descending = search.get('orderBy') === key && search.get('orderDirection') === 'asc'
    change({ orderBy: key, orderDirection: descending ? 'desc' : 'asc', page: '1' })
  }

  // The same debounce as the product.
  const [text, setText] = useState(search.get('search') ?? '')
  useEffect(() => {
    if (text === (search.get('search') ?? '')) return
    const timer = setTimeout(() => setSearch(text ? { search: text } : {}), 200)
    return () => clearTimeout(timer)
  }, [text, search, setSearch])

  const total = list.data?.pagination.totalCount ?? 0
  return (
    <main>
      <h1>Companies</h1>
      <input type="search" aria-label="Search" value={text} onChange={(event) => setText(event.target.value)} />
      {list.isPending ? (
        <p>Loading ...</p>
      ) : list.isError ? (
        <p>{list.error.message}</p>
      ) : (
        <table>
          <thead>
            {table.getHeaderGroups().map((group) => (
              <tr key={group.id}>
                {group.headers.map((header) => {
                  const key = sortKeys[header.id]
                  return (
                    <th key={header.id}>
                      {key ? (
                        <button type="button" onClick={() => sort(key)}>
                          <table.FlexRender header={header} />
                        </button>
                      ) : (
                        <table.FlexRender header={header} />
                      )}
                    </th>
                  )
                })}
              </tr>
            ))}
          </thead>
          <tbody>
            {table.getRowModel().rows.map((row) => (
              <tr key={row.id}>
                {row.getAllCells().map((cell) => (
                  <td key={cell.id}>
                    <table.FlexRender cell={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p>
        <button type="button" disabled={page <= 1} onClick={() => change({ page: String(page - 1) })}>
          Previous page
        </button>{' '}
        Page {page} of {Math.ceil(total / limit)}{' '}
        <button type="button" disabled={page * limit >= total} onClick={() => change({ page: String(page + 1) })}>
          Next page
        </button>
      </p>
    </main>
  )
}
