import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../db/database'
import { openAny, sampleCompany } from '../testing/server'
import { saveRecords } from './save-records'
import { findStaffByEmail } from './users'

let database: Database
beforeAll(async () => {
  database = await openAny()
})
afterAll(() => database.close())

it('Staff are found by their own address in whatever case, and not by one that differs in an accent', async () => {
  const { createdAt, updatedAt } = sampleCompany()
  const person = (email: string) => ({
    ...{ id: randomUUID(), email, fullName: 'Jose', avatarUrl: null, status: 'active' as const, lastLogin: null },
    ...{ role: null, company: null, isPrimaryAdmin: false, createdAt, updatedAt },
  })
  const [plain, accented] = [person('jose@msp.example'), person('José@msp.example')]
  await saveRecords(database, 'users', [plain])
  expect(await findStaffByEmail(database, 'josé@msp.example')).toBe(null)
  await saveRecords(database, 'users', [accented])
  expect(await findStaffByEmail(database, 'JOSÉ@msp.example')).toBe(accented.id)
  expect(await findStaffByEmail(database, 'Jose@MSP.example')).toBe(plain.id)
})
