import { afterAll, expect, it } from 'vitest'
import { queryClient } from '../lib/api/cache/query-client'
import { meQuery } from '../lib/api/client'
import { removePreferences, seenRecords } from '../lib/preferences'
import { rememberRecord } from '../record/recent-records'
import { pageGroup, recentGroup } from './options'

const signedIn = (name: string) =>
  queryClient.setQueryData(meQuery.queryKey, {
    data: { kind: 'person', name, prefix: null, email: null },
    etag: null,
  } as never)

const recent = (lacksScope = false) => recentGroup(() => lacksScope).options.map(({ label }) => label)

afterAll(() => {
  queryClient.clear()
  removePreferences(seenRecords)
})

it('shows recent records only to who opened them, and may still read them', async () => {
  signedIn('Ann')
  await rememberRecord('/companies', { id: '1', name: 'Northwind' })
  expect(recent()).toEqual(['Northwind'])
  expect(recent(true)).toEqual([])
  signedIn('Bo')
  expect(recent()).toEqual([])
  await rememberRecord('/budgets', { id: '2', name: 'Budget 2027' })
  expect(recent()).toEqual(['Budget 2027'])
  signedIn('Ann')
  await rememberRecord('/companies', { id: '3', name: 'Contoso' })
  expect(recent()).toEqual(['Contoso'])
})

it('finds the pages within a section by their names', () => {
  expect(pageGroup('client health').options.map(({ href }) => href)).toEqual(['/settings/client-health'])
  expect(pageGroup('brand').options.map(({ href }) => href)).toEqual(['/settings/brand'])
})
