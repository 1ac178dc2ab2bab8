import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { BriefChoice, BriefDocument } from '../../../contract/core/brief-document'
import { choiceIn, keptQuery, readBrand } from './kept'

/** A client's brief as it is kept, but for what is chosen here. */
export const writeBrief = async (
  client: QueryClient,
  companyId: string,
  chosen: Partial<BriefChoice>,
): Promise<BriefDocument> => {
  // Its writing loads apart, since a page that the server has rendered shows without it.
  const [{ readBriefData }, { fillBrief }] = await Promise.all([import('./data'), import('./fill')])
  const [kept, brand] = await Promise.all([client.fetchQuery(keptQuery(companyId)), readBrand(client)])
  const choice = { ...choiceIn(kept), ...chosen }
  return fillBrief(await readBriefData(client, companyId, choice), choice, brand)
}

export const briefQuery = (companyId: string, chosen: Partial<BriefChoice>) =>
  queryOptions({
    // Of several resources, so that whatever is written, it is read again.
    queryKey: ['brief', companyId, chosen],
    queryFn: ({ client }) => writeBrief(client, companyId, chosen),
    // The queries behind it know how long they are good, and what a write has changed.
    staleTime: 0,
  })
