import { sql } from 'kysely'
import type { z } from 'zod/mini'
import { type Certificate, certificates, type Enrollment, enrollments } from '../contract/training'
import { condition, equals, equalsId, isOneOf } from './database/conditions'
import { listOf } from './database/list'
import { oneOf } from './database/read'
import { boolean, float, instant, int, ref, table, text, uuid } from './database/table'
import { implement } from './kit/implement'

const userId = equalsId(`t."user" ->> 'id'`)
const courseId = equalsId("t.course ->> 'id'")

export const enrollmentsTable = table<z.output<typeof Enrollment>>()({
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
  list: listOf(enrollments.list, enrollmentsTable, {
    sorts: {
      enrolled_at: 't.enrolled_at',
      due_date: 't.due_date',
      progress: 't.progress',
      completed_at: 't.completed_at',
    },
    filters: { companyId: equals('t.company_id'), userId, courseId, ids: isOneOf('t.id') },
  }),
  get: oneOf(enrollmentsTable, 'training enrollment'),
})

export const certificatesTable = table<z.output<typeof Certificate>>()({
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
})

export const certificateRoutes = implement(certificates, {
  list: listOf(certificates.list, certificatesTable, {
    sorts: { issued_at: 't.issued_at', expires_at: 't.expires_at' },
    filters: { userId, courseId, includeRevoked: (included) => (included ? null : condition(sql`not t.is_revoked`)) },
  }),
  get: oneOf(certificatesTable, 'training certificate'),
})
