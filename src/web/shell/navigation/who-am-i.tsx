import { useQuery } from '@tanstack/react-query'
import { meQuery } from '../../lib/api/client'
import { lazyComponent } from '../../ui/lazy-component'
import { tip } from '../../ui/overlay/tip'

const PersonMenu = lazyComponent(async () => (await import('../../settings/person-menu')).PersonMenu)

/** Shows who is signed in. Where another server has no `/me`, or it fails, the session tells. */
export const WhoAmI = () => {
  // Not `error`, which a refetch resets.
  const { data, errorUpdateCount } = useQuery(meQuery)
  const known = data?.data
  if (known ? known.kind === 'person' : errorUpdateCount) return <PersonMenu person={known} />
  const title = known?.name ? `Signed in with the key “${known.name}”` : undefined
  return <span {...tip(title)}>{known?.name ?? 'Signed in'}</span>
}
