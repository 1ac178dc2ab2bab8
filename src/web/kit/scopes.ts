import { useQuery } from '@tanstack/react-query'
import type { Endpoint } from '../../contract/kit'
import { me } from '../../contract/me'
import { query } from './api'

/** What the key is known to lack for an operation, as a sentence; a server that does not tell decides when it is asked. */
export const useLack = ({ scope }: Endpoint): string | null => {
  const { data } = useQuery({ ...query(me.get, {}), staleTime: Number.POSITIVE_INFINITY, retry: false })
  const held = data?.data.scopes
  if (!scope || !held || held.includes(scope)) return null
  return `This key lacks the scope ${scope}. Sign in with one that has it, or have it added.`
}
