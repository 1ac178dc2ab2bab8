import { describe, expect, it } from 'vitest'
import { automation } from '../../../contract/automation'
import { companies } from '../../../contract/companies'
import { readListQuery, withoutAdditions } from '../../../contract/core/list-query'
import { devices } from '../../../contract/devices'
import { applyChanges, nextSort, sortKeyOf } from './list-query'

const read = (address: string) => readListQuery(companies.list, new URLSearchParams(address))

describe('a list’s address', () => {
  it('is the API’s own query, without what is a default', () => {
    expect(read('page=3&orderBy=name&search=o%27hara')).toEqual({
      values: { page: 3, limit: 20, orderBy: 'name', orderDirection: 'desc', search: "o'hara" },
      sent: { page: '3', orderBy: 'name', search: "o'hara" },
      ignored: { unknown: [], wrong: [] },
    })
    expect(read('page=1&limit=20&orderBy=created_at&search=').sent).toEqual({})
  })

  it('has date-times in capitals, as other servers may want them', () => {
    const { sent } = readListQuery(devices.list, new URLSearchParams('warrantyAfter=2026-01-01t08:00:00z'))
    expect(sent).toEqual({ warrantyAfter: '2026-01-01T08:00:00Z' })
  })

  it('falls back key by key and names what it left out', () => {
    const { sent, ignored } = read('page=0&limit=1e3&status=active&orderBy=nam&colour=blue&status=pending')
    expect(sent).toEqual({ status: 'active' })
    expect(ignored).toEqual({
      unknown: ['colour=blue'],
      wrong: ['page=0', 'limit=1e3', 'orderBy=nam', 'status=pending'],
    })
  })

  it('leaves out added filters and sort keys where the server keeps to the specification', () => {
    const bare = withoutAdditions(devices.list)
    const { sent, ignored } = readListQuery(
      bare,
      new URLSearchParams('status=Offline&warrantyAfter=2026-01-01&sortBy=warranty_end&sortDesc=false'),
    )
    expect(sent).toEqual({ status: 'Offline', sortDesc: 'false' })
    expect(ignored).toEqual({ unknown: ['warrantyAfter=2026-01-01'], wrong: ['sortBy=warranty_end'] })
    expect([sortKeyOf(devices.list, 'warrantyEnd'), sortKeyOf(bare, 'warrantyEnd')]).toEqual([
      'warranty_end',
      undefined,
    ])
    expect(withoutAdditions(devices.list)).toBe(bare)
    expect(Object.keys(withoutAdditions(companies.list).query.shape)).toEqual(
      expect.not.arrayContaining(['search', 'status', 'industry']),
    )
  })

  it('does not take the names of an object’s own things for keys', () => {
    expect(read('constructor=1&__proto__=2&toString=3').ignored.unknown).toHaveLength(3)
  })

  it('goes back to the first page when what is listed changes', () => {
    const sent = { page: '4', status: 'active' }
    expect(applyChanges(companies.list, sent, { search: 'x' })).toEqual({ status: 'active', search: 'x' })
    expect(applyChanges(companies.list, sent, { status: undefined })).toEqual({})
    expect(applyChanges(companies.list, sent, { page: '5' })).toEqual({ page: '5', status: 'active' })
  })

  it('sorts in the dialect of its list, and the other way round on the second click', () => {
    expect(nextSort(companies.list, {}, 'name', false)).toEqual({ orderBy: 'name', orderDirection: 'asc' })
    expect(nextSort(companies.list, { orderBy: 'name', orderDirection: 'asc' }, 'name', false)).toEqual({
      orderBy: 'name',
      orderDirection: 'desc',
    })
    expect(nextSort(automation.list, {}, 'priority', true)).toEqual({ sortColumn: 'priority', sortDesc: 'true' })
  })

  it('knows by its name whether the API sorts by a column', () => {
    expect(sortKeyOf(companies.list, 'updatedAt')).toBe('updated_at')
    expect(sortKeyOf(companies.list, 'employeeCount')).toBeUndefined()
  })
})
