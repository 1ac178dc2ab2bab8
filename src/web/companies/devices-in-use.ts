import { type QueryFunctionContext, queryOptions } from '@tanstack/react-query'
import { devices } from '../../contract/devices'
import { endsIn, isInUse, isRetired, warrantyEndOf } from '../domain/in-use'
import { warrantyBadges } from '../domain/warranty-totals'
import { call } from '../lib/api/client'
import { readAll } from '../list/export/read-all'
import type { RowOf } from '../list/list-page'
import { few } from '../record/related'
import { dayFrom } from '../ui/format/day'

export const byWarrantyEnd = (companyId: string) => ({ companyId, sortBy: 'warranty_end', sortDesc: 'false' })

type Device = RowOf<typeof devices.list>

const endOf = (device: Device | undefined) => (device && warrantyEndOf(device)) ?? Number.POSITIVE_INFINITY

/** Read at most, one after another: mostly the first has all that is shown. What is left, the server adds up. */
const mostPages = 3

const readInUse = async (companyId: string, { signal, client }: QueryFunctionContext) => {
  const context = { signal, client }
  const soon = Date.parse(dayFrom(90))
  let totalCount = 0
  const rows = await readAll<Device>(devices.list, byWarrantyEnd(companyId), {
    ...context,
    maxRequests: mostPages,
    isEnough: (read) => endOf(read.at(-1)) >= soon && read.filter(isInUse).length >= few,
    onProgress: (_, total) => {
      totalCount = total
    },
  })
  const totalOf = async (filters: Record<string, string>) => {
    const { pagination } = await call(devices.list, { query: { companyId, ...filters, limit: '1' } }, context)
    return pagination.totalCount
  }
  const isWhole = rows.length >= totalCount
  const hasSoon = isWhole || endOf(rows.at(-1)) >= soon
  const [retired, ...ending] = await Promise.all([
    isWhole ? rows.filter(isRetired).length : totalOf({ status: 'Retired' }),
    ...warrantyBadges().map(async ({ span, ...badge }) => {
      const own = rows.filter((device) => endsIn(device, span))
      const [all, retired] = hasSoon
        ? [own.length, own.filter(isRetired).length]
        : await Promise.all([totalOf(badge.filter), totalOf({ ...badge.filter, status: 'Retired' })])
      return { ...badge, count: all - retired, retired }
    }),
  ])
  return {
    data: rows.filter(isInUse).slice(0, few),
    pagination: { totalCount },
    rowsRead: rows.length,
    inUse: totalCount - retired,
    /** The badges, each with how many devices in use it counts, and how many retired ones its list has besides. */
    ending,
  }
}

export type DevicesRead = Awaited<ReturnType<typeof readInUse>>

/** The client’s first devices in use by the end of their warranty, how many there are, and how many end when. */
export const devicesInUseQuery = (companyId: string) =>
  queryOptions({
    queryKey: [devices.list.path, 'in use', companyId],
    queryFn: (context) => readInUse(companyId, context),
  })
