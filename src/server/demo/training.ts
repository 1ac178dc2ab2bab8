import type { z } from 'zod/mini'
import { dayLong } from '../../contract/core/days'
import type { Certificate, Enrollment } from '../../contract/training'
import { someoneThere } from './people'
import type { World } from './world'

const courses: [title: string, type: string, minutes: number][] = [
  ['Recognise phishing in five minutes', 'video', 6],
  ['Passwords and two-factor sign-in', 'interactive', 14],
  ['Working safely from home', 'video', 11],
  ['Data protection for everybody', 'interactive', 25],
  ['Handling client data', 'document', 18],
  ['Reporting an incident', 'video', 8],
  ['Safe use of AI assistants', 'interactive', 16],
  ['Manual handling', 'classroom', 90],
]

/** Two of three enrollments are completed and have a certificate. */
const isCompleted = (index: number) => index % 3 !== 2
const certificateOf = (index: number) => Math.floor(index / 3) * 2 + (index % 3)
const enrollmentOf = (certificate: number) => Math.floor(certificate / 2) * 3 + (certificate % 2)

const courseAt = (world: World, position: number) => {
  const [title, courseType, minutes] = courses[position] as (typeof courses)[number]
  return { id: world.id('course', position), title, courseType, minutes }
}

const enrolled = (world: World, index: number) => {
  const random = world.random('enrollments', index)
  const { minutes, ...course } = courseAt(world, random.int(0, courses.length - 1))
  const daysAgo = isCompleted(index) ? random.int(20, 760) : random.int(0, 120)
  const person = someoneThere(world, random, daysAgo)
  const start = world.pastWorkday(random, daysAgo)
  const completed = new Date(Math.min(start.getTime() + random.int(1, 18) * dayLong, world.now.getTime() - 3_600_000))
  return { random, person, course, minutes, start, completed }
}

export const enrollmentAt = (world: World, index: number): z.output<typeof Enrollment> => {
  const { random, person, course, minutes, start, completed } = enrolled(world, index)
  const done = isCompleted(index)
  const progress = done
    ? 100
    : random.weighted([
        [0, 45],
        [random.int(5, 95), 55],
      ] as const)
  return {
    id: world.id('enrollments', index),
    course,
    user: { id: person.id, fullName: person.fullName, email: person.email },
    progress,
    score: done ? random.int(70, 100) : null,
    enrolledAt: start.toISOString(),
    startedAt:
      progress > 0
        ? new Date(Math.min(start.getTime() + random.int(1, 40) * 3_600_000, completed.getTime())).toISOString()
        : null,
    completedAt: done ? completed.toISOString() : null,
    dueDate: random.chance(0.1) ? null : new Date(start.getTime() + 30 * dayLong).toISOString(),
    timeSpentSeconds: Math.round((minutes * 60 * progress) / 100),
    certificateId:
      done && certificateOf(index) < world.count('certificates')
        ? world.id('certificates', certificateOf(index))
        : null,
    companyId: person.company.id,
  }
}

const reasons = [
  'Issued to the wrong person; a new one was made.',
  'The person has left the company.',
  'The test was taken with the answers at hand.',
  'Replaced after a change of name.',
]

export const certificateAt = (world: World, index: number): z.output<typeof Certificate> => {
  const { person, course, completed } = enrolled(world, enrollmentOf(index))
  const random = world.random('certificates', index)
  const isRevoked = random.chance(0.03)
  const expires = random.chance(0.12) ? null : new Date(completed.getTime() + random.pick([365, 730]) * dayLong)
  const code = () =>
    Math.floor(random.next() * 36 ** 4)
      .toString(36)
      .toUpperCase()
      .padStart(4, '0')
  return {
    id: world.id('certificates', index),
    enrollmentId: world.id('enrollments', enrollmentOf(index)),
    certificateNumber: `NW-${completed.getUTCFullYear()}-${String(index + 1).padStart(6, '0')}`,
    verificationCode: `${code()}-${code()}`,
    issuedAt: completed.toISOString(),
    expiresAt: expires?.toISOString() ?? null,
    certificateUrl: `https://learn.northwick-it.co.uk/certificates/${index + 1}`,
    imageUrl: null,
    isRevoked,
    revokedAt: isRevoked
      ? new Date(Math.min(completed.getTime() + random.int(2, 90) * dayLong, world.now.getTime())).toISOString()
      : null,
    revokedReason: isRevoked ? random.pick(reasons) : null,
    course: { id: course.id, title: course.title },
    user: { id: person.id, fullName: person.fullName },
  }
}
