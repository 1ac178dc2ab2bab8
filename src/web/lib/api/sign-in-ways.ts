import { useQuery } from '@tanstack/react-query'
import { sessions } from '../../../contract/sessions'
import { query } from './client'

/** How people can sign in. Requested once, because the server tells only once why the last attempt failed. */
export const waysQuery = query(sessions.ways, {})

export const useSignInWays = () =>
  useQuery({ ...waysQuery, staleTime: Number.POSITIVE_INFINITY, retry: false, refetchOnMount: false }).data?.data

/** Page that notifies other tabs of the sign-in and closes its window. */
const doneHash = '#done'

export const isDone = (hash: string) => hash === doneHash

/** Where signing in at the provider begins, and where it leads back to. */
export const providerUrl = (next: string, o: { again?: boolean } = {}) =>
  `/session/oidc?${new URLSearchParams({ next, ...(o.again && { again: '1' }) })}`

/** Signs in with the provider in a new window, so input on the page is kept. */
export const openProviderWindow = () =>
  window.open(providerUrl(`/sign-in${doneHash}`), 'quarterdeck-sign-in', 'popup,width=520,height=720')
