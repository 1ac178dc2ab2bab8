import { npsWords } from '../../../contract/figures/nps-words'
import type { Sample } from '../../domain/nps/counts/read-counts'
import { untilItPasses } from '../../lib/api/cache/query-client'
import { query } from '../../lib/api/client'
import type { Chosen } from './address'

/** While the server counts older responses, it is asked again after so many milliseconds. */
const countingMs = 1500

type CountingState = { data?: { data: { isCounting?: boolean | null } } | undefined; error: Error | null }

const whileCounting = ({ state }: { state: CountingState }) =>
  untilItPasses({ state }) || (state.data?.data.isCounting ? countingMs : false)

export const wordsQuery = (sample: Sample) => ({
  ...query(npsWords.read, { query: { ...sample } }),
  refetchInterval: whileCounting,
})

/** How many responses are quoted at first. */
export const few = 20

export const usesQuery = (sample: Sample, { kind, word }: Chosen, limit: number) => ({
  ...query(npsWords.responses, { query: { ...sample, kind, word, limit: String(limit) } }),
  refetchInterval: whileCounting,
})
