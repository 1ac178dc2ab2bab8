import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { me } from '../../contract/me'
import { query } from '../lib/api/client'
import * as facts from '../ui/facts.module.css'
import { Link } from '../ui/link'
import { Popover } from '../ui/overlay/popover'
import { inWords } from './scopes'

/** Account menu: who is signed in, and their permissions. */
export const PersonMenu = ({ label, children }: { label: string; children: ReactNode }) => (
  <Popover plain icon="users-round" label={label} shown={children}>
    {() => <Permissions />}
  </Popover>
)

const Permissions = () => {
  const own = useQuery(query(me.get, {})).data?.data
  if (!own) return null
  const roles = own.roles ?? []
  return (
    <dl className={facts.facts}>
      <div>
        <dt>Signed in as</dt>
        <dd>{own.userId ? <Link href={`/users/${encodeURIComponent(own.userId)}`}>{own.name}</Link> : own.name}</dd>
      </div>
      {own.email && (
        <div>
          <dt>Email</dt>
          <dd>{own.email}</dd>
        </div>
      )}
      <div>
        <dt>{roles.length > 1 ? 'Roles' : 'Role'}</dt>
        <dd>{roles.join(', ')}</dd>
      </div>
      <div>
        <dt>Permissions</dt>
        <dd>{inWords(own.scopes ?? [])}</dd>
      </div>
    </dl>
  )
}
