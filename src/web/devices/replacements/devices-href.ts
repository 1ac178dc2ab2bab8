import { devices } from '../../../contract/devices'
import { useSupportsFilter } from '../../lib/api/scopes'
import type { Address } from './address'
import { farthest, type Span } from './plan'

/** The list of the devices to replace in some years. Null where it would show others: it can't filter by a life that is assumed. */
export const useDevicesHref = ({ companyId, assumptions }: Address) => {
  const isOffered = useSupportsFilter(devices.list)('inUse')
  const isByWarranty = Object.keys(assumptions.lives).length === 0
  return ({ from, to }: Span, ofCompany: string | null | undefined = companyId) =>
    isOffered && isByWarranty
      ? `/devices?${new URLSearchParams({
          ...(ofCompany && { companyId: ofCompany }),
          inUse: 'true',
          ...(from > 0 && { warrantyAfter: `${from}-01-01` }),
          ...(to < farthest && { warrantyBefore: `${to}-12-31` }),
          sortBy: 'warranty_end',
          sortDesc: 'false',
        })}`
      : null
}
