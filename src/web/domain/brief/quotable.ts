import { largestPage } from '../../../contract/core/list-query'
import { npsResponses } from '../../../contract/nps'
import { query } from '../../lib/api/client'

/** The responses of this client that a brief can quote, latest first. */
export const quotableQuery = (companyId: string) =>
  query(npsResponses.list, { query: { companyId, limit: String(largestPage(npsResponses.list)) } })
