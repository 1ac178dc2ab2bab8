import * as z from 'zod/mini'
import { parseStored, usePreference } from '../../lib/preferences'
import { numberFormat } from '../../lib/request-context'

const Options = z.object({
  format: z.catch(z.enum(['csv', 'xlsx']), 'csv'),
  columns: z.catch(z.enum(['shown', 'all']), 'shown'),
  dates: z.catch(z.enum(['local', 'iso']), 'local'),
  separator: z.catch(z.optional(z.enum([',', ';'])), undefined),
})

export type ExportOptions = z.output<typeof Options> & { separator: ',' | ';' }

const numbers = numberFormat()

/** Where decimals have a comma, a comma can’t separate fields: Excel expects a semicolon there. */
const usualSeparator = () =>
  numbers()
    .formatToParts(0.5)
    .some(({ type, value }) => type === 'decimal' && value === ',')
    ? ';'
    : ','

/** The choices of the last export on this computer. */
export const useExportOptions = () => {
  const [stored, store] = usePreference('export', '{}')
  const chosen = parseStored(Options, stored, Options.parse({}))
  const options: ExportOptions = { ...chosen, separator: chosen.separator ?? usualSeparator() }
  return [options, (change: Partial<ExportOptions>) => store(JSON.stringify({ ...chosen, ...change }))] as const
}
