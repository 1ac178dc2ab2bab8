import { type QueryFunctionContext, queryOptions } from '@tanstack/react-query'
import { devices } from '../../contract/devices'
import { endingIn, firstTime, isInUse } from '../domain/in-use'
import { warrantyBadges } from '../domain/warranty-totals'
import { readAll } from '../list/export/read-all'
import type { RowOf } from '../list/list-page'
import { few } from '../record/related'
import { dayFrom } from '../ui/format/day'

export const byWarrantyEnd = (companyId: string) => ({ companyId, sortBy: 'warranty_end', sortDesc: 'false' })

type Device = RowOf<typeof devices.list>

const endOf = (device: Device | undefined) =>
  firstTime(device?.warrantyEnd, device?.warrantyExpires) ?? Number.POSITIVE_INFINITY

/** Read as far as the counts and the first few need, since no filter leaves out retired devices: mostly one page. */
const readInUse = async (companyId: string, { signal, client }: QueryFunctionContext) => {
  const soon = Date.parse(dayFrom(90))
  let totalCount = 0
  const rows = await readAll<Device>(devices.list, byWarrantyEnd(companyId), {
    ...{ signal, client },
    isEnough: (read) => endOf(read.at(-1)) >= soon && read.filter(isInUse).length >= few,
    onProgress: (_, total) => {
      totalCount = total
    },
  })
  return {
    data: rows.filter(isInUse).slice(0, few),
    pagination: { totalCount },
    /** Warranties that have ended or end soon, as the badges divide them. */
    counts: warrantyBadges().map(({ span }) => endingIn(rows, span).length),
    /** Retired devices that the lists of these warranties have besides. */
    retired: rows.filter((device) => !isInUse(device) && endOf(device) < soon).length,
  }
}

/** The client’s first devices in use by the end of their warranty, and how many end when. */
export const devicesInUseQuery = (companyId: string) =>
  queryOptions({
    queryKey: [devices.list.path, 'in use', companyId],
    queryFn: (context) => readInUse(companyId, context),
  })
