import { describe, expect, it } from 'vitest'
import { certificateState, courseAndPerson, enrollmentState, revocation } from './labels'

const now = new Date(2026, 10, 23, 9, 41)

describe('an enrollment', () => {
  it.each([
    [{ completedAt: '2026-11-01T10:00:00.000Z', dueDate: '2026-01-01' }, 'Completed'],
    [{ progress: 100, completedAt: '2025-12-31T10:00:00.000Z', dueDate: '2026-01-01' }, 'Completed'],
    [{ progress: 100, completedAt: null, dueDate: '2026-11-22' }, 'Overdue by 1 day'],
    [{ progress: 40, dueDate: '2026-11-21' }, 'Overdue by 2 days'],
    [{ progress: 40, dueDate: '2026-11-22' }, 'Overdue by 1 day'],
    [{ progress: 0, dueDate: '2026-11-23' }, 'Due today'],
    [{ progress: null, dueDate: '2026-11-24' }, 'Due tomorrow'],
    [{ progress: 5, dueDate: '2026-12-22' }, 'Due in 29 days'],
    [{ progress: 5, dueDate: '2026-12-23' }, 'In progress'],
    [{ progress: 0, dueDate: '2026-12-23' }, 'Not started'],
    [{ progress: 0, startedAt: '2026-11-20T10:00:00.000Z' }, 'In progress'],
    [{ progress: 0, dueDate: 'whenever' }, 'Not started'],
    [{ progress: null, startedAt: null, dueDate: '2026-12-24' }, 'Unknown'],
    [{}, 'Unknown'],
  ])('%j is %j', (enrollment, word) => {
    expect(enrollmentState(enrollment, now).word).toBe(word)
  })

  it('is due until the last minute of its day', () => {
    const due = { progress: 5, dueDate: '2026-11-23' }
    expect(enrollmentState(due, new Date(2026, 10, 23, 23, 59)).word).toBe('Due today')
    expect(enrollmentState(due, new Date(2026, 10, 24, 0, 0)).word).toBe('Overdue by 1 day')
  })
})

describe('a certificate', () => {
  it.each([
    [{ isRevoked: true, expiresAt: '2030-01-01' }, 'Revoked'],
    [{ isRevoked: null, revokedAt: '2026-11-01T10:00:00.000Z' }, 'Revoked'],
    [{ isRevoked: false, expiresAt: '2026-11-22' }, 'Expired'],
    [{ isRevoked: false, expiresAt: '2026-11-23' }, 'Expires today'],
    [{ expiresAt: '2026-11-24' }, 'Expires tomorrow'],
    [{ expiresAt: '2027-01-21' }, 'Expires in 59 days'],
    [{ isRevoked: false, expiresAt: '2027-01-22' }, 'Valid'],
    [{ isRevoked: false, expiresAt: null }, 'Valid'],
    [{ isRevoked: null, expiresAt: '2027-01-22' }, 'Unknown'],
    [{}, 'Unknown'],
  ])('%j is %j', (certificate, word) => {
    expect(certificateState(certificate, now).word).toBe(word)
  })

  it('tells when and why it was revoked', () => {
    expect(revocation({ isRevoked: true, revokedAt: '2026-11-01', revokedReason: 'Wrong person' })).toEqual({
      what: 'Revoked on 1 Nov 2026.',
      why: '“Wrong person”',
    })
    expect(revocation({ isRevoked: true })).toEqual({ what: 'Revoked.', why: 'No reason given.' })
    expect(revocation({ isRevoked: false, revokedReason: 'none' })).toBeNull()
  })
})

it('names a course and who takes it', () => {
  expect(courseAndPerson({ title: 'Handling client data' }, { fullName: 'Helen Tranter' })).toBe(
    'Handling client data: Helen Tranter',
  )
  expect(courseAndPerson(null, { fullName: 'Helen Tranter' })).toBe('Helen Tranter')
  expect(courseAndPerson(undefined, {})).toBe('')
})
