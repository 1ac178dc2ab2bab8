import { useQuery } from '@tanstack/react-query'
import { meQuery } from '../lib/api/client'
import { lazyComponent } from '../ui/lazy-component'
import { tip } from '../ui/overlay/tip'

const PersonMenu = lazyComponent(async () => (await import('../settings/person-menu')).PersonMenu)

/** Shows who is signed in, as far as the server says. */
export const WhoAmI = () => {
  const known = useQuery(meQuery).data?.data
  if (known?.kind !== 'person') {
    const title = known?.name ? `Signed in with the key “${known.name}”` : undefined
    return <span {...tip(title)}>{known?.name ?? 'Signed in'}</span>
  }
  const roles = (known.roles ?? []).join(', ')
  return (
    <PersonMenu label={`${known.name}, ${roles}`}>
      <span>{known.name}</span>
      <small>{roles}</small>
    </PersonMenu>
  )
}
