import { personStatus } from '../domain/people/person-status'
import { RecordLink } from '../record/record-link'
import { Field } from '../ui/facts/details'
import { DateTime, Text } from '../ui/format/format'
import { Link } from '../ui/link'
import { StatusBadge } from '../ui/status-badge'
import * as typography from '../ui/typography.module.css'
import { Avatar } from './avatar'

type Ref = { id?: string | null; name?: string | null } | null

/** Fields that company users and staff users share. */
export type Person = {
  id: string
  fullName?: string | null
  email?: string | null
  avatarUrl?: string | null
  status?: string | null
  lastLogin?: string | null
  role?: Ref
  company?: Ref
}

export const personName = ({ fullName, email }: Person) => fullName || email

export const PersonState = ({ person }: { person: Person }) => (
  <>
    <Avatar person={person} />
    {person.status && <StatusBadge badge={personStatus.badge(person.status)} />}
  </>
)

/** Roles have no page, so link to the table filtered by role. */
export const RoleLink = ({ path, role }: { path: string; role: Person['role'] }) =>
  role?.id ? (
    <Link href={`${path}?roleId=${encodeURIComponent(role.id)}`}>{role.name || role.id}</Link>
  ) : (
    <Text value={role?.name} />
  )

export const LastLogin = ({ value }: { value: string | null | undefined }) =>
  value ? (
    <DateTime value={value} />
  ) : (
    <span className={typography.dim} data-empty>
      never
    </span>
  )

export const PersonFacts = ({
  path,
  person: { email, role, company, lastLogin },
}: {
  path: string
  person: Person
}) => (
  <>
    <Field label="Email" value={email} holds="email" />
    <Field label="Role">
      <RoleLink path={path} role={role ?? null} />
    </Field>
    {company && (
      <Field label="Company">
        <RecordLink to="/companies" id={company.id} name={company.name} />
      </Field>
    )}
    <Field label="Last login">
      <LastLogin value={lastLogin} />
    </Field>
  </>
)
