import { useQuery } from '@tanstack/react-query'
import { sessionsQuery } from '../lib/api/session/owner'
import * as facts from '../ui/facts/facts.module.css'
import { Link } from '../ui/link'
import { Popover } from '../ui/overlay/popover'
import { inWords } from './scopes'

type Person = {
  name?: string | null
  email?: string | null
  userId?: string | null
  roles?: string[] | null
  scopes?: string[] | null
}

/** Account menu: who is signed in, and their permissions, as far as the server says. */
export const PersonMenu = ({ person }: { person: Person | undefined }) => {
  const session = useQuery({ ...sessionsQuery, enabled: !person })
  const own = person ?? session.data?.data.person
  if (!own) return <span>Signed in</span>
  const roles = (own.roles ?? []).join(', ')
  const shown = (
    <>
      <span>{own.name}</span>
      <small>{roles}</small>
    </>
  )
  return (
    <Popover plain icon="users-round" label={`${own.name}, ${roles}`} shown={shown}>
      {() => <Permissions {...own} />}
    </Popover>
  )
}

const Permissions = ({ name, email, userId, roles, scopes }: Person) => (
  <dl className={facts.facts}>
    <div>
      <dt>Signed in as</dt>
      <dd>{userId ? <Link href={`/users/${encodeURIComponent(userId)}`}>{name}</Link> : name}</dd>
    </div>
    {email && (
      <div>
        <dt>Email</dt>
        <dd>{email}</dd>
      </div>
    )}
    <div>
      <dt>{roles && roles.length > 1 ? 'Roles' : 'Role'}</dt>
      <dd>{(roles ?? []).join(', ')}</dd>
    </div>
    {scopes && (
      <div>
        <dt>Permissions</dt>
        <dd>{inWords(scopes)}</dd>
      </div>
    )}
  </dl>
)
