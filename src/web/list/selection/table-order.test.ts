import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { companies } from '../../../contract/companies'
import { query } from '../../lib/api/client'
import { inTableOrder } from './table-order'

const list = companies.list
const row = (id: string) => ({ id })

const read = (client: QueryClient, sent: Record<string, string>, ids: string, updatedAt: number) => {
  const pagination = { page: Number(sent.page ?? 1), limit: Number(sent.limit ?? 20) }
  const key = query<typeof list>(list, { query: sent }).queryKey
  client.setQueryData(key, { data: [...ids].map(row), pagination } as never, { updatedAt })
}

const ordered = (client: QueryClient, sent: Record<string, string>, ids: string) =>
  inTableOrder(client, list, sent, [...ids].map(row))
    .map(({ id }) => id)
    .join('')

it('has rows in the order of the table, whichever page they are on', () => {
  const client = new QueryClient()
  read(client, { limit: '3', page: '2' }, 'def', 1)
  read(client, { limit: '3' }, 'abc', 2)
  client.setQueryData([list.path, 'all', {}], [])
  client.setQueryData([list.path, { params: { id: 'a' } }], { data: row('a') })
  expect(ordered(client, { limit: '3', page: '2' }, 'ecbad')).toBe('abcde')
})

it('knows nothing from other orders and filters, and has what it does not know last', () => {
  const client = new QueryClient()
  read(client, { limit: '3' }, 'cba', 2)
  read(client, { status: 'active', limit: '3' }, 'cba', 2)
  read(client, { sortBy: 'name', limit: '3' }, 'abc', 1)
  expect(ordered(client, { limit: '10', sortBy: 'name' }, 'zcxa')).toBe('aczx')
})

it('has a row where it was read last', () => {
  const client = new QueryClient()
  read(client, { limit: '3' }, 'abc', 2)
  read(client, { limit: '3', page: '2' }, 'ade', 1)
  expect(ordered(client, {}, 'dba')).toBe('abd')
})
