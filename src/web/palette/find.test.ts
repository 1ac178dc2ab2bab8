import { expect, it } from 'vitest'
import type { AnyRecordType } from '../record/record-type'
import { foundIn } from './find'
import { foundGroups } from './options'
import { recordTypes } from './record-types'

const companyUser = recordTypes.find(({ path }) => path === '/company-users') as AnyRecordType

const person = (id: string, fullName: string, email: string) => ({
  id,
  fullName,
  email,
  createdAt: '2026-11-23T10:00:00.000Z',
})
const rows = [person('1', 'Ada Byron', 'countess@example.com'), person('2', 'Grace Hopper', 'rear.admiral@example.com')]

it('keeps what a server has found by another field than the name', () => {
  const found = (text: string) => foundIn(companyUser, { rows, totalCount: 2 }, text, true).records.map(({ id }) => id)
  expect([found('countess@'), found('hopper'), found('2026-11')]).toEqual([['1'], ['2'], []])
})

it('says so where only the first records were looked through', () => {
  const countOf = (totalCount: number, canSearch: boolean) => {
    const { records, ...counts } = foundIn(companyUser, { rows, totalCount }, 'ada', canSearch)
    const hits = records.map((record) => ({ recordType: companyUser, record }))
    return foundGroups([{ recordType: companyUser, ...counts, hits }], 'ada')[0]?.count
  }
  expect([countOf(2, false), countOf(50_000, false), countOf(50_000, true)]).toEqual(['1', '1, among the first 2', '1'])
})
