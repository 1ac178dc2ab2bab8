import { replacementPlan } from '../../../contract/figures/replacement-plan'
import { query } from '../../lib/api/client'
import type { Assumptions, Span } from './plan'

const few = 25

export const planQuery = (companyId: string | undefined) =>
  query(replacementPlan.read, { query: companyId ? { companyId } : {} })

export const clientsQuery = ({ from, to }: Span, lives: Assumptions['lives']) =>
  query(replacementPlan.clients, {
    query: {
      fromYear: String(from),
      toYear: String(to),
      limit: String(few),
      ...(Object.keys(lives).length > 0 && { lives: JSON.stringify(lives) }),
    },
  })
