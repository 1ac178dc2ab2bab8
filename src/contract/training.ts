import * as z from 'zod/mini'
import {
  added,
  byText,
  firstDay,
  flag,
  flagOr,
  instant,
  lastDay,
  list,
  object,
  rangeEnd,
  rangeStart,
  read,
  search,
  sortColumn,
  uuid,
  uuids,
} from './core/endpoint'

export const Enrollment = object(() => ({
  id: uuid,
  course: object(() => ({ id: uuid, title: z.string(), courseType: z.nullable(z.string()) })),
  user: object(() => ({ id: uuid, fullName: z.string(), email: z.nullable(z.string()) })),
  /** Percent. */
  progress: z.nullable(z.number()),
  score: z.nullable(z.number()),
  enrolledAt: z.nullable(instant),
  startedAt: z.nullable(instant),
  completedAt: z.nullable(instant),
  dueDate: z.nullable(instant),
  timeSpentSeconds: z.nullable(z.int()),
  certificateId: z.nullable(uuid),
  companyId: z.nullable(uuid),
}))

export const Certificate = object(() => ({
  id: uuid,
  enrollmentId: z.nullable(uuid),
  certificateNumber: z.string(),
  verificationCode: z.nullable(z.string()),
  issuedAt: z.nullable(instant),
  expiresAt: z.nullable(instant),
  certificateUrl: z.nullable(z.string()),
  imageUrl: z.nullable(z.string()),
  isRevoked: z.boolean(),
  revokedAt: z.nullable(instant),
  revokedReason: z.nullable(z.string()),
  course: object(() => ({ id: uuid, title: z.string() })),
  user: object(() => ({ id: uuid, fullName: z.string() })),
}))

export const enrollments = {
  list: list({
    path: '/training/enrollments',
    summary: 'List training enrollments',
    scope: 'enrollments:read',
    addition: true,
    item: Enrollment,
    limit: [25, 100],
    sort: sortColumn(['enrolled_at', 'due_date', 'progress', 'completed_at'], 'enrolled_at', true),
    filters: () => ({
      companyId: z.optional(uuid),
      userId: z.optional(uuid),
      courseId: z.optional(uuid),
      isCompleted: added(z.optional(flag)),
      dueAfter: added(z.optional(firstDay)),
      dueBefore: added(z.optional(lastDay)),
      completedAfter: added(z.optional(rangeStart)),
      completedBefore: added(z.optional(rangeEnd)),
      ids: added(z.optional(uuids(100))),
    }),
  }),
  get: read({
    path: '/training/enrollments/:id',
    summary: 'Read a training enrollment',
    scope: 'enrollments:read',
    params: byText,
    item: Enrollment,
  }),
}

export const certificates = {
  list: list({
    path: '/training/certificates',
    summary: 'List training certificates',
    scope: 'certificates:read',
    addition: true,
    item: Certificate,
    limit: [25, 100],
    sort: sortColumn(['issued_at', 'expires_at'], 'issued_at', true),
    filters: () => ({
      search: added(z.optional(search)),
      userId: z.optional(uuid),
      courseId: z.optional(uuid),
      includeRevoked: flagOr(false),
      expiresAfter: added(z.optional(firstDay)),
      expiresBefore: added(z.optional(lastDay)),
    }),
  }),
  get: read({
    path: '/training/certificates/:id',
    summary: 'Read a training certificate',
    scope: 'certificates:read',
    params: byText,
    item: Certificate,
  }),
}
