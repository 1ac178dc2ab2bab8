import { sql } from 'kysely'
import type { z } from 'zod/mini'
import { type Certificate, certificates, type Enrollment, enrollments } from '../../contract/training'
import { implement } from '../api/implement'
import { listHandler } from '../api/list-handler'
import { condition, contains, equals, equalsId, isOneOf, notAfter, notBefore } from '../db/list-engine/conditions'
import { searchText } from '../db/list-engine/search-text'
import { getHandler } from '../db/repository'
import { boolean, defineTable, float, instant, int, ref, text, uuid } from '../db/table'

const userId = equalsId(`t."user" ->> 'id'`)
const courseId = equalsId("t.course ->> 'id'")

export const enrollmentsTable = defineTable<z.output<typeof Enrollment>>()({
  name: 'enrollments',
  fields: {
    id: uuid,
    course: ref,
    user: ref,
    progress: float,
    score: float,
    enrolledAt: instant,
    startedAt: instant,
    completedAt: instant,
    dueDate: instant,
    timeSpentSeconds: int,
    certificateId: uuid,
    companyId: uuid,
  },
})

export const enrollmentRoutes = implement(enrollments, {
  list: listHandler(enrollments.list, enrollmentsTable, {
    sorts: {
      enrolled_at: 't.enrolled_at',
      due_date: 't.due_date',
      progress: 't.progress',
      completed_at: 't.completed_at',
    },
    filters: {
      companyId: equals('t.company_id'),
      userId,
      courseId,
      isCompleted: equals('(t.completed_at is not null)'),
      dueAfter: notBefore('t.due_date'),
      dueBefore: notAfter('t.due_date'),
      completedAfter: notBefore('t.completed_at'),
      completedBefore: notAfter('t.completed_at'),
      ids: isOneOf('t.id'),
    },
  }),
  get: getHandler(enrollmentsTable, 'training enrollment'),
})

export const certificatesTable = defineTable<z.output<typeof Certificate>>()({
  name: 'certificates',
  fields: {
    id: uuid,
    enrollmentId: uuid,
    certificateNumber: text,
    verificationCode: text,
    issuedAt: instant,
    expiresAt: instant,
    certificateUrl: text,
    imageUrl: text,
    isRevoked: boolean,
    revokedAt: instant,
    revokedReason: text,
    course: ref,
    user: ref,
  },
  derived: {
    search_text: {
      type: 'text',
      from: ({ certificateNumber, verificationCode }) => searchText(certificateNumber, verificationCode),
    },
  },
})

export const certificateRoutes = implement(certificates, {
  list: listHandler(certificates.list, certificatesTable, {
    sorts: { issued_at: 't.issued_at', expires_at: 't.expires_at' },
    filters: {
      search: contains(),
      userId,
      courseId,
      includeRevoked: (included) => (included ? null : condition(sql`not t.is_revoked`)),
      expiresAfter: notBefore('t.expires_at'),
      expiresBefore: notAfter('t.expires_at'),
    },
  }),
  get: getHandler(certificatesTable, 'training certificate'),
})
