import { queryOptions, useQuery } from '@tanstack/react-query'
import { briefDeliveries } from '../../../contract/brief-deliveries'
import { isMissing } from '../../lib/api/api-error'
import { meQuery, query } from '../../lib/api/client'
import { notHere } from './labels'

const mailQuery = { ...query(briefDeliveries.mail, {}), retry: false }

/** From which address briefs are emailed, or why they can't be; nothing until that is known. */
export const useMail = () => {
  const { data, error } = useQuery(mailQuery)
  // What was known stays known when it cannot be asked again, or a letter being written would be lost.
  if (data) return { from: data.data.from, whyNot: data.data.whyNot ?? null, isElsewhere: false }
  if (isMissing(error)) return { whyNot: notHere, isElsewhere: true }
  return error ? { whyNot: error.message, isElsewhere: false } : undefined
}

/** The address that replies go to: one's own, if the sign-in has one. */
export const useOwnAddress = () => useQuery(meQuery).data?.data.email ?? null

/** What the email says in each language unless something else is written. Its texts load apart, with those of briefs. */
export const lettersQuery = (client: string) =>
  queryOptions({
    queryKey: ['brief letters', client],
    queryFn: async () => (await import('../brief/fill')).lettersFor(client),
    staleTime: Number.POSITIVE_INFINITY,
  })
