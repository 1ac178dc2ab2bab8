import { livesOf, replacementPlan } from '../../../contract/figures/replacement-plan'
import { implement } from '../../api/implement'
import { responseFrom } from '../../api/versioned-response'
import { defineTableCopy } from '../../db/list-engine/table-copy'
import { createDeviceCounts } from './replacement-plan-counts'

export const planCopy = defineTableCopy(createDeviceCounts)

/** Raised when the same data would be answered otherwise. */
const schema = 2

export const replacementPlanRoutes = implement(replacementPlan, {
  read: async (context, { query }) =>
    responseFrom(planCopy, context, {
      endpoint: replacementPlan.read,
      query,
      schema,
      make: (devices) => ({ data: devices.groups(query.companyId) }),
    }),
  clients: async (context, { query }) =>
    responseFrom(planCopy, context, {
      endpoint: replacementPlan.clients,
      query,
      schema,
      make: (devices) => {
        const lives = new Map(Object.entries(livesOf(query.lives ?? '{}') ?? {}))
        const clients = devices.clients({ ...query, lives }, query.companyId)
        return {
          data: {
            clients: clients.slice(0, query.limit).map(({ companyId, devices: count, own }) => ({
              companyId,
              companyName: devices.nameOf(companyId),
              devices: count,
              types: devices.typesOf(own),
            })),
            totalCount: clients.length,
          },
        }
      },
    }),
})
