import { queryOptions } from '@tanstack/react-query'
import { companies } from '../../../contract/companies'
import { sectionNames } from '../../../contract/core/brief-document'
import type { Language } from './languages'

/** A client's brief. Its writing loads apart, since a page that the server has rendered shows without it. */
export const briefQuery = (companyId: string, language: Language) =>
  queryOptions({
    queryKey: [companies.get.path, 'brief', companyId, language],
    queryFn: async ({ client }) => {
      const [{ readBriefData }, { fillBrief }] = await Promise.all([import('./data'), import('./fill')])
      return fillBrief(await readBriefData(client, companyId), { language, sections: sectionNames })
    },
    // The queries behind it know how long they are good, and what a write has changed.
    staleTime: 0,
  })
