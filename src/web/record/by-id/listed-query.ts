import { queryOptions } from '@tanstack/react-query'
import type { ListEndpoint } from '../../../contract/core/endpoint'

/** A record looked for in its list, where a server can’t show it by its ID. */
export const listedQuery = (list: ListEndpoint, id: string, noun: [one: string, many: string]) =>
  queryOptions({
    queryKey: [list.path, 'one', id],
    queryFn: async (context) => (await import('./find-in-list')).findInList(list, id, noun, context),
  })
