import { useQuery } from '@tanstack/react-query'
import type { ItemOf } from '../../../contract/core/endpoint'
import { views } from '../../../contract/views'
import { isMissing } from '../../lib/api/api-error'
import { query } from '../../lib/api/client'
import type { Lenient } from '../../lib/api/lenient'
import { useHasAdditions } from '../../lib/api/scopes'

export type SharedView = Lenient<ItemOf<typeof views.list>>

/** `list` is the path of the list in the API. */
export const sharedViewsQuery = (list: string) => query(views.list, { query: { list, limit: '100' } })

const none: SharedView[] = []

/** The views that everyone sees, where the server stores them. */
export const useSharedViews = (list: string) => {
  const hasAdditions = useHasAdditions()
  const { data, error } = useQuery({ ...sharedViewsQuery(list), enabled: hasAdditions })
  return { shared: data?.data ?? none, isOffered: hasAdditions && !isMissing(error) }
}
