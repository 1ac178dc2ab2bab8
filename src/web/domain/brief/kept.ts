import { type QueryClient, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { brand } from '../../../contract/brand'
import { briefs } from '../../../contract/briefs'
import { type BriefBrand, type BriefChoice, defaultBrand, defaultChoice } from '../../../contract/core/brief-document'
import { isRefused } from '../../lib/api/api-error'
import { type ApiResponse, call, query } from '../../lib/api/client'
import { parseStored, readPreference, writePreference } from '../../lib/preferences'

export type Kept = ApiResponse<typeof briefs.get>

const choices = z.record(z.string(), z.unknown())

/** Choices that are kept on this computer, because the server keeps none, start with this. */
const preference = (companyId: string) => `brief ${companyId}`

/** Leaves out stored choices that the contract doesn’t accept. */
const read = (companyId: string): Partial<BriefChoice> => {
  const stored: Record<string, unknown> = parseStored(choices, readPreference(preference(companyId)) ?? '', {})
  const fields = Object.entries<z.ZodMiniType>(briefs.update.body.shape)
  return Object.fromEntries(
    fields.flatMap(([key, schema]) =>
      key in stored && schema.safeParse(stored[key]).success ? [[key, stored[key]]] : [],
    ),
  )
}

/** Without an ETag, since no one else can change it. */
const keptHere = (companyId: string): Kept => ({
  data: { id: companyId, company: null, updatedAt: null, ...defaultChoice, ...read(companyId) },
  etag: null,
})

/** Keeps choices on this computer. */
export const saveLocally = (companyId: string, changes: Partial<BriefChoice>): Kept => {
  writePreference(preference(companyId), JSON.stringify({ ...read(companyId), ...changes }))
  return keptHere(companyId)
}

/** What a client's brief is made of, where the server keeps it, or on this computer. */
export const keptQuery = (companyId: string) => {
  const { queryKey } = query(briefs.get, { id: companyId })
  return queryOptions({
    queryKey,
    queryFn: (context): Promise<Kept> =>
      call(briefs.get, { id: companyId }, context).catch((error) => {
        if (isRefused(error)) return keptHere(companyId)
        throw error
      }),
    // A server that keeps none has not seen what is kept here.
    staleTime: 0,
  })
}

export const choiceIn = ({ data }: Kept): BriefChoice =>
  Object.fromEntries(
    Object.entries(defaultChoice).map(([name, usual]) => [name, data[name as keyof BriefChoice] ?? usual]),
  ) as BriefChoice

/** The brand, or none where the server keeps none. */
export const readBrand = async (client: QueryClient): Promise<BriefBrand> => {
  try {
    const { name, colour, footer, logo } = (await client.fetchQuery(query(brand.get, {}))).data
    return {
      name: name ?? defaultBrand.name,
      colour: colour ?? defaultBrand.colour,
      footer: footer ?? defaultBrand.footer,
      logo: logo ?? defaultBrand.logo,
    }
  } catch (error) {
    if (isRefused(error)) return defaultBrand
    throw error
  }
}
