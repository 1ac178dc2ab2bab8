import * as z from 'zod/mini'
import { documented, endpoint, object, one, text, uuid, wholeNumber } from '../core/endpoint'

const year = () => z.nullable(z.int())

/** Devices alike in what the plan asks of them. Years are those of UTC. */
const ReplacementGroup = object(() => ({
  /** The name of the type, or its ID where it has no name. */
  type: z.nullable(z.string()),
  /** In which the warranty starts. */
  startYear: year(),
  /** In which the warranty ends; of two ends the earlier one counts. */
  endYear: year(),
  devices: z.int(),
}))

const ReplacementPlan = object(() => ({
  groups: z.array(ReplacementGroup),
  /** Devices whose status is "Retired"; they are in no group. */
  retired: z.int(),
}))

/** What one client has to replace in the years that were asked for. */
const ReplacementClient = object(() => ({
  companyId: z.nullable(uuid),
  companyName: z.nullable(z.string()),
  devices: z.int(),
  types: z.array(object(() => ({ type: z.nullable(z.string()), devices: z.int() }))),
}))

const ReplacementClients = object(() => ({
  clients: z.array(ReplacementClient),
  totalCount: z.int(),
}))

const Lives = z.record(z.string(), z.int().check(z.gte(1), z.lte(30)))

/** The years of each type; undefined if they are none. */
export const livesOf = (given: string) => {
  try {
    return Lives.safeParse(JSON.parse(given)).data
  } catch {
    return undefined
  }
}

const livesError = { error: 'must be a JSON object of whole years from 1 to 30 by type, such as {"Laptop":4}' }

/** A type without a life is replaced when its warranty ends. */
const lives = text({ max: 4000 }).check(z.refine((given) => livesOf(given) !== undefined, livesError))
documented.add(lives, { maxLength: 4000, examples: ['{"Laptop":4}'] })

/** When devices must be replaced: the year that their warranty ends, or that their type is assumed to last until. */
export const replacementPlan = {
  read: endpoint({
    method: 'GET',
    path: '/replacement-plan',
    summary: 'Count devices by type and by the years in which their warranty starts and ends',
    scope: 'devices:read',
    addition: true,
    query: object(() => ({ companyId: z.optional(uuid) })),
    response: one(ReplacementPlan),
  }),
  clients: endpoint({
    method: 'GET',
    path: '/replacement-plan/clients',
    summary: 'List clients by the devices that they have to replace in some years',
    scope: 'devices:read',
    addition: true,
    query: object(() => ({
      fromYear: wholeNumber(0, 9999),
      toYear: wholeNumber(0, 9999),
      lives: z.optional(lives),
      companyId: z.optional(uuid),
      limit: z._default(wholeNumber(1, 100), 25),
    })),
    response: one(ReplacementClients),
  }),
}
