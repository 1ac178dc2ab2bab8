import { devices } from '../../../contract/devices'
import { readPageParams } from '../../list/page-params'
import { today } from '../../ui/format/days-from-today'
import { readAssumptions, type Span, spansFrom } from './plan'
import { spanKey } from './span'

const isOurs = (key: string) => /^(life|price)-/.test(key) || key === 'currency'

export const readAddress = (search: URLSearchParams) => {
  const { assumptions, currency, ignored } = readAssumptions(search)
  const thisYear = today().getUTCFullYear()
  const spans = spansFrom(thisYear)
  const rest = new URLSearchParams([...search].filter(([key]) => !isOurs(key)))
  const params = readPageParams(devices.list, rest, ['companyId'], { year: spans.map(spanKey) })
  const span = spans.find((one) => spanKey(one) === params.sent.year) ?? (spans[1] as Span)
  return {
    ...{ thisYear, spans, span, assumptions, currency, companyId: params.sent.companyId },
    ignored: { ...params.ignored, wrong: [...ignored, ...params.ignored.wrong] },
  }
}

export type Address = ReturnType<typeof readAddress>

export type Shared = {
  address: Address
  hrefOf: (changes: Record<string, string | undefined>) => string
  change: (changes: Record<string, string | undefined>) => void
}
