import { devices } from '../../../contract/devices'
import { readPageParams } from '../../list/query/page-params'
import type { useSearchChange } from '../../list/query/use-search-change'
import { today } from '../../ui/format/days-from-today'
import { firstSpan, type PlanGroup, readAssumptions, type Span, spansFrom } from './plan'
import { spanKey } from './span'

const isOurs = (key: string) => /^(life|price)-/.test(key) || key === 'currency'

export const readAddress = (search: URLSearchParams) => {
  const { assumptions, currency, ignored } = readAssumptions(search)
  const thisYear = today().getUTCFullYear()
  const spans = spansFrom(thisYear)
  const rest = new URLSearchParams([...search].filter(([key]) => !isOurs(key)))
  const params = readPageParams(devices.list, rest, ['companyId'], { year: spans.map(spanKey) })
  const span = spans.find((one) => spanKey(one) === params.sent.year)
  return {
    ...{ thisYear, spans, span, assumptions, currency, companyId: params.sent.companyId },
    ignored: { ...params.ignored, wrong: [...ignored, ...params.ignored.wrong] },
  }
}

type Read = ReturnType<typeof readAddress>

/** With the years that are looked at: those of the address, or those that are most urgent. */
export type Address = Read & { span: Span }

export const withSpan = (address: Read, groups: PlanGroup[]): Address => ({
  ...address,
  span: address.span ?? firstSpan(groups, address.assumptions, address.thisYear),
})

export type Shared = {
  address: Address
  hrefOf: (changes: Record<string, string | undefined>) => string
  change: ReturnType<typeof useSearchChange>
}
